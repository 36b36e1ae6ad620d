internal import Encodings
public import JournalEvents
public import LMDBKit

/// A problem with a stored event.
public struct LogProblem: Sendable, Hashable {
  /// The event's place in the log.
  public let event: EventReference
  /// The end of the sentence "event … ".
  public let reason: String
}

/// The result of a verification.
public struct LogVerification: Sendable {
  /// The number of checked events.
  public internal(set) var events = 0
  /// The problems in the order of the log, at most ``maximumProblems``.
  public internal(set) var problems: [LogProblem] = []
  /// The faults outside of the events.
  public package(set) var faults: [StorageError] = []

  /// The number of problems at which the check stops.
  public static let maximumProblems = 100

  /// A Boolean value that indicates whether nothing is damaged.
  public var isClean: Bool { problems.isEmpty && faults.isEmpty }
}

extension EventLog {
  /// Recomputes every hash and follows every chain from its first event. It
  /// calls `progress` from time to time with the number of checked events.
  ///
  /// - Complexity: O(*n*) for *n* events; memory does not grow with the log.
  public func verify(
    in transaction: borrowing some Transaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    var verifier = ChainVerifier()
    let vector = try vector(in: transaction)
    try transaction.auditEntries(of: log) { key, bytes in
      try verifier.check(key, bytes)
      // Calling it for every event would slow down the check.
      if verifier.result.events & 0xfff == 0 {
        progress(verifier.result.events)
      }
      return !verifier.isFull
    }
    guard !verifier.isFull else { return verifier.result }
    verifier.finish(vector)
    try verifier.checkErasures { erasure in
      try withEvent(erasure.event, in: transaction) { bytes in
        let visited = try VisitedEvent(bytes, stored: erasure.event)
        return visited.header.isErasable && visited.frame.hasPayload
          && EventHash(of: visited.frame.header(in: bytes)) == erasure.hash
      } ?? false
    }
    // Damaged events matter more than an index that differs.
    guard verifier.result.isClean else { return verifier.result }
    guard try indexDigest(in: transaction) == verifier.index else {
      throw StorageError.damagedIndex
    }
    return verifier.result
  }

  private func indexDigest(
    in transaction: borrowing some Transaction
  ) throws -> EntryDigest {
    var digest = EntryDigest()
    var entries: [StreamEntry] = []
    var last: StreamEntry?
    try transaction.auditEntries(of: streams) { key, value in
      do {
        try StreamRun.read(key, value, into: &entries)
      } catch {
        throw StorageError.damagedIndex
      }
      if let last, let first = entries.first, first <= last {
        throw StorageError.damagedIndex
      }
      for entry in entries { digest.add(entry) }
      last = entries.last
      return true
    }
    return digest
  }
}

/// Follows the chains in the order of the log's keys: all events with one
/// sequence number of a writer, then those with the next.
private struct ChainVerifier {
  /// An event that the next sequence must continue.
  private struct Link {
    let event: EventReference
    let hash: EventHash
    let stamp: Stamp
    let action: UInt64
    let actionHashPrefix: UInt64
    var isContinued = false
  }

  var result = LogVerification()
  /// The digest that the index of streams must have.
  private(set) var index = EntryDigest()
  private var writer: WriterID?
  private var sequence: UInt64 = 0
  private var parents: [Link] = []
  private var current: [Link] = []
  private var tips: [WriterID: [Link]] = [:]
  /// The erasures that events describe.
  private var erasures: Set<Erasure> = []
  private var emptied: [Erasure] = []

  var isFull: Bool {
    result.problems.count >= LogVerification.maximumProblems
  }

  mutating func check(_ key: RawSpan, _ bytes: RawSpan) throws {
    guard let reference = LogKey.reference(key) else {
      throw StorageError.damagedValue(
        database: LogDatabase.log, reason: "a key names no event")
    }
    result.events += 1
    move(to: reference)
    if let reason = fault(of: bytes, stored: reference) {
      report(reason, of: reference)
    }
  }

  /// Compares the ends of the chains with the stored tips.
  mutating func finish(_ vector: [(writer: WriterID, tips: WriterTips)]) {
    closeWriter()
    for (writer, kept) in vector where !isFull {
      let found = tips.removeValue(forKey: writer) ?? []
      compare(found, with: kept.tips, of: writer)
    }
    for (_, found) in tips.sorted(by: { $0.key < $1.key }) where !isFull {
      for link in found { reportUnknownTip(link.event) }
    }
  }

  /// Compares the missing payloads with the erasures.
  mutating func checkErasures(
    _ isThere: (Erasure) throws -> Bool
  ) throws {
    for event in emptied where !isFull && !erasures.contains(event) {
      report("has no payload, and nothing erased it", of: event.event)
    }
    let remaining = erasures.subtracting(emptied)
    for erasure in remaining.sorted(by: { $0.event < $1.event })
    where try !isFull && isThere(erasure) {
      report("is erased, but its payload is there", of: erasure.event)
    }
  }

  private mutating func compare(
    _ found: [Link], with kept: [WriterTip], of writer: WriterID
  ) {
    let foundHashes = Set(found.map(\.hash))
    for tip in kept where !foundHashes.contains(tip.hash) {
      report("is known as a tip but missing", of: tip.reference(of: writer))
    }
    let keptHashes = Set(kept.map(\.hash))
    for link in found where !keptHashes.contains(link.hash) {
      reportUnknownTip(link.event)
    }
  }

  private mutating func reportUnknownTip(_ event: EventReference) {
    report("ends a chain, but is not known as a tip", of: event)
  }

  private mutating func report(_ reason: String, of event: EventReference) {
    result.problems.append(LogProblem(event: event, reason: reason))
  }

  private mutating func move(to reference: EventReference) {
    if reference.writer != writer {
      closeWriter()
      writer = reference.writer
      sequence = reference.sequence
    } else if reference.sequence != sequence {
      closeSequence()
      // After a gap, no event can continue the chain.
      if reference.sequence != sequence + 1 { parents = [] }
      sequence = reference.sequence
    }
  }

  private mutating func closeSequence() {
    if let writer {
      for link in parents where !link.isContinued {
        tips[writer, default: []].append(link)
      }
    }
    // Swap instead of copying, so that no event allocates a list, and remove
    // elements one by one, as there is one link per branch.
    swap(&parents, &current)
    while !current.isEmpty { current.removeLast() }
  }

  private mutating func closeWriter() {
    closeSequence()
    closeSequence()
  }

  private mutating func fault(
    of bytes: RawSpan, stored reference: EventReference
  ) -> String? {
    do throws(EventDecodingError) {
      let frame = try EventFrame(decoding: bytes)
      let headerBytes = frame.header(in: bytes)
      let header = try EventHeader(decoding: headerBytes)
      let hash = EventHash(of: headerBytes)
      guard
        hash.prefix == reference.hashPrefix,
        header.writer == reference.writer,
        header.sequence == reference.sequence
      else { return "is stored under a wrong hash" }
      let parent = parents.firstIndex { $0.hash == header.previous }
      note(header, reference, hash, after: parent)
      if let payload = frame.payload(in: bytes) {
        guard EventHash(of: payload) == header.payloadHash else {
          return "has another payload than its header names"
        }
        if header.erases,
          let erasure = header.erasure(in: header.payload(in: payload))
        {
          erasures.insert(erasure)
        }
      } else if header.isErasable {
        emptied.append(Erasure(of: reference, hash: hash))
      } else {
        return "has no payload, which cannot be erased"
      }
      return chainFault(of: header, after: parent)
    } catch {
      return "cannot be read: \(error)"
    }
  }

  private mutating func note(
    _ header: EventHeader, _ reference: EventReference, _ hash: EventHash,
    after parent: Int?
  ) {
    let prefix =
      header.action == header.sequence
      ? hash.prefix : parent.map { parents[$0].actionHashPrefix } ?? 0
    current.append(
      Link(
        event: reference, hash: hash, stamp: header.stamp,
        action: header.action, actionHashPrefix: prefix))
    index.add(
      StreamEntry(
        stream: header.stream,
        position: LogPosition(of: reference, at: header.stamp),
        actionHashPrefix: prefix))
  }

  private mutating func chainFault(
    of header: EventHeader, after parent: Int?
  ) -> String? {
    if header.sequence == 1 {
      return header.previous == .zero ? nil : "names an event before the first"
    }
    guard let parent else { return "does not continue its writer's chain" }
    parents[parent].isContinued = true
    if header.stamp <= parents[parent].stamp {
      return "has a stamp that is not later than the one before"
    }
    let startsAction = header.action == header.sequence
    return startsAction || header.action == parents[parent].action
      ? nil : "names an action that it cannot belong to"
  }
}
