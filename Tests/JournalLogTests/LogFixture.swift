import JournalEvents
import JournalLog
import JournalTestSupport
import LMDBKit

/// A log in a directory of its own, filled without any of the checks that
/// stand before it.
struct LogFixture {
  let directory: TemporaryDirectory
  let environment: Environment
  let log: EventLog

  init() throws {
    directory = try TemporaryDirectory()
    environment = try Environment.open(
      directory: directory.path, databases: LogDatabase.all,
      access: .readWrite, expectsData: false)
    log = EventLog(environment: environment)
  }

  /// A log that holds `events`, each after the one it continues.
  init(_ events: [RecordedEvent]) throws {
    try self.init()
    try insert(events)
  }

  func insert(_ events: [RecordedEvent]) throws {
    let firsts = Self.actionStarts(of: events)
    try environment.write { transaction in
      var scratch: [UInt8] = []
      for event in events {
        try log.insert(
          event.encoded.span.bytes, as: event.reference, scratch: &scratch,
          in: transaction)
        let entry = StreamEntry(
          stream: event.header.stream, position: event.position,
          actionHashPrefix: firsts[event.hash]?.prefix ?? event.hash.prefix)
        try log.insert([entry], in: transaction)
        var tips = try log.tips(of: event.header.writer, in: transaction)
        tips.advance(
          past: event.header.previous,
          to: WriterTip(
            sequence: event.header.sequence, hash: event.hash,
            stamp: event.header.stamp))
        var digest = EntryDigest()
        try transaction.withWriter(
          of: environment.database(LogDatabase.writers)
        ) { place in
          try log.setTips(
            tips, of: event.header.writer, with: &place, noting: &digest)
        }
      }
    }
  }

  /// For each event, the hash of the first event of its action.
  static func actionStarts(
    of events: [RecordedEvent]
  ) -> [EventHash: EventHash] {
    var starts: [EventHash: EventHash] = [:]
    for event in events {
      let isFirst = event.header.action == event.header.sequence
      starts[event.hash] =
        isFirst ? event.hash : starts[event.header.previous] ?? event.hash
    }
    return starts
  }

  func read<R>(
    _ body: (EventLog, borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try environment.read { try body(log, $0) }
  }

  func verify() throws -> LogVerification {
    try read { log, transaction in try log.verify(in: transaction) }
  }

  /// Changes what is stored behind the log's back.
  func tamper(
    _ database: String,
    _ body: (Database, borrowing WriteTransaction) throws -> Void
  ) throws {
    try environment.write { try body(environment.database(database), $0) }
  }

  /// Replaces an event's stored bytes.
  func store(_ bytes: [UInt8], as reference: EventReference) throws {
    try tamper(LogDatabase.log) { database, transaction in
      let key = LogKey.bytes(of: reference)
      try transaction.put(key.span.bytes, bytes.span.bytes, in: database)
    }
  }

  /// Removes an event's bytes and nothing else.
  func remove(_ reference: EventReference) throws {
    try tamper(LogDatabase.log) { database, transaction in
      let key = LogKey.bytes(of: reference)
      _ = try transaction.delete(key.span.bytes, in: database)
    }
  }
}
