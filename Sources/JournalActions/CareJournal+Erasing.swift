public import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalLog
internal import JournalProjections
public import JournalQueries

/// What is to be erased.
public struct EraseRequest: Sendable {
  /// Which events.
  public enum Target: Sendable {
    /// All events of these actions, by the ids that people type.
    case actions([String])
    /// The events of these ids alone, which name their own sequences.
    case events([String])
    /// All that was ever noted of plants, corrected or undone or not.
    case notes(PlantChoice)
    /// All photos that plants ever had, and what was said of them.
    case photos(PlantChoice)
    /// Exactly these, as far as they are held and not erased yet.
    case these([Erasure])
  }

  /// Which events.
  public var target: Target

  /// Creates a request.
  public init(_ target: Target) { self.target = target }
}

/// An event whose payload is erased, as it was before.
public struct ErasedEvent: Sendable {
  /// The event.
  public let event: RecordedEvent

  /// The id that people type.
  public var id: String { event.reference.shortID }
}

/// What was erased.
public struct ErasedEvents: Sendable {
  /// Has exactly these events erased: what somebody was shown and has agreed
  /// to, whatever came in since.
  public var request: EraseRequest {
    EraseRequest(
      .these(
        events.map { Erasure(of: $0.event.reference, hash: $0.event.hash) })
    )
  }

  /// The events, in canonical order for plants, else as they were named.
  public let events: [ErasedEvent]
  /// Events of the plants that have a remark beside what they record, and
  /// stay.
  public var remarks: [ErasedEvent]
  /// Plants that were added by these events alone, and are not shown without.
  public internal(set) var vanishing: [PlantName] = []
}

extension EventReference {
  /// The id of the event alone that people type.
  fileprivate var shortID: String {
    "\(writer.description.prefix(4))-\(sequence)"
  }
}

/// Why nothing is erased.
public enum EraseError: DescribedError {
  /// The journal, its chains or other erasures rest on it.
  case isProtected(String)
  /// Its payload is gone already.
  case isErased(String)
  /// Nothing was noted of the plants.
  case noNotes
  /// The plants never had a photo.
  case noPhotos
  /// Nothing is named.
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
        .invalidInput, "nothing is named that is to be erased", .findActionID,
        outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Erases what events say, here and on every replica that gets to know of
  /// it, for good: that they happened stays, and nothing brings back what they
  /// said. Folds then skip them.
  ///
  /// Bytes stay in the data file until it is written anew, and wherever copies
  /// are.
  ///
  /// - Returns: ``Change/erased(_:)``.
  /// - Throws: ``EraseError``, ``UndoError`` for an id that is no action's, and
  ///   what choosing plants throws.
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
      // Another event may have added it as well.
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

  /// Each event once that ids name and that can be erased.
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

  /// All that events of these types ever said of plants, whatever version of
  /// them says it, and remarks beside others.
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
