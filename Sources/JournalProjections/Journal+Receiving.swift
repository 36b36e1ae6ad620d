public import JournalEvents
internal import JournalLog
internal import LMDBKit

/// The outcome of receiving events.
public struct ReceiveResult: Sendable, Hashable {
  /// The number of new events.
  public let received: Int
  /// The number of events that were held already.
  public let duplicates: Int
  /// The greatest sequence among the events held already, by writer.
  public let heldThrough: [WriterID: UInt64]
  /// Writers whose chain has branches now.
  public let forkedWriters: Set<WriterID>
  /// The journals that the events say they belong to.
  public let journals: Set<JournalID>
  /// The number of events held before whose payloads were erased.
  public let erased: Int
  /// A Boolean value that indicates whether no event was left when the
  /// transaction ended.
  public let isComplete: Bool
}

extension Journal {
  /// Receives events in one transaction: all of them are stored, or none.
  ///
  /// - Parameters:
  ///   - merging: Whether events of another journal may join.
  ///   - requiringJournal: Whether events of writers that are not held must
  ///     bring the creation of their journal, so that it is known which they
  ///     belong to; with `merging` any new ones must.
  ///   - isRehearsal: Whether to roll everything back, to show only what would
  ///     happen.
  ///   - limit: The number of events after which the transaction may end, if
  ///     they are known by then to belong here, and their missing payloads to
  ///     be erased. The rest is for another transaction.
  ///   - more: The number of events that follow later. If they outnumber those
  ///     held, plants and rooms are folded once all have arrived or somebody
  ///     reads them.
  ///   - journals: The journals that earlier events named.
  ///   - noting: Called with each new event. If `next` is asked to begin again,
  ///     all earlier calls are void.
  ///   - next: Returns the stored bytes of one event after another, each after
  ///     the one it continues, and `nil` at the end. If `isRepeated`, it begins
  ///     again at the first event: the map had to grow.
  /// - Returns: The outcome.
  /// - Throws: ``ReceiveError``, also if events came without payloads and
  ///   nothing erased them; ``JournalError/otherJournal(held:received:)`` or
  ///   what `next` threw.
  public func receive(
    merging: Bool = false, requiringJournal: Bool = false,
    isRehearsal: Bool = false, limit: Int = .max, expecting more: UInt64 = 0,
    after journals: Set<JournalID> = [],
    noting: ((EventHeader, EventPayload?) -> Void)? = nil,
    _ next: (_ isRepeated: Bool) throws -> [UInt8]?
  ) throws -> ReceiveResult {
    let result = try receiveIncoming(
      merging: merging, requiringJournal: requiringJournal,
      isRehearsal: isRehearsal, limit: limit, expecting: more, after: journals,
      noting: noting
    ) { try next($0).map { IncomingEvent($0) } }
    // If this fails, the next reader tries again: the events are stored.
    if more == 0, !isRehearsal { try? prepareReading() }
    return result
  }

  /// Receives events as ``receive(merging:requiringJournal:isRehearsal:limit:expecting:after:noting:_:)``
  /// does, of which some may have been checked before. Plants and rooms that
  /// are behind are folded by whoever reads next.
  package func receiveIncoming(
    merging: Bool = false, requiringJournal: Bool = false,
    isRehearsal: Bool = false, limit: Int = .max, expecting more: UInt64 = 0,
    after journals: Set<JournalID> = [],
    noting: ((EventHeader, EventPayload?) -> Void)? = nil,
    _ next: (_ isRepeated: Bool) throws -> IncomingEvent?
  ) throws -> ReceiveResult {
    // Before the transaction, which may be taken back.
    try prepareReading(whereBehind: false)
    var isBehind = false
    // After the commit: somebody who reads before it finds nothing behind.
    defer { if isBehind { noteBehind() } }
    return try commit(commits: !isRehearsal) { transaction, missing in
      // Before the receiver looks, as it may fold everything again.
      let meta = try currentMeta(in: transaction, whereBehind: false)
      // Then with the last events, too, whose plants would be stored twice.
      isBehind =
        try meta?.isBehind == true || more > UInt64(log.count(in: transaction))
      let result = try receive(
        EventReceiver(
          journal: self, journals: journals, foldsAll: !isBehind,
          noting: noting, in: transaction),
        meta, merging: merging, requiringJournal: requiringJournal,
        isRehearsal: isRehearsal, limit: limit, in: transaction, next)
      guard result.received > 0 else { return (result, nil) }
      return (result, try head(in: transaction, missing: missing))
    }
  }

  private func receive(
    _ receiver: consuming EventReceiver, _ meta: JournalMeta?, merging: Bool,
    requiringJournal: Bool, isRehearsal: Bool, limit: Int,
    in transaction: borrowing WriteTransaction,
    _ next: (_ isRepeated: Bool) throws -> IncomingEvent?
  ) throws -> ReceiveResult {
    let held = try projections.journalIDs(in: transaction)
    func refusal(_ receiver: borrowing EventReceiver) -> JournalError? {
      if requiringJournal, receiver.received > 0, receiver.journals.isEmpty,
        merging || receiver.beginsWriter
      {
        return .unknownJournal
      }
      return merging || receiver.journals.isJoining(held)
        ? nil
        : .otherJournal(held: held, received: receiver.journals.sorted())
    }
    var isRepeated = transaction.attempt > 1
    var count = 0
    while count < limit || refusal(receiver) != nil || receiver.lacksErasures,
      let event = try next(isRepeated)
    {
      isRepeated = false
      count += 1
      try receiver.receive(event)
    }
    try receiver.finish()
    if receiver.droppedCount > 0, !isRehearsal { try home.markDropped() }
    if let refusal = refusal(receiver) { throw refusal }
    try setMeta(
      among: receiver.writers, meta, isBehind: !receiver.foldsAll,
      in: transaction)
    return ReceiveResult(
      received: receiver.received, duplicates: receiver.duplicates,
      heldThrough: receiver.heldThrough,
      forkedWriters: receiver.forkedWriters, journals: receiver.journals,
      erased: receiver.droppedCount, isComplete: count < limit)
  }

  private func setMeta(
    among writers: Set<WriterID>, _ meta: JournalMeta?, isBehind: Bool,
    in transaction: borrowing WriteTransaction
  ) throws {
    var meta = meta ?? JournalMeta()
    meta.isBehind = isBehind
    // Another copy of this home has written under its writer, or that of a
    // person: the next action needs a writer of its own.
    if let own = try home.identity()?.writer,
      !writers.isDisjoint(with: meta.writers(beside: own))
    {
      meta.needsNewWriter = true
    }
    try setMeta(meta, in: transaction)
  }
}

extension Set<JournalID> {
  /// Returns whether events of these journals may join one that is known as
  /// `held`.
  fileprivate func isJoining(_ held: [JournalID]) -> Bool {
    isEmpty || held.isEmpty || !isDisjoint(with: held)
  }
}
