public import ErrorKit
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries

/// An action that is taken back, or whose undoing is.
public struct UndoRequest: Sendable {
  /// The action by the id that people type; `nil` for this home's latest that
  /// is neither undone nor an undo.
  public var action: String?

  /// Creates a request.
  public init(_ action: String? = nil) { self.action = action }
}

/// What an undo takes back, or restores.
public struct Undoing: Sendable {
  /// The action.
  public let action: ActionID
  /// Whether it is undone, or its undoing taken back.
  public let isUndone: Bool
  /// What it did.
  public let events: [RecordedEvent]
}

/// Why nothing is undone.
public enum UndoError: DescribedError {
  /// What is typed is no action's id.
  case malformed(String)
  /// Several writers' ids begin so.
  case severalWriters(String)
  /// Both branches of a fork have such an action.
  case severalBranches(String, ids: [String])
  /// There is no such action.
  case notFound(String)
  /// Nothing is left that could be undone.
  case nothingLeft
  /// The action began the journal or a writer, on which all that follows
  /// rests.
  case isBeginning
  /// It erased payloads, which are gone.
  case isErasure
  /// The payloads of all its events are erased.
  case isErased
  /// A newer program wrote it, so nobody here knows what it did.
  case isUnknown
  /// It is already as it is to become.
  case isSo(undone: Bool)

  public var facts: ErrorFacts {
    switch self {
    case .malformed(let text):
      ErrorFacts(
        .invalidInput, "'\(text)' is not an action's id, such as 7c1e-12",
        .findActionID)
    case .severalWriters(let text):
      ErrorFacts(
        .invalidInput, "'\(text)' could be an action of several writers",
        .typeMoreOfWriter)
    case .severalBranches(let text, let ids):
      ErrorFacts(
        .invalidInput, "'\(text)' is an action on each branch of a fork",
        .text("choose \(ids.joined(separator: " or "))"))
    case .notFound(let text):
      ErrorFacts(
        .nothingMatched, "there is no action '\(text)'",
        outcome: .nothingWritten)
    case .nothingLeft:
      ErrorFacts(
        .nothingMatched, "nothing to undo", outcome: .nothingWritten)
    case .isBeginning:
      ErrorFacts(
        .invalidInput,
        "that action cannot be undone: it began the journal or one of its "
          + "writers, on which all that follows rests", .showHistory)
    case .isErasure:
      ErrorFacts(
        .invalidInput,
        "that action cannot be undone: what it erased is gone")
    case .isErased:
      ErrorFacts(
        .nothingMatched,
        "nothing is left of that action: it was erased",
        outcome: .nothingWritten)
    case .isUnknown:
      ErrorFacts(
        .invalidInput,
        "that action cannot be undone: this program does not know what it did",
        .showHistory)
    case .isSo(let undone):
      ErrorFacts(
        .nothingMatched,
        undone ? "it is undone already" : "it is not undone",
        outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Takes an action back; naming an undo takes that back.
  ///
  /// - Returns: ``Change/undone(_:)``.
  /// - Throws: ``UndoError``.
  public func undo(
    _ request: UndoRequest = UndoRequest(), _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let undoing = try session.snapshot().undoing(request.action)
      try session.action {
        try $0.undo(undoing.target, undone: undoing.undoing.isUndone, at: at)
      }
      receipt.changes.append(.undone(undoing.undoing))
    }
  }
}

extension Snapshot {
  /// What undoing an action means: which one, and what it did.
  fileprivate func undoing(
    _ name: String?
  ) throws -> (target: ActionReference, undoing: Undoing) {
    guard
      let named = try name.map({ try action(named: $0) })
        ?? latestUndoableAction()
    else { throw UndoError.nothingLeft }
    var target = named
    var isUndone = true
    if case .actionUndone(let body)? =
      try log.events(of: named, in: transaction).first?.payload?.body
    {
      // Naming an undo or a redo takes that one back.
      target = body.target
      isUndone = !body.undone
    }
    let events = try log.events(of: target, in: transaction)
    guard let first = events.first,
      events.contains(where: { $0.payload?.isUndoable == true })
    else { throw refusal(to: events) }
    guard try self.isUndone(target) != isUndone else {
      throw UndoError.isSo(undone: isUndone)
    }
    return (
      target,
      Undoing(
        action: ActionID(target, hash: first.hash), isUndone: isUndone,
        events: events)
    )
  }

  /// Why an action of which nothing can be undone is refused.
  private func refusal(to events: [RecordedEvent]) -> UndoError {
    if events.contains(where: { $0.header.knownType == .payloadErased }) {
      return .isErasure
    }
    if events.allSatisfy({ $0.payloadBytes == nil }) { return .isErased }
    return events.contains { $0.payload == nil } ? .isUnknown : .isBeginning
  }

  /// This home's latest action that is neither undone nor an undo.
  private func latestUndoableAction() throws -> ActionReference? {
    for writer in try ownWriters.reversed() {
      guard let tip = try log.tips(of: writer, in: transaction).tips.last
      else { continue }
      var next: EventReference? = tip.reference(of: writer)
      while let reference = next,
        let event = try log.event(reference, in: transaction)
      {
        let header = event.header
        if header.action == header.sequence,
          header.type != EventType.actionUndone.rawValue
        {
          let action = ActionReference(first: reference)
          // Nobody who has just erased means what was before.
          guard header.knownType != .payloadErased else { return action }
          let isUndoable = try log.events(of: action, in: transaction)
            .contains { $0.payload?.isUndoable == true }
          if isUndoable, try !isUndone(action) { return action }
        }
        next = header.predecessor
      }
    }
    return nil
  }

  /// The action that an id means as people type it: the beginning of the
  /// writer's id, a hyphen, and the sequence of the first event; after a fork
  /// also the hash.
  func action(named text: String) throws -> ActionReference {
    let named = try actions(named: text)
    var actions = named.actions
    if let hash = named.hash {
      actions.removeAll { !$0.branchID.hasSuffix("-\(hash)") }
    }
    guard actions.count <= 1 else {
      throw UndoError.severalBranches(text, ids: actions.map(\.branchID))
    }
    guard let action = actions.first else { throw UndoError.notFound(text) }
    return action
  }

  /// The event alone that an id means, which names its own sequence, and after
  /// a fork its hash.
  func event(named text: String) throws -> RecordedEvent {
    let named = try actions(named: text)
    var events = try named.actions.flatMap { action in
      try log.events(of: action, in: transaction)
        .filter { $0.header.sequence == named.sequence }
        .map { (id: ActionReference(first: $0.reference).branchID, event: $0) }
    }
    if let hash = named.hash {
      events.removeAll { !$0.id.hasSuffix("-\(hash)") }
    }
    guard events.count <= 1 else {
      throw UndoError.severalBranches(text, ids: events.map(\.id))
    }
    guard let event = events.first?.event else {
      throw UndoError.notFound(text)
    }
    return event
  }

  /// The actions that an id can mean: those that have an event of its
  /// sequence.
  private func actions(
    named text: String
  ) throws -> (actions: [ActionReference], sequence: UInt64, hash: String?) {
    let parts = text.lowercased().split(
      separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let sequence = UInt64(parts[1]),
      "\(sequence)" == parts[1], sequence > 0, parts[0].count >= 4
    else { throw UndoError.malformed(text) }
    let writers = try log.vector(in: transaction).map(\.writer)
      .filter { $0.description.hasPrefix(parts[0]) }
    guard writers.count <= 1 else { throw UndoError.severalWriters(text) }
    let actions = try writers.flatMap {
      try log.actions(containing: sequence, of: $0, in: transaction)
    }
    return (actions, sequence, parts.count == 3 ? String(parts[2]) : nil)
  }
}
