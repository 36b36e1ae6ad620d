internal import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalLog
public import JournalProjections
internal import LMDBKit

/// The contents of a journal's log.
public struct LogStatusView: Sendable {
  /// An installation that wrote events.
  public struct Writer: Sendable {
    /// The recorder of its events.
    public let recorder: Recorder
    /// The tips of the branches of its chain.
    package let tips: WriterTips

    /// The sequences of its tips.
    public var lastSequences: [UInt64] { tips.tips.map(\.sequence) }
    /// A Boolean value that indicates whether it wrote in two places.
    public var isForked: Bool { tips.isForked }
  }

  /// The space that a database takes in the data file.
  public struct Part: Sendable {
    /// The name of the database.
    public let name: String
    /// The number of entries.
    public let entries: Int
    /// The number of bytes in its pages.
    public let bytes: Int
  }

  /// The journals that have events here, the oldest first.
  public let journals: [JournalID]
  /// The time zone in which days are counted.
  public let timeZone: String
  /// The error of that zone; `nil` if it is usable.
  public let timeZoneProblem: String?
  /// The number of events.
  public let events: Int
  /// The writers of the events, by id.
  public let writers: [Writer]
  /// The version of the storage layout.
  public let formatVersion: UInt64
  /// The version of the folds.
  public let reducerVersion: UInt64
  /// The maximum size of the database, in bytes.
  public let mapBytes: Int
  /// The size of the database, in bytes.
  public let dataBytes: Int
  /// The space that each database takes; the rest is free.
  public let parts: [Part]

  /// The bytes of the file per event, including folded values and free space; 0
  /// without events.
  public var bytesPerEvent: Int { events == 0 ? 0 : dataBytes / events }
}

extension Snapshot {
  /// Returns the contents of the log.
  public func logStatus() throws -> LogStatusView {
    let meta = try journal.meta(in: transaction)
    let household = try household()
    let writers = try log.vector(in: transaction).map { id, tips in
      LogStatusView.Writer(
        recorder: try recorder(id, in: household), tips: tips)
    }
    return LogStatusView(
      journals: try journal.projections.journalIDs(in: transaction),
      timeZone: settings.timeZone,
      timeZoneProblem: settings.timeZoneProblem().map { "\($0)" },
      events: try log.count(in: transaction), writers: writers,
      formatVersion: meta?.formatVersion ?? Journal.formatVersion,
      reducerVersion: meta?.reducerVersion ?? Journal.reducerVersion,
      mapBytes: try journal.environment.mapByteCount,
      dataBytes: try journal.environment.dataByteCount,
      parts: try ProjectionDatabase.everything.map { name in
        let database = journal.environment.database(name)
        return .init(
          name: name, entries: try transaction.count(of: database),
          bytes: try transaction.byteCount(of: database))
      })
  }

  /// Returns the writer whose id starts with the typed text, by default that of
  /// this home, and its name. The writer is `nil` if this home has none yet.
  ///
  /// - Throws: ``WriterNameError``, or an error of the store.
  public func writerName(
    _ beginning: String?
  ) throws -> (writer: WriterID?, name: WriterName?) {
    let writer =
      try beginning.map { try self.writer(named: $0) }
      ?? ownWriters.last
    return (writer, try writer.flatMap { try name(of: $0) })
  }
}

extension CareJournal {
  /// Recomputes every hash and follows every chain from its first event.
  ///
  /// - Parameters:
  ///   - begin: Called with the number of events.
  ///   - advance: Called from time to time with the number of checked events.
  /// - Returns: The result of the verification.
  /// - Throws: An error of the store.
  public func verifyLog(
    beginning begin: (Int) -> Void = { _ in },
    advancing advance: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    try open(.readOnly).verify(beginning: begin, progress: advance)
  }

  /// Verifies the log, deletes all folded values and folds them again. A
  /// damaged log is refused: its folds would differ, and it would stay damaged.
  ///
  /// - Parameters:
  ///   - begin: Called with the number of events before checking, and before
  ///     folding.
  ///   - advance: Called from time to time with the number of processed events.
  /// - Returns: The number of events in the log.
  /// - Throws: `StorageError` if there is no journal or the log is
  ///   damaged, or an error of the store. Nothing is changed then.
  public func rebuild(
    beginning begin: (_ isFolding: Bool, _ count: Int) -> Void = { _, _ in },
    advancing advance: (Int) -> Void = { _ in }
  ) throws -> Int {
    guard home.exists else { throw StorageError.noJournal(path: home.path) }
    let journal = try open(.readWrite)
    try journal.read { transaction in
      let count = try journal.log.count(in: transaction)
      begin(false, count)
      try journal.log.verify(in: transaction, progress: advance).check()
      begin(true, count)
    }
    let count = try journal.rebuild(progress: advance)
    noteWriting()
    return count
  }
}

extension LogVerification {
  /// The number of checked events.
  public var eventCount: Int { events }

  /// The damage, one line each.
  public var lines: [String] {
    problems.map {
      "event \($0.event.sequence) of writer \($0.event.writer) \($0.reason)"
    } + faults.map(\.facts.message)
  }

  /// Throws an error if anything is damaged.
  ///
  /// - Throws: `StorageError`.
  public func check() throws {
    if let first = problems.first {
      throw StorageError.damagedEvent(first.event, reason: first.reason)
    }
    if let first = faults.first { throw first }
  }
}
