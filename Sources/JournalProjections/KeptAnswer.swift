internal import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalTime
internal import LMDBKit

/// A key under which a program repeats a request until it has the answer.
public struct RequestKey: Sendable, Hashable {
  /// The greatest number of bytes of a key's text.
  public static let maximumByteCount = 64

  /// The hash of the sender and the key's text.
  let id: EventHash
  /// The hash of the request.
  let contents: EventHash

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - text: The text that the sender chose.
  ///   - sender: The sender; other senders may choose the same text.
  ///   - contents: Everything that the sender asks for.
  public init(_ text: String, from sender: String, for contents: [UInt8]) {
    var named = Array(sender.utf8)
    // No name of a sender has this byte, so that two parts never look alike.
    named.append(0)
    named += Array(text.utf8)
    id = EventHash(of: named.span.bytes)
    self.contents = EventHash(of: contents.span.bytes)
  }
}

/// The answer to a request with a ``RequestKey``.
public struct KeptAnswer: Sendable, Hashable {
  /// The time of the request.
  public let at: Instant
  /// The bytes of the answer; empty if something was erased since, which the
  /// answer may have named.
  public let bytes: [UInt8]
  fileprivate let contents: EventHash

  /// Returns a Boolean value that indicates whether the answer is to the same
  /// request, rather than to another one with the same key.
  public func isAnswer(to key: RequestKey) -> Bool { contents == key.contents }

  /// The number of milliseconds for which answers are kept: 30 days.
  static let lifetime: Int64 = 30 * 86_400_000
  /// The greatest number of answers that are kept; the oldest go first.
  static let greatestCount = 10_000

  fileprivate func isAlive(at now: Instant) -> Bool {
    now.milliseconds - at.milliseconds <= Self.lifetime
  }

  /// The same answer without what it said.
  fileprivate var emptied: KeptAnswer {
    KeptAnswer(at: at, bytes: [], contents: contents)
  }

  fileprivate init(at: Instant, bytes: [UInt8], contents: EventHash) {
    self.at = at
    self.bytes = bytes
    self.contents = contents
  }

  fileprivate init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.answers) {
      var reader = CBORReader($0)
      _ = try reader.array()
      let at = Instant(milliseconds: Int64(clamping: try reader.unsigned()))
      guard let contents = EventHash(bytes: try reader.byteString()) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.answers, reason: "a hash is too short")
      }
      let answer = try reader.byteString().withUnsafeBytes { Array($0) }
      return KeptAnswer(at: at, bytes: answer, contents: contents)
    }
  }

  fileprivate var stored: [UInt8] {
    var writer = CBORWriter()
    writer.array(3)
    writer.unsigned(UInt64(clamping: at.milliseconds))
    writer.byteString(contents.bytes)
    writer.byteString(bytes)
    return SealedValue.seal(writer.bytes)
  }
}

/// The keys of the database `answers`: a mark, then the id of a request, or the
/// time and the id, in the order in which answers expire.
private enum AnswerEntry {
  static let answer: UInt8 = 0
  static let time: UInt8 = 1

  static func key(of id: EventHash) -> [UInt8] { [answer] + id.bytes }

  static func key(of id: EventHash, at moment: Instant) -> [UInt8] {
    var key = [time]
    key.append(bigEndian: UInt64(clamping: moment.milliseconds))
    return key + id.bytes
  }
}

extension ProjectionDatabases {
  fileprivate func answer(
    to key: RequestKey, at now: Instant,
    in transaction: borrowing some Transaction
  ) throws -> KeptAnswer? {
    let kept = try transaction.get(AnswerEntry.key(of: key.id), in: answers) {
      try KeptAnswer(stored: $0)
    }
    return kept.flatMap { $0.isAlive(at: now) ? $0 : nil }
  }

  /// Removes the answers that are older than their lifetime or too many, a few
  /// at a time.
  fileprivate func removeOldAnswers(
    at now: Instant, in transaction: borrowing WriteTransaction
  ) throws {
    var old: [(time: [UInt8], id: [UInt8])] = []
    let limit = now.milliseconds - KeptAnswer.lifetime
    // Each answer has two entries.
    let surplus =
      try transaction.count(of: answers) / 2 - KeptAnswer.greatestCount
    try transaction.forEachEntry(
      of: answers, withPrefix: [AnswerEntry.time]
    ) { key, _ in
      guard key.byteCount == 9 + EventHash.byteCount,
        Int64(clamping: key.bigEndian(at: 1, count: 8)) < limit
          || old.count < surplus, old.count < 16
      else { return false }
      let bytes = key.withUnsafeBytes { Array($0) }
      old.append((bytes, [AnswerEntry.answer] + bytes[9...]))
      return true
    }
    for entry in old {
      _ = try transaction.delete(entry.time.span.bytes, in: answers)
      _ = try transaction.delete(entry.id.span.bytes, in: answers)
    }
  }

  /// Empties all answers, as they may name what was erased. Their requests stay
  /// known. A damaged answer is removed: it must not keep anything from being
  /// erased.
  ///
  /// - Complexity: O(*n*) for *n* answers.
  func emptyAnswers(in transaction: borrowing WriteTransaction) throws {
    var emptied: [(key: [UInt8], value: [UInt8]?)] = []
    try transaction.forEachEntry(
      of: answers, withPrefix: [AnswerEntry.answer]
    ) { key, value in
      let answer = try? KeptAnswer(stored: value)
      if answer?.bytes.isEmpty != true {
        emptied.append(
          (key.withUnsafeBytes { Array($0) }, answer?.emptied.stored))
      }
      return true
    }
    for entry in emptied {
      if let value = entry.value {
        try transaction.put(entry.key, value, in: answers)
      } else {
        _ = try transaction.delete(entry.key.span.bytes, in: answers)
      }
    }
  }
}

extension Snapshot {
  /// Returns the answer that was given to a request; `nil` if none is kept.
  public func answer(to key: RequestKey) throws -> KeptAnswer? {
    try journal.projections.answer(to: key, at: now, in: transaction)
  }
}

extension ActionSession {
  /// Returns the answer that was given to a request; `nil` if none is kept.
  public func answer(to key: RequestKey) throws -> KeptAnswer? {
    try projector.databases.answer(to: key, at: now, in: transaction)
  }

  /// Keeps the answer to a request for 30 days, if this session is committed.
  ///
  /// - Complexity: O(1), and up to 16 old answers are removed.
  public func keep(_ answer: [UInt8], to key: RequestKey) throws {
    let databases = projector.databases
    try databases.removeOldAnswers(at: now, in: transaction)
    let kept = KeptAnswer(at: now, bytes: answer, contents: key.contents)
    try transaction.put(
      AnswerEntry.key(of: key.id), kept.stored, in: databases.answers)
    try transaction.put(
      AnswerEntry.key(of: key.id, at: now), [], in: databases.answers)
  }
}
