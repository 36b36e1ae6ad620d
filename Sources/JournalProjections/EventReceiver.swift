public import ErrorKit
public import JournalEvents
public import JournalLog
internal import LMDBKit

/// Takes events that other replicas wrote: checks that each continues its
/// writer's chain, stores it and folds it. Sync, import and tests bring the
/// events here; how they travelled makes no difference.
struct EventReceiver: ~Copyable {
  /// The number of new events.
  private(set) var received = 0
  /// The number of events that were held already.
  private(set) var duplicates = 0
  /// A Boolean value that indicates whether a writer's first event is new.
  private(set) var beginsWriter = false
  /// The journals that the events, new or held, say they belong to.
  private(set) var journals: Set<JournalID>

  private let noting: ((EventHeader, EventPayload?) -> Void)?
  private let log: EventLog
  private var projector: Projector
  private var chains: [WriterID: Chain] = [:]
  /// The chain that was looked up last, and most likely is next.
  private var latest: (writer: WriterID, chain: Chain)?
  private var scratch: [UInt8] = []
  /// Events that came without their payloads, and that no held event erases so
  /// far.
  private var unexplained: [Erasure: EventReference] = [:]

  /// A writer's chain as this transaction knows it.
  ///
  /// A class, because each event reads and changes it several times: looking
  /// it up for each took a tenth of receiving.
  private final class Chain {
    var tips: WriterTips
    /// The last event received, which the next most likely follows.
    var last: ChainLink?
    var isChanged = false
    /// A Boolean value that indicates whether something that was received
    /// forked it.
    var hasForked = false
    /// The greatest sequence that came in and was held already.
    var heldThrough: UInt64 = 0

    init(tips: WriterTips) { self.tips = tips }
  }

  /// Creates a receiver for the transaction. `journals` were named by earlier
  /// events, and `noting` is called with each new event. Unless `foldsAll`,
  /// plants and rooms stay as they are.
  init(
    journal: Journal, journals: Set<JournalID> = [], foldsAll: Bool = true,
    noting: ((EventHeader, EventPayload?) -> Void)? = nil,
    in transaction: borrowing WriteTransaction
  ) throws {
    projector = try Projector(
      log: journal.log, databases: journal.projections, in: transaction)
    projector.foldsAll = foldsAll
    log = journal.log
    self.journals = journals
    self.noting = noting
  }

  /// A Boolean value that indicates whether plants and rooms are folded.
  var foldsAll: Bool { projector.foldsAll }

  /// Writers with new events.
  var writers: Set<WriterID> { writers { $0.isChanged } }

  /// Writers whose chain the received events forked.
  var forkedWriters: Set<WriterID> { writers { $0.hasForked } }

  /// The greatest sequence that came in and was held already, by writer.
  var heldThrough: [WriterID: UInt64] {
    chains.mapValues(\.heldThrough).filter { $0.value > 0 }
  }

  private func writers(_ isMeant: (Chain) -> Bool) -> Set<WriterID> {
    Set(chains.filter { isMeant($0.value) }.keys)
  }

  /// Receives one event as another replica shipped it.
  ///
  /// An event that is held already changes nothing.
  ///
  /// - Throws: ``ReceiveError`` if the event does not continue its writer's
  ///   chain; then nothing of this transaction may be committed.
  mutating func receive(_ incoming: IncomingEvent) throws {
    let bytes = incoming.bytes.span.bytes
    let event = try ArrivedEvent(incoming)
    let payload = try event.payload(in: incoming)
    if event.header.stream == .journal,
      case .journalCreated(let body) = payload?.body
    {
      journals.insert(body.journal)
    }
    let chain = try chain(of: event.header.writer)
    // What continues a tip cannot be held: a tip has no successor.
    let continuesTip = chain.tips.has(event.header.previous)
    guard
      try continuesTip
        || !log.contains(event.reference, in: projector.transaction)
    else {
      duplicates += 1
      chain.heldThrough = max(chain.heldThrough, event.header.sequence)
      return
    }
    let action = try checkedAction(of: event, chain)
    try checkReserve(event)
    let isErased =
      try projector.hasErasures
      && projector.databases.isErased(
        event.header, event.hash, in: projector.transaction)
    if isErased, event.frame.hasPayload {
      let erased = EventFrame.erased(event.frame.header(in: bytes))
      try store(event, erased.span.bytes, nil, action, chain)
    } else {
      try store(event, bytes, payload, action, chain)
    }
    if !isErased, !event.frame.hasPayload {
      unexplained[event.erasure] = event.reference
    }
    if !unexplained.isEmpty, let erasure = event.header.erasure(in: payload) {
      unexplained[erasure] = nil
    }
    received += 1
    noting?(event.header, isErased ? nil : payload)
    if event.header.sequence == 1 { beginsWriter = true }
  }

  /// A Boolean value that indicates whether events came without their payloads,
  /// and nothing has said yet that these are erased.
  var lacksErasures: Bool { !unexplained.isEmpty }

  /// The number of payloads dropped from events that were held before.
  var droppedCount: Int { projector.droppedCount }

  /// Refolds streams with late events and stores all that was folded.
  ///
  /// - Throws: ``ReceiveError/missingPayload(_:)`` if an event came without its
  ///   payload, and nothing erases it.
  mutating func finish() throws {
    if let missing = unexplained.values.min() {
      throw ReceiveError.missingPayload(missing)
    }
    try projector.finish()
    for (writer, chain) in chains where chain.isChanged {
      try projector.store.setTips(chain.tips, of: writer, in: log)
    }
    if received > 0 { try projector.store.finish() }
  }

  private mutating func chain(of writer: WriterID) throws -> Chain {
    if let latest, latest.writer == writer { return latest.chain }
    let chain =
      try chains[writer]
      ?? Chain(tips: log.tips(of: writer, in: projector.transaction))
    chains[writer] = chain
    latest = (writer, chain)
    return chain
  }

  private mutating func store(
    _ event: ArrivedEvent, _ bytes: RawSpan, _ payload: EventPayload?,
    _ action: ActionReference, _ chain: Chain
  ) throws {
    try log.insert(
      bytes, as: event.reference, scratch: &scratch, in: projector.transaction)
    let header = event.header
    let branches = chain.tips.tips.count
    chain.tips.advance(
      past: header.previous,
      to: WriterTip(
        sequence: header.sequence, hash: event.hash, stamp: header.stamp))
    chain.last = ChainLink(of: header, event.hash, action)
    chain.isChanged = true
    if chain.tips.tips.count > max(branches, 1) { chain.hasForked = true }
    try projector.fold(
      payload, of: header.knownType, in: header.stream, at: event.position,
      action: action)
  }

  /// Refuses an event that would leave its receivers without stamps.
  private func checkReserve(_ event: ArrivedEvent) throws {
    guard event.isInReserve else { return }
    let held = try log.vector(in: projector.transaction).map(\.tips)
    let known = held + chains.values.map(\.tips)
    try event.checkReserve(
      after: known.compactMap(\.latestStamp).max() ?? .zero)
  }

  /// Checks an event against its predecessor and finds its action.
  private mutating func checkedAction(
    of event: ArrivedEvent, _ chain: Chain
  ) throws -> ActionReference {
    guard event.header.sequence > 1 else { return try event.firstAction() }
    guard let parent = try parent(of: event, chain) else {
      throw ReceiveError.unknownPredecessor(event.reference, tips: chain.tips)
    }
    return try parent.action(of: event)
  }

  private mutating func parent(
    of event: ArrivedEvent, _ chain: Chain
  ) throws -> ChainLink? {
    let header = event.header
    if let last = chain.last, last.hash == header.previous {
      return last.sequence == header.sequence - 1 ? last : nil
    }
    guard let reference = header.predecessor,
      let held = try log.event(reference, in: projector.transaction),
      held.hash == header.previous
    else { return nil }
    // Its index entry may still wait in the projector.
    try projector.flushEntries()
    return try log.link(to: held, in: projector.transaction)
  }
}

/// A reason to refuse an event from another replica.
public enum ReceiveError: DescribedError, Sendable, Hashable {
  /// The bytes are no event.
  case malformed(EventDecodingError)
  /// The event has more bytes than any may have.
  case tooLong(Int)
  /// The payload is missing or is not the one that the header names.
  case badPayload(EventReference)
  /// The payload is missing, and no event that is held or came along erased
  /// it.
  case missingPayload(EventReference)
  /// A first event that names a predecessor or another action.
  case badLink(EventReference)
  /// The event before is not held; `tips` are the last events that are.
  case unknownPredecessor(EventReference, tips: WriterTips)
  /// The stamp is not above that of the predecessor.
  case stampNotRising(EventReference)
  /// A stamp that leaps to the end of time.
  case stampTooFar(EventReference)
  /// The event does not belong to the action that it names.
  case badAction(EventReference)

  public var facts: ErrorFacts {
    switch self {
    case .malformed(let error):
      error.facts.kind == .newerFormat
        ? error.facts : Self.refusal("an event is damaged: \(error)")
    case .tooLong(let count):
      Self.refusal(
        "an event of \(count) bytes is longer than \(RecordedEvent.maximumByteCount)"
      )
    case .badPayload(let event):
      Self.refusal("\(event.text) lacks the payload that it names")
    case .missingPayload(let event):
      Self.refusal(
        "\(event.text) comes without its payload, and nothing says that it was erased",
        "fetch the events again, from a replica that holds them whole")
    case .badLink(let event):
      Self.refusal("\(event.text) does not begin a chain")
    case .unknownPredecessor(let event, _):
      Self.refusal(
        "\(event.text) does not continue what is held of its writer",
        "bring the events before it first")
    case .stampNotRising(let event):
      Self.refusal(
        "\(event.text) has a stamp that is not later than the one before")
    case .stampTooFar(let event):
      Self.refusal(
        "\(event.text) has a stamp so late that no other could follow",
        "the clock of whoever wrote it is broken, or it was forged")
    case .badAction(let event):
      Self.refusal("\(event.text) names an action that it cannot belong to")
    }
  }

  private static func refusal(
    _ message: String, _ remedy: Remedy = "fetch the events again"
  ) -> ErrorFacts {
    .init(.invalidInput, message, remedy, outcome: .nothingTaken)
  }
}

extension EventReference {
  /// The event in words.
  fileprivate var text: String { "event \(sequence) of writer \(writer)" }
}
