public import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalLog
internal import JournalProjections
public import JournalQueries

/// A request to erase events.
public struct EraseRequest: Sendable {
  /// The events to erase.
  public enum Target: Sendable {
    /// The events of actions with these ids.
    case actions([String])
    /// Single events, by ids with their own sequences.
    case events([String])
    /// The notes of plants, including corrected and undone ones.
    case notes(PlantChoice)
    /// The photos of plants and their captions, including removed ones.
    case photos(PlantChoice)
    /// These events, as far as they are held and not erased yet.
    case these([Erasure])
  }

  /// The events to erase.
  public var target: Target

  /// Creates a request.
  public init(_ target: Target) { self.target = target }
}

/// An event as it was before its payload was erased.
public struct ErasedEvent: Sendable {
  /// The event.
  public let event: RecordedEvent

  /// The id that people type.
  public var id: String { event.reference.shortID }
}

/// Erased events.
public struct ErasedEvents: Sendable {
  /// A request to erase exactly these events, which a user has seen and agreed
  /// to erase, whatever has come in since.
  public var request: EraseRequest {
    EraseRequest(
      .these(
        events.map { Erasure(of: $0.event.reference, hash: $0.event.hash) })
    )
  }

  /// The events, in canonical order for plants, otherwise in that of the
  /// request.
  public let events: [ErasedEvent]
  /// The plants' other events with a remark, which stay.
  public var remarks: [ErasedEvent]
  /// The plants that only these events added, and that vanish.
  public internal(set) var vanishing: [PlantName] = []
}

extension EventReference {
  /// The id of this single event, as people type it.
  fileprivate var shortID: String {
    "\(writer.description.prefix(4))-\(sequence)"
  }
}

/// An error of erasing.
public enum EraseError: DescribedError {
  /// The journal, its chains or other erasures depend on the event.
  case isProtected(String)
  /// The payload is erased already.
  case isErased(String)
  /// The plants never had a note.
  case noNotes
  /// The plants never had a photo.
  case noPhotos
  /// No event is named.
  case nothingNamed

  public var facts: ErrorFacts {
    switch self {
    case .isProtected(let id):
      ErrorFacts(
        .invalidInput,
        "\(id) cannot be erased: it began the journal or a writer, or undoes or erases something, and has no text",
        .findActionID, outcome: .nothingWritten)
    case .isErased(let id):
      ErrorFacts(
        .nothingMatched, "\(id) is erased already", outcome: .nothingWritten)
    case .noNotes:
      ErrorFacts(
        .nothingMatched, "there is no note to erase", outcome: .nothingWritten)
    case .noPhotos:
      ErrorFacts(
        .nothingMatched, "there is no photo to erase", outcome: .nothingWritten)
    case .nothingNamed:
      ErrorFacts(
        .invalidInput, "nothing to erase was named", .findActionID,
        outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Erases the contents of events for good, here and on every replica that
  /// receives the erasure. The events themselves remain, but folds skip them.
  ///
  /// The bytes stay in the data file until it is rewritten, and in all copies.
  ///
  /// - Returns: ``Change/erased(_:)``.
  /// - Throws: ``EraseError``, ``UndoError`` for an unknown action, and errors
  ///   of choosing plants.
  public func erase(
    _ request: EraseRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      var erased = try session.snapshot().erasure(request.target)
      let added = erased.events.map(\.event.header)
        .filter { $0.knownType == .plantAdded }
      let present = try added.map(\.stream).filter {
        try session.plant($0).isPresent
      }
      erased.vanishing = try present.map { try session.name($0) }
      try session.action {
        for erased in erased.events { try $0.erase(erased.event, at: at) }
      }
      // Another event may have added the plant as well.
      erased.vanishing = try erased.vanishing.filter {
        try !session.plant($0.id).isPresent
      }
      receipt.changes.append(.erased(erased))
    }
  }
}

extension Snapshot {
  fileprivate func erasure(
    _ target: EraseRequest.Target
  ) throws -> ErasedEvents {
    let erased =
      switch target {
      case .actions(let ids):
        ErasedEvents(
          events: try events(of: ids) { id in
            try log.events(of: action(named: id), in: transaction)
          }, remarks: [])
      case .events(let ids):
        ErasedEvents(
          events: try events(of: ids) { [try event(named: $0)] }, remarks: [])
      case .notes(let plants):
        try said(of: self.plants(plants), by: [.plantNoted], remarks: true)
      case .photos(let plants):
        try said(
          of: self.plants(plants),
          by: [.photoCaptured, .photoAnnotated, .photoRemoved], remarks: false)
      case .these(let erasures): try these(erasures)
      }
    guard !erased.events.isEmpty else {
      switch target {
      case .notes: throw EraseError.noNotes
      case .photos: throw EraseError.noPhotos
      case .these: throw EraseError.isErased("all of it")
      case .actions, .events: throw EraseError.nothingNamed
      }
    }
    return erased
  }

  /// Returns the erasable events with these ids, each once.
  private func events(
    of ids: [String], _ named: (String) throws -> [RecordedEvent]
  ) throws -> [ErasedEvent] {
    var seen: Set<EventHash> = []
    var events: [ErasedEvent] = []
    for id in ids {
      let erasable = try named(id).filter(\.header.isErasable)
      guard !erasable.isEmpty else { throw EraseError.isProtected(id) }
      let whole = erasable.filter { $0.payloadBytes != nil }
      guard !whole.isEmpty else { throw EraseError.isErased(id) }
      for event in whole where seen.insert(event.hash).inserted {
        events.append(ErasedEvent(event: event))
      }
    }
    return events
  }

  private func these(_ erasures: [Erasure]) throws -> ErasedEvents {
    let events = try erasures.compactMap { erasure -> ErasedEvent? in
      guard let event = try log.event(erasure.event, in: transaction),
        event.hash == erasure.hash, event.header.isErasable,
        event.payloadBytes != nil
      else { return nil }
      return ErasedEvent(event: event)
    }
    return ErasedEvents(events: events, remarks: [])
  }

  /// Returns the events of these types about plants, of any version, and other
  /// events with remarks.
  private func said(
    of plants: [PlantID], by types: [EventType], remarks hasRemarks: Bool
  ) throws -> ErasedEvents {
    let types = types.map(\.rawValue)
    var notes: [ErasedEvent] = []
    var remarks: [ErasedEvent] = []
    for plant in plants {
      try log.forEachEvent(of: streams(of: plant), in: transaction) {
        entry, bytes in
        let visited = try VisitedEvent(
          bytes, stored: entry.position.reference)
        guard visited.frame.hasPayload else { return true }
        if types.contains(visited.header.type) {
          notes.append(ErasedEvent(event: try visited.recorded(bytes)))
        } else if hasRemarks, visited.payload(in: bytes)?.note != nil {
          remarks.append(ErasedEvent(event: try visited.recorded(bytes)))
        }
        return true
      }
    }
    return ErasedEvents(events: notes, remarks: remarks)
  }
}
