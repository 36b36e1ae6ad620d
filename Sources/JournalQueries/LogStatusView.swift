internal import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalLog
public import JournalProjections
internal import LMDBKit

/// What the log of a journal holds.
public struct LogStatusView: Sendable {
  /// One installation that wrote events.
  public struct Writer: Sendable {
    /// Who it is.
    public let recorder: Recorder
    /// The last events of the branches of its chain.
    package let tips: WriterTips

    /// The sequences of the last events of its branches.
    public var lastSequences: [UInt64] { tips.tips.map(\.sequence) }
    /// Whether it has written in two places.
    public var isForked: Bool { tips.isForked }
  }

  /// What a database takes of the data file.
  public struct Part: Sendable {
    /// Its name.
    public let name: String
    /// How many entries it has.
    public let entries: Int
    /// How many bytes its pages have.
    public let bytes: Int
  }

  /// The journals whose events are held, the oldest first.
  public let journals: [JournalID]
  /// The zone in which days are counted.
  public let timeZone: String
  /// Why that zone cannot be used; `nil` where it can.
  public let timeZoneProblem: String?
  /// How many events there are.
  public let events: Int
  /// Who wrote them, by id.
  public let writers: [Writer]
  /// The version of the storage layout.
  public let formatVersion: UInt64
  /// The version of the folds.
  public let reducerVersion: UInt64
  /// How large the database may become, in bytes.
  public let mapBytes: Int
  /// How large it is, in bytes.
  public let dataBytes: Int
  /// What each of its databases takes; the rest is free.
  public let parts: [Part]

  /// How many bytes of the file there are for each event, all that is folded
  /// and what is free included; 0 without events.
  public var bytesPerEvent: Int { events == 0 ? 0 : dataBytes / events }
}

extension Snapshot {
  /// What the log holds.
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

  /// The writer whose id begins with what somebody typed, else that of this
  /// home, and its name; the writer is `nil` where this home has none yet.
  ///
  /// - Throws: ``WriterNameError``, and what the store throws.
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
  ///   - begin: Is told how many events there are.
  ///   - advance: Is told now and then how many were checked.
  /// - Returns: What was found.
  /// - Throws: What the store throws.
  public func verifyLog(
    beginning begin: (Int) -> Void = { _ in },
    advancing advance: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    try open(.readOnly).verify(beginning: begin, progress: advance)
  }

  /// Checks the log, drops all that is folded and folds it again. A log that
  /// is damaged itself would give other folds, and stay damaged.
  ///
  /// - Parameters:
  ///   - begin: Is told how many events are going to be checked, then folded.
  ///   - advance: Is told now and then how many were.
  /// - Returns: How many events the log holds.
  /// - Throws: ``JournalLog/StorageError``, where there is no journal or the
  ///   log is damaged, and what the store throws; nothing is changed then.
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
  /// How many events were checked.
  public var eventCount: Int { events }

  /// What is damaged, a line each.
  public var lines: [String] {
    problems.map {
      "event \($0.event.sequence) of writer \($0.event.writer) \($0.reason)"
    } + faults.map(\.facts.message)
  }

  /// Throws where something is damaged.
  ///
  /// - Throws: ``JournalLog/StorageError``.
  public func check() throws {
    if let first = problems.first {
      throw StorageError.damagedEvent(first.event, reason: first.reason)
    }
    if let first = faults.first { throw first }
  }
}
