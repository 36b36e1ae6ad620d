public import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// A note that is corrected or taken away; history keeps what it said.
public struct NoteRequest: Sendable {
  /// Whose note it is: one plant.
  public var plant: PlantChoice
  /// The action that wrote it, by the id that people type; `nil` for the
  /// plant's latest note.
  public var action: String?
  /// What it says now; empty to take it away.
  public var text: String
  /// When it was made; `nil` for the day it had.
  public var at: Moment?

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

/// Why no note is corrected.
public enum NoteError: DescribedError {
  /// The plant has no note.
  case noNote(PlantName)
  /// An action wrote no note of the plant that is shown.
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
  /// Corrects a note, or takes it away.
  ///
  /// - Returns: ``Change/noteCorrected(_:day:to:isRemoved:)``, or
  ///   ``Change/noteUnchanged(_:day:)``.
  /// - Throws: ``NoteError``, ``UndoError`` for an id that is no action's, and
  ///   what choosing plants throws.
  public func correctNote(
    _ request: NoteRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at?.value(by: session.clock)
      let snapshot = try session.snapshot()
      let plant = try session.name(snapshot.plant(request.plant))
      let note = try snapshot.note(of: plant, writtenBy: request.action)
      let day = session.zone.localDay(of: note.at.instant)
      guard note.text != request.text || at != nil else {
        receipt.changes.append(.noteUnchanged(plant, day: day))
        return
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
  /// The note of a plant that an action wrote, or the latest one.
  fileprivate func note(
    of plant: PlantName, writtenBy action: String?
  ) throws -> NoteView {
    let notes = try NoteView.all(of: plant.id, in: self)
    guard let action else {
      // Which was made last, not which was written down last.
      let latest = notes.enumerated().max {
        ($0.element.at.instant, $0.offset) < ($1.element.at.instant, $1.offset)
      }
      guard let latest else { throw NoteError.noNote(plant) }
      return latest.element
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
