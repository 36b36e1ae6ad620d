internal import Encodings
public import JournalEvents
public import LMDBKit

/// The names of the databases of the log.
public enum LogDatabase {
  /// The events themselves.
  public static let log = "log"
  /// The events of each stream, in canonical order.
  public static let streams = "streams"
  /// The tips of each writer.
  public static let writers = "writers"

  /// The names of all databases of the log.
  public static let all = [log, streams, writers]
}

/// The append-only log: raw event bytes, an index of streams and the tips of
/// each writer.
///
/// A value of databases only; every call gets its transaction, so that one
/// transaction can hold the log and its projections.
public struct EventLog: Sendable {
  let log: Database
  let streams: Database
  let writers: Database

  /// Creates the log of an environment that was opened with
  /// ``LogDatabase/all``.
  public init(environment: Environment) {
    log = environment.database(LogDatabase.log)
    streams = environment.database(LogDatabase.streams)
    writers = environment.database(LogDatabase.writers)
  }

  /// The number of stored events.
  public func count(in transaction: borrowing some Transaction) throws -> Int {
    try transaction.count(of: log)
  }

  /// Returns whether an event is stored.
  public func contains(
    _ reference: EventReference, in transaction: borrowing some Transaction
  ) throws -> Bool {
    let key = LogKey.bytes(of: reference)
    return try transaction.contains(key.span.bytes, in: log)
  }

  /// Lends the stored bytes of an event; `nil` if it is missing.
  public func withEvent<R>(
    _ reference: EventReference, in transaction: borrowing some Transaction,
    _ body: (RawSpan) throws -> R
  ) throws -> R? {
    try transaction.get(LogKey.bytes(of: reference), in: log, body)
  }

  /// The event, its hash checked against its key; `nil` if it is missing.
  public func event(
    _ reference: EventReference, in transaction: borrowing some Transaction
  ) throws -> RecordedEvent? {
    try withEvent(reference, in: transaction) { bytes in
      try Self.checked(bytes, as: reference)
    }
  }

  /// Decodes an event and checks it against the key it was found under.
  public static func checked(
    _ bytes: RawSpan, as reference: EventReference
  ) throws -> RecordedEvent {
    let event: RecordedEvent
    do {
      event = try RecordedEvent(decoding: bytes)
    } catch {
      throw StorageError.damagedEvent(reference, reason: error.description)
    }
    try check(event, as: reference)
    return event
  }

  static func check(
    _ event: RecordedEvent, as reference: EventReference
  ) throws(StorageError) {
    guard event.reference == reference else {
      throw StorageError.damagedEvent(
        reference, reason: "it is stored under a wrong hash")
    }
    guard event.payloadBytes == nil || event.hasIntactPayload else {
      throw StorageError.damagedEvent(
        reference, reason: "its payload does not have the hash that it names")
    }
  }

  /// The tips of `writer`.
  public func tips(
    of writer: WriterID, in transaction: borrowing some Transaction
  ) throws -> WriterTips {
    try transaction.get(writer.bytes, in: writers) { value in
      try WriterTips.decode(value)
    } ?? .none
  }

  /// The number of writers with stored events.
  public func writerCount(
    in transaction: borrowing some Transaction
  ) throws -> Int {
    try transaction.count(of: writers)
  }

  /// The tips of every writer, by writer.
  public func vector(
    in transaction: borrowing some Transaction
  ) throws -> [(writer: WriterID, tips: WriterTips)] {
    var vector: [(writer: WriterID, tips: WriterTips)] = []
    try forEachWriter(in: transaction) { writer, tips in
      vector.append((writer, tips))
      return true
    }
    return vector
  }

  /// Visits the writers with their tips, in order, until `body` returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - start: The writer to begin with; `nil` for the first.
  ///   - transaction: The transaction to read in.
  ///   - body: Gets a writer and its tips; `false` ends the visit.
  /// - Throws: ``StorageError``, or the error of `body`.
  public func forEachWriter(
    from start: WriterID? = nil, in transaction: borrowing some Transaction,
    _ body: (WriterID, WriterTips) throws -> Bool
  ) throws {
    try transaction.forEachEntry(of: writers, from: start?.bytes ?? []) {
      key, value in
      guard let writer = WriterID(bytes: key) else {
        throw StorageError.damagedValue(
          database: LogDatabase.writers, reason: "a key has no writer")
      }
      return try body(writer, try WriterTips.decode(value))
    }
  }

  /// Stores one event's bytes. The caller has checked its chain and stores
  /// its index entry and tip in the same transaction.
  public func insert(
    _ bytes: RawSpan, as reference: EventReference,
    scratch: inout [UInt8], in transaction: borrowing WriteTransaction
  ) throws {
    scratch.removeAll(keepingCapacity: true)
    LogKey.append(reference, to: &scratch)
    // A writer's events come one after another.
    try transaction.append(scratch.span.bytes, bytes, in: log)
  }

  /// Stores the tips of `writer`, with a place to write in
  /// ``LogDatabase/writers`` and the digest of that.
  public func setTips(
    _ tips: WriterTips, of writer: WriterID, with place: inout EntryWriter,
    noting digest: inout EntryDigest
  ) throws {
    try place.put(writer.bytes, tips.encoded, noting: &digest)
  }

  /// The action of a stored event: the event begins it, or its index entry
  /// names it. `nil` if that entry is missing.
  public func action(
    of header: EventHeader, at position: LogPosition,
    in transaction: borrowing some Transaction
  ) throws -> ActionReference? {
    // Most actions consist of one event, and need no look-up.
    if header.action == header.sequence {
      return ActionReference(first: position.reference)
    }
    let prefix = try actionHashPrefix(
      of: header.stream, at: position, in: transaction)
    return prefix.map { ActionReference(of: header, hashPrefix: $0) }
  }
}

extension EventLog {
  /// The time of a writer's first event by its own clock, and the previous
  /// writer of its home; `nil` for no such writer, and no previous writer if
  /// that is unknown.
  public func beginning(
    of writer: WriterID, in transaction: borrowing some Transaction
  ) throws -> (stamp: Stamp, previous: WriterID?)? {
    let prefix = LogKey.prefix(1, of: writer)
    var beginning: (stamp: Stamp, previous: WriterID?)?
    try transaction.forEachEntry(of: log, withPrefix: prefix) { key, bytes in
      guard let reference = LogKey.reference(key) else { return false }
      let event = try VisitedEvent(bytes, stored: reference)
      beginning = (event.header.stamp, nil)
      if case .writerStarted(let body)? = event.payload(in: bytes)?.body {
        beginning?.previous = body.previous
      }
      return false
    }
    return beginning
  }
}
