public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalQueries

/// A request to undo or redo an action.
public struct UndoRequest: Sendable {
  /// The action, by its id; `nil` for the latest action of this home's own user,
  /// or of the person who acts, that is neither undone nor an undo.
  public var action: String?
  /// The names of the plants to which the undo is limited; empty for the whole
  /// action.
  public var plants: [String]
  /// A Boolean value that indicates whether, without an id, the request undoes
  /// the latest undo of the same, if only undos came after it.
  public var redoes: Bool
  /// The way to resolve the names of plants.
  public var naming = PlantNaming(includesRemoved: true)
  /// A Boolean value that indicates whether only actions of whoever asks can be
  /// undone; to redo one, its undo must be theirs as well.
  public var isOwnOnly = false

  /// Creates a request.
  public init(
    _ action: String? = nil, plants: [String] = [], redoes: Bool = false
  ) {
    self.action = action
    self.plants = plants
    self.redoes = redoes
  }
}

/// The effects of an undo or a redo.
public struct Undoing: Sendable {
  static let mostDescribed = 20

  /// The action.
  public let action: ActionID
  /// A Boolean value that indicates whether the action is undone, or redone.
  public let isUndone: Bool
  /// The action's events on the chosen plants.
  public let events: [RecordedEvent]
  /// The first of these events, with the names that their words need.
  public let described: [EventDescription]
  /// The plants that the undo hides although more was recorded of them, with
  /// the number of those events.
  public let hidden: [(plant: PlantName, events: Int)]
  /// Each plant that stays out of sight, its first event here, and whether the
  /// plant was removed or its addition is undone.
  public let absent: [(plant: PlantID, event: RecordedEvent, isRemoved: Bool)]
}

/// An error of undoing.
public enum UndoError: DescribedError {
  /// The text is not an action's id.
  case malformed(String)
  /// The ids of several writers begin with the text.
  case severalWriters(String, ids: [String])
  /// Both branches of a fork have such an action.
  case severalBranches(String, ids: [String])
  /// There is no such action.
  case notFound(String)
  /// Another person or device did it, and the request is limited to one's own.
  case notOwn
  /// The action did nothing to the plant.
  case notOfPlant(String)
  /// Nothing is left to undo.
  case nothingLeft
  /// The latest action is not an undo, or every undo was undone.
  case nothingToRedo
  /// The action began the journal or a writer, on which everything later
  /// depends.
  case isBeginning
  /// The action erased payloads, which are gone; `earlier` is the id of the
  /// last action that can be undone, if none was named.
  case isErasure(earlier: String?)
  /// The payloads of all its events are erased.
  case isErased
  /// A newer program wrote the action, so its effects are unknown here.
  case isUnknown
  /// The action is already undone, or not undone.
  case isSo(undone: Bool)

  public var facts: ErrorFacts {
    switch self {
    case .malformed(let text):
      ErrorFacts(
        .invalidInput, "'\(text)' is not an action's id, such as 7c1e-12",
        .findActionID)
    case .severalWriters(let text, let ids):
      ErrorFacts(
        .invalidInput, "'\(text)' could be an action of several writers",
        .text("choose \(ids.joined(separator: " or "))"))
    case .severalBranches(let text, let ids):
      ErrorFacts(
        .invalidInput, "'\(text)' is an action on each branch of a fork",
        .text("choose \(ids.joined(separator: " or "))"))
    case .notFound(let text):
      ErrorFacts(
        .nothingMatched, "there is no action '\(text)'",
        outcome: .nothingWritten)
    case .notOwn:
      ErrorFacts(
        .invalidInput, "somebody else did that, so you cannot undo it here",
        outcome: .nothingWritten)
    case .notOfPlant(let name):
      ErrorFacts(
        .nothingMatched,
        "the action that is meant did nothing to '\(name)'", .findActionID,
        outcome: .nothingWritten)
    case .nothingLeft:
      ErrorFacts(
        .nothingMatched, "there is nothing of yours to undo", .findActionID,
        outcome: .nothingWritten)
    case .nothingToRedo:
      ErrorFacts(
        .nothingMatched, "nothing to redo: the latest action is no undo",
        outcome: .nothingWritten)
    case .isBeginning:
      ErrorFacts(
        .invalidInput,
        "that action cannot be undone: it began the journal or one of its "
          + "writers, and everything later depends on it", .showHistory)
    case .isErasure(let earlier):
      ErrorFacts(
        .invalidInput,
        "that action cannot be undone: what it erased is gone",
        earlier.map { .undoEarlier(id: $0) })
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
        undone ? "it is already undone" : "it is not undone",
        outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Undoes an action. The id of an undo stands for undoing that one.
  ///
  /// - Returns: ``Change/undone(_:)``; of notices
  ///   ``Notice/nicknameShared(_:_:)``, ``Notice/stillPart(_:of:by:undo:)`` and
  ///   ``Notice/tagsStay(_:_:)``.
  /// - Throws: ``UndoError``.
  public func undo(
    _ request: UndoRequest = UndoRequest(), _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let meant = try session.snapshot().meant(by: request)
      try session.action {
        for plant in meant.plants {
          try $0.undo(
            meant.target, of: plant, undone: meant.undoing.isUndone, at: at)
        }
      }
      receipt.changes.append(.undone(meant.undoing))
      receipt.notices += try session.sharedNicknames(since: meant.undoing)
      guard meant.undoing.isUndone else { return }
      receipt.notices += try session.otherMerges(besides: meant)
      receipt.notices += try session.keptTags(after: meant)
    }
  }
}

extension ActionSession {
  /// Returns notices of nicknames that an undo brought back, although other
  /// plants have them now.
  fileprivate mutating func sharedNicknames(
    since undoing: Undoing
  ) throws -> [Notice] {
    var seen: Set<String> = []
    var nicknames: [String] = []
    for event in undoing.events where event.mayNamePlant {
      // Reading the plant folds it before names are looked up.
      let plant = try plant(event.header.stream)
      guard plant.isPresent, let nickname = plant.profile?.nickname,
        seen.insert(nickname.foldedName).inserted
      else { continue }
      nicknames.append(nickname)
    }
    guard !nicknames.isEmpty else { return [] }
    var notices: [Notice] = []
    let snapshot = try snapshot()
    for nickname in nicknames {
      let holders = try snapshot.names(equalTo: nickname).filter {
        $0.role == .nickname && !$0.isRemoved
      }
      guard holders.count > 1 else { continue }
      notices.append(
        .nicknameShared(nickname, try holders.map { try name($0.plant) }))
    }
    return notices
  }
}

extension ActionSession {
  /// Returns notices of undone merges that hold, because another action merged
  /// the same plants.
  fileprivate mutating func otherMerges(
    besides meant: MeantUndoing
  ) throws -> [Notice] {
    var notices: [Notice] = []
    for event in meant.undoing.events
    where event.header.knownType == .plantMerged {
      let id = event.header.stream
      guard let whole = try plant(id).mergedInto else { continue }
      let snapshot = try snapshot()
      var other: (header: EventHeader, action: ActionReference)?
      try snapshot.forEachPayload(of: id) { payload, header, action in
        guard case .plantMerged = payload.body, action != meant.target,
          try !snapshot.isUndone(action, of: id)
        else { return }
        other = (header, action)
      }
      guard let other else { continue }
      let recorder = try snapshot.recorder(
        other.header.writer, in: snapshot.household())
      notices.append(
        .stillPart(
          try name(id), of: try name(whole), by: recorder,
          undo: other.action.shortID))
    }
    return notices
  }

  /// Returns notices of tags that undone edits added, and that stay because the
  /// tags were edited again later.
  fileprivate mutating func keptTags(
    after meant: MeantUndoing
  ) throws -> [Notice] {
    var notices: [Notice] = []
    for event in meant.undoing.events {
      guard case .plantEdited(let edit)? = event.payload?.body,
        case .set(let given) = edit.tags
      else { continue }
      let id = event.header.stream
      let plant = try plant(id)
      var before: [String] = []
      var isBefore = true
      let snapshot = try snapshot()
      try snapshot.forEachPayload(of: id) { payload, header, action in
        isBefore = isBefore && action != meant.target
        guard isBefore, try !snapshot.isUndone(action, of: id) else { return }
        switch payload.body {
        case .plantAdded(let body): before = body.tags
        case .plantEdited(let body):
          before = body.tags.applied(to: before) ?? []
        default: break
        }
      }
      let gone = Set(before.map(\.foldedName))
      let held = Set(plant.profile?.tags.map(\.foldedName) ?? [])
      let kept = given.filter {
        held.contains($0.foldedName) && !gone.contains($0.foldedName)
      }
      if plant.isPresent, !kept.isEmpty {
        notices.append(.tagsStay(try name(id), kept))
      }
    }
    return notices
  }
}

extension RecordedEvent {
  /// A Boolean value that indicates whether a machine took its name by itself.
  fileprivate var isNameOfJoining: Bool {
    header.knownType == .writerNamed
      && payload?.note == WriterNameRequest.noteOfJoining
  }

  /// A Boolean value that indicates whether the event may change a plant's
  /// nickname, or hide or show it.
  fileprivate var mayNamePlant: Bool {
    switch header.knownType {
    case .plantAdded, .plantRemoved, .plantRestored, .plantMerged: return true
    case .plantEdited:
      guard case .plantEdited(let body)? = payload?.body else { return true }
      return body.nickname != .keep
    default: return false
    }
  }
}

/// A request to undo that is allowed and has an effect.
private struct PossibleUndoing {
  let target: ActionReference
  let isUndone: Bool
  /// The chosen plants; `nil` for everything that the action did.
  let plants: [PlantID?]
  let first: RecordedEvent
  /// The action's events on the chosen plants.
  let events: [RecordedEvent]
}

/// A resolved request to undo.
private struct MeantUndoing {
  let target: ActionReference
  /// The chosen plants; `nil` for everything that the action did.
  let plants: [PlantID?]
  let undoing: Undoing
}

extension Snapshot {
  /// Returns whether an undo would be carried out now.
  ///
  /// - Complexity: O(events of the action).
  /// - Throws: Errors of the store.
  public func mayUndo(_ request: UndoRequest) throws -> Bool {
    do {
      _ = try possible(request)
      return true
    } catch is UndoError {
      return false
    } catch is PlantNameError {
      return false
    }
  }

  /// Returns the action that a request undoes, and the effects.
  fileprivate func meant(by request: UndoRequest) throws -> MeantUndoing {
    let possible = try possible(request)
    let (target, isUndone) = (possible.target, possible.isUndone)
    // Plants that are in this state already get no event, so that undoing this
    // undo does not change them.
    let events = try possible.events.filter {
      try $0.payload?.isUndoable != true
        || self.isUndone(target, of: $0.header.stream) != isUndone
    }
    let household = try household()
    return MeantUndoing(
      target: target,
      plants: events.count == possible.events.count
        ? possible.plants : streams(of: events),
      undoing: Undoing(
        action: ActionID(target, hash: possible.first.hash),
        isUndone: isUndone, events: events,
        described: try events.prefix(Undoing.mostDescribed).map {
          try description(of: $0, in: household)
        },
        hidden: isUndone ? try hidden(without: events) : [],
        absent: try absent(after: events)))
  }

  /// Returns the action that a request undoes, if it may and can be undone.
  private func possible(_ request: UndoRequest) throws -> PossibleUndoing {
    guard
      let named = try request.action.map({ try action(named: $0) })
        ?? (request.redoes ? latestUndo() : latestUndoableAction())
    else {
      throw request.redoes ? UndoError.nothingToRedo : UndoError.nothingLeft
    }
    // The id of an undo or a redo stands for undoing that one.
    let words = try log.events(of: named, in: transaction).compactMap {
      event -> ActionUndone? in
      guard case .actionUndone(let body)? = event.payload?.body else {
        return nil
      }
      return body
    }
    let target = words.first?.target ?? named
    let isUndone = !(words.first?.undone ?? false)
    if request.isOwnOnly {
      let own = try ownWriters
      guard own.contains(named.first.writer), own.contains(target.first.writer)
      else {
        throw UndoError.notOwn
      }
    }
    let whole = try log.events(of: target, in: transaction)
    let plants = try plants(of: request, among: words.map(\.plant), in: whole)
    let meant = whole.filter {
      plants == [nil] || plants.contains($0.header.stream)
    }
    // With its start, the writer of a person has got its name.
    guard let first = whole.first, first.header.knownType != .writerStarted,
      meant.contains(where: { $0.payload?.isUndoable == true })
    else { throw try refusal(to: whole, isNamed: request.action != nil) }
    guard try !isAll(meant, of: target, undone: isUndone) else {
      throw UndoError.isSo(undone: isUndone)
    }
    return PossibleUndoing(
      target: target, isUndone: isUndone, plants: plants, first: first,
      events: meant)
  }

  /// Returns the first event of each plant that is out of sight and that these
  /// events do not bring back.
  private func absent(
    after events: [RecordedEvent]
  ) throws -> [(plant: PlantID, event: RecordedEvent, isRemoved: Bool)] {
    var seen: Set<StreamID> = [.home]
    for event in events {
      switch event.header.knownType {
      case .plantAdded, .plantRemoved, .plantRestored, .plantMerged:
        seen.insert(event.header.stream)
      default: break
      }
    }
    var absent: [(plant: PlantID, event: RecordedEvent, isRemoved: Bool)] = []
    for event in events where event.header.knownType?.subject == .plant {
      let id = try subject(of: event.header)
      guard seen.insert(id).inserted else { continue }
      let plant = try plant(id)
      guard plant?.isPresent != true else { continue }
      absent.append((id, event, plant?.removal != nil))
    }
    return absent
  }

  /// Returns the plants of events, each once; `[nil]` if some concern something
  /// else, which cannot be undone by itself.
  private func streams(of events: [RecordedEvent]) -> [PlantID?] {
    var seen: Set<PlantID> = []
    var streams: [PlantID?] = []
    for event in events where event.payload?.isUndoable == true {
      let stream = event.header.stream
      guard event.payload?.body.type.subject == .plant else { return [nil] }
      if seen.insert(stream).inserted { streams.append(stream) }
    }
    return streams
  }

  /// Returns the plant of these events with a name. A plant that they add need
  /// not be present.
  private func plant(
    named name: String, _ naming: PlantNaming, among events: [RecordedEvent]
  ) throws -> PlantID {
    do {
      return try plant(named: name, naming)
    } catch {
      let folded = name.foldedName
      let event = events.first { event in
        let id = event.header.stream
        if ShortID.text(of: id) == folded || id.description == folded {
          return true
        }
        guard case .plantAdded(let body)? = event.payload?.body else {
          return false
        }
        return [body.nickname, body.scientificName].contains {
          $0?.foldedName == folded
        }
      }
      guard let event else { throw error }
      return event.header.stream
    }
  }

  /// Returns the streams of the plants that a request names, if they have
  /// events; `[nil]` for the whole action.
  private func plants(
    of request: UndoRequest, among said: [PlantID?], in events: [RecordedEvent]
  ) throws -> [PlantID?] {
    let said = said.isEmpty ? [nil] : said
    guard !request.plants.isEmpty else { return said }
    var plants: Set<PlantID> = []
    for name in request.plants {
      let named = try plant(named: name, request.naming, among: events)
      // Its own events, and those that it shows of plants merged into it.
      let streams = try events.filter {
        try $0.header.stream == named || subject(of: $0.header) == named
      }.map(\.header.stream).filter { said == [nil] || said.contains($0) }
      guard !streams.isEmpty else { throw UndoError.notOfPlant(name) }
      plants.formUnion(streams)
    }
    return plants.sorted()
  }

  /// Returns whether all undoable events of an action are undone, or none are.
  private func isAll(
    _ events: [RecordedEvent], of action: ActionReference, undone: Bool
  ) throws -> Bool {
    try events.allSatisfy {
      guard $0.payload?.isUndoable == true else { return true }
      return try isUndone(action, of: $0.header.stream) == undone
    }
  }

  /// Returns the plants that these events add, if more was recorded of them.
  private func hidden(
    without events: [RecordedEvent]
  ) throws -> [(plant: PlantName, events: Int)] {
    var hidden: [(plant: PlantName, events: Int)] = []
    for event in events where event.header.knownType == .plantAdded {
      let id = event.header.stream
      var count = -events.count { $0.header.stream == id }
      // Plants that were merged into it come back with their own events.
      try forEachEvent(of: id) { _, event, action, _ in
        if event.header.stream == id, try !isUndone(action, of: id) {
          count += 1
        }
      }
      guard count > 0, let plant = try plant(id) else { continue }
      hidden.append((PlantName(id, plant.displayName), count))
    }
    return hidden
  }

  /// Returns the error for an action of which nothing can be undone.
  private func refusal(
    to events: [RecordedEvent], isNamed: Bool
  ) throws -> UndoError {
    if events.contains(where: { $0.header.knownType == .payloadErased }) {
      return .isErasure(
        earlier: isNamed
          ? nil : try latestUndoableAction(passesErasures: true)?.shortID)
    }
    if events.allSatisfy({ $0.payloadBytes == nil }) { return .isErased }
    return events.contains { $0.payload == nil } ? .isUnknown : .isBeginning
  }

  /// The latest action of whoever asks that is neither undone nor an undo, and
  /// that a person did.
  ///
  /// An erasure ends the search, as nobody then means an earlier action. With
  /// `passesErasures`, it goes on to an action that can be undone.
  func latestUndoableAction(
    passesErasures: Bool = false
  ) throws -> ActionReference? {
    try latestAction { action, first in
      guard first.header.knownType != .actionUndone,
        first.header.knownType != .writerStarted
      else { return false }
      guard first.header.knownType != .payloadErased else {
        return !passesErasures
      }
      let events = try log.events(of: action, in: transaction)
        .filter { !$0.isNameOfJoining }
      return try !isAll(events, of: action, undone: true)
        && (!passesErasures
          || events.contains { $0.payload?.isUndoable == true })
    }
  }

  /// The latest undo of whoever asks that still holds, if only undos came after
  /// it.
  private func latestUndo() throws -> ActionReference? {
    var isOver = false
    let found = try latestAction { _, first in
      guard case .actionUndone(let body)? = first.payload?.body else {
        isOver = true
        return true
      }
      guard body.undone else { return false }
      let events = try log.events(of: body.target, in: transaction)
        .filter { body.plant == nil || body.plant == $0.header.stream }
      return try isAll(events, of: body.target, undone: true)
    }
    return isOver ? nil : found
  }

  /// Returns the latest action of whoever asks that `isWanted`, by its first
  /// event.
  private func latestAction(
    where isWanted: (ActionReference, RecordedEvent) throws -> Bool
  ) throws -> ActionReference? {
    for writer in try ownWriters.reversed() {
      guard let tip = try log.tips(of: writer, in: transaction).tips.last
      else { continue }
      var next: EventReference? = tip.reference(of: writer)
      while let reference = next,
        let event = try log.event(reference, in: transaction)
      {
        let action = ActionReference(first: reference)
        if event.header.action == event.header.sequence,
          try isWanted(action, event)
        {
          return action
        }
        next = event.header.predecessor
      }
    }
    return nil
  }

  /// Returns the action with a typed id: the beginning of the writer's id, a
  /// hyphen, and the sequence of the first event; after a fork also the hash.
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

  /// Returns the single event whose id has its own sequence and, after a fork,
  /// its hash.
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

  /// Returns the actions that an id can mean: those with an event of its
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
    guard writers.count <= 1 else {
      throw UndoError.severalWriters(
        text, ids: writers.map { "\($0)".prefix(8) + "-\(sequence)" })
    }
    let actions = try writers.flatMap {
      try log.actions(containing: sequence, of: $0, in: transaction)
    }
    return (actions, sequence, parts.count == 3 ? String(parts[2]) : nil)
  }
}
