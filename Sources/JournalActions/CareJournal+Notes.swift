public import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// A request to correct or remove a note; the history keeps the original.
public struct NoteRequest: Sendable {
  /// The single plant of the note.
  public var plant: PlantChoice
  /// The action that wrote the note, by its id; `nil` for the plant's note that
  /// was recorded last.
  public var action: String?
  /// The new text; empty to remove the note.
  public var text: String
  /// The new time; `nil` to keep the old one.
  public var at: Moment?
  /// The text as it was shown; `nil` to correct whatever is there.
  public var shown: String?

  /// Creates a request.
  public init(
    _ plant: PlantChoice, text: String, action: String? = nil,
    at: Moment? = nil
  ) {
    self.plant = plant
    self.text = text
    self.action = action
    self.at = at
  }
}

/// An error of correcting a note.
public enum NoteError: DescribedError {
  /// The plant has no note.
  case noNote(PlantName)
  /// The action wrote no note of the plant that is still shown.
  case notFound(String, PlantName)

  public var facts: ErrorFacts {
    switch self {
    case .noNote(let plant):
      ErrorFacts(
        .nothingMatched, "there is no note of \(plant.called)", .writeNote,
        outcome: .nothingWritten)
    case .notFound(let action, let plant):
      ErrorFacts(
        .nothingMatched,
        "'\(action)' wrote no note of \(plant.called) that is shown",
        .findActionID, outcome: .nothingWritten)
    }
  }
}

extension PlantName {
  fileprivate var called: String {
    "\(displayName) (\(ShortID.text(of: id)))"
  }
}

extension CareJournal {
  /// Corrects or removes a note.
  ///
  /// - Returns: ``Change/noteCorrected(_:day:to:isRemoved:)``, or
  ///   ``Change/noteUnchanged(_:day:)``.
  /// - Throws: ``NoteError``, ``ChangedMeanwhile``, ``UndoError`` for an unknown
  ///   action, and errors of choosing plants.
  public func correctNote(
    _ request: NoteRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at?.value(by: session.clock)
      let snapshot = try session.snapshot()
      let plant = try session.name(snapshot.plant(request.plant))
      let note = try snapshot.note(of: plant, writtenBy: request.action)
      let day = session.zone.localDay(of: note.at.instant)
      guard at != nil || ![note.text, request.shown].contains(request.text)
      else {
        receipt.changes.append(.noteUnchanged(plant, day: day))
        return
      }
      guard [nil, note.text].contains(request.shown) else {
        throw ChangedMeanwhile("the note", now: note.text)
      }
      let origin = try snapshot.log.event(
        note.origin, in: snapshot.transaction)
      try session.action {
        try $0.perform(
          .note(.init(text: request.text, replaces: origin?.hash)),
          on: plant.id, at: at ?? note.at)
      }
      let newDay = at.map { session.zone.localDay(of: $0.instant) }
      receipt.changes.append(
        .noteCorrected(
          plant, day: day, to: newDay == day ? nil : newDay,
          isRemoved: request.text.isEmpty))
    }
  }
}

extension Snapshot {
  /// Returns the plant's note that an action wrote, or the note that was
  /// recorded last, whatever its day.
  fileprivate func note(
    of plant: PlantName, writtenBy action: String?
  ) throws -> NoteView {
    let notes = try NoteView.all(of: plant.id, in: self)
    guard let action else {
      guard let last = notes.last else { throw NoteError.noNote(plant) }
      return last
    }
    let written = try log.events(
      of: try self.action(named: action), in: transaction)
    let streams = try streams(of: plant.id)
    for event in written where streams.contains(event.header.stream) {
      guard case .plantNoted(let body) = event.payload?.body else { continue }
      let origins = [body.replaces?.prefix, event.hash.prefix]
      if let note = notes.first(where: {
        origins.contains($0.origin.hashPrefix)
      }) {
        return note
      }
    }
    throw NoteError.notFound(action, plant)
  }
}
