internal import Encodings
public import ErrorKit
public import JournalEvents
public import JournalLog
public import LMDBKit

/// A journal that is open: its home, its log and what is folded from it.
public final class Journal: Sendable {
  /// The version of the storage layout that this program writes.
  public static let formatVersion: UInt64 = 1
  /// The version of the folds. A stored one that differs makes everything
  /// fold again.
  public static let reducerVersion: UInt64 = 5

  /// Where it lives.
  public let home: JournalHome
  /// The events.
  public let log: EventLog
  /// What is folded from them.
  public let projections: ProjectionDatabases
  /// LMDB's environment.
  public let environment: Environment

  private init(home: JournalHome, environment: Environment) {
    self.home = home
    self.environment = environment
    log = EventLog(environment: environment)
    projections = ProjectionDatabases(environment: environment)
  }

  /// Opens the journal in `home`, or for writing makes a place for one.
  ///
  /// A journal whose folds are of another version is folded again first,
  /// which needs the right to write.
  ///
  /// - Returns: For reading where nothing was ever written, a journal
  ///   without events, and nothing is made on disk.
  /// - Throws: ``JournalLog/StorageError``, `LMDBError` or
  ///   ``JournalLog/FileSystemError``.
  public static func open(
    _ home: JournalHome, access: Environment.Access
  ) throws -> Journal {
    guard home.exists || access == .readWrite else { return absent(from: home) }
    if !home.exists { try home.create() }
    let journal = try open(unchanged: home, access: access)
    guard let meta = try journal.read({ try journal.meta(in: $0) }) else {
      return journal
    }
    guard meta.formatVersion <= formatVersion else {
      throw StorageError.newerFormat(
        found: meta.formatVersion, known: formatVersion)
    }
    guard meta.reducerVersion != reducerVersion else { return journal }
    guard access == .readWrite else {
      try journal.environment.close()
      return try open(home, access: .readWrite)
    }
    _ = try journal.rebuild()
    return journal
  }

  /// The journal without events of a home in which nothing was written yet,
  /// for reading; nothing is looked for or made on disk.
  public static func absent(from home: JournalHome) -> Journal {
    Journal(
      home: home,
      environment: .void(databases: ProjectionDatabase.everything))
  }

  /// Opens the environment of a home, whatever the journal in it says of
  /// itself.
  private static func open(
    unchanged home: JournalHome, access: Environment.Access
  ) throws -> Journal {
    try Journal(
      home: home, environment: environment(of: home, access: access))
  }

  /// Opens a journal for reading as it is stored, without folding it again
  /// where its folds are of another version: a copy that must not change.
  ///
  /// - Throws: ``JournalLog/StorageError`` or `LMDBError`.
  public static func openAsStored(_ home: JournalHome) throws -> Journal {
    let environment = try Environment.open(
      directory: home.dataDirectory,
      databases: ProjectionDatabase.everything, access: .readOnly,
      expectsData: true)
    let journal = Journal(home: home, environment: environment)
    let meta = try journal.read { try journal.meta(in: $0) }
    if let meta, meta.formatVersion > formatVersion {
      throw StorageError.newerFormat(
        found: meta.formatVersion, known: formatVersion)
    }
    return journal
  }

  private static func environment(
    of home: JournalHome, access: Environment.Access
  ) throws -> Environment {
    try Environment.open(
      directory: home.dataDirectory,
      databases: ProjectionDatabase.everything, access: access,
      expectsData: home.expectsData)
  }

  /// Runs `body` on one snapshot of the journal.
  public func read<R>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try environment.read(body)
  }

  /// Drops and refolds the projections.
  ///
  /// - `progress`: Is told now and then how many events were folded.
  /// - Returns: How many events the log holds.
  public func rebuild(
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    try environment.write { transaction in
      let count = try Projector.rebuild(
        log: log, databases: projections, in: transaction, progress: progress)
      if var meta = try meta(in: transaction) {
        meta.reducerVersion = Self.reducerVersion
        try setMeta(meta, in: transaction)
      }
      return count
    }
  }

  /// Writes to the journal within one transaction: all that `body` does is
  /// committed durably when it returns, and nothing when it throws.
  ///
  /// `body` may run more than once and must keep nothing outside.
  ///
  /// - `session`: Whose writer, with which clock.
  public func write<R>(
    _ options: ActionSession.Options,
    _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    let place = Identity(
      writer: options.spareWriter, inode: try environment.dataFileInode,
      machine: Identity.currentMachine())
    var found = try home.identity()
    let isRetired = try read { try meta(in: $0)?.needsNewWriter ?? false }
    let previous = found?.writer
    if isRetired { found = nil }
    // Written before anything is: a writer that appended nothing does no
    // harm, an append under another installation's writer does.
    if found?.isSamePlace(as: place) != true || options.usesFreshWriter {
      try home.setIdentity(place)
    }
    let identity =
      found.flatMap { $0.isSamePlace(as: place) ? $0 : nil } ?? place
    let writer = options.usesFreshWriter ? place.writer : identity.writer
    var last: EventReference?
    do {
      return try environment.writeKeeping { transaction in
        var session = try ActionSession(
          journal: self, writer: writer, previous: previous,
          options: options, in: transaction)
        let result = try body(&session)
        try session.finish()
        last = session.lastEvent
        return Committed(result: result)
      }.result
    } catch let error as LMDBError where error.operation == "mdb_txn_commit" {
      // It is not known whether the commit reached the disk; the log is asked.
      guard let last,
        let holds = try? read({ try log.contains(last, in: $0) }), holds
      else { throw error }
      throw JournalError.committedWithFault(error)
    }
  }

  /// Runs `body` on a session as ``write(_:_:)`` would, then takes back all
  /// that it did: the journal and its identity stay as they were.
  ///
  /// - Returns: What `body` returned, for showing what would happen.
  public func rehearse<R>(
    _ options: ActionSession.Options,
    _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    var outcome: R?
    do {
      try environment.writeKeeping { transaction in
        var session = try ActionSession(
          journal: self, writer: options.spareWriter,
          previous: try home.identity()?.writer, options: options,
          in: transaction)
        outcome = try body(&session)
        try session.finish()
        throw Rehearsed()
      }
    } catch is Rehearsed {}
    guard let outcome else { throw Rehearsed() }
    return outcome
  }

  /// Ends the transaction of a rehearsal, so that nothing is committed.
  private struct Rehearsed: Error {}

  private struct Committed<R> {
    let result: R
  }
}

/// Why the journal could not be written as asked.
public enum JournalError: DescribedError, Sendable {
  /// The action is stored, but the system reported a fault while storing it.
  case committedWithFault(LMDBError)
  /// The events do not say which journal they belong to: some are missing.
  case unknownJournal
  /// The events come from another journal.
  case otherJournal(held: [JournalID], received: [JournalID])

  public var facts: ErrorFacts {
    switch self {
    case .committedWithFault(let error):
      .init(
        .system,
        "the action is stored, but the disk reported a fault: \(error)",
        "do not repeat the command; check the disk and make a backup",
        title: "Save Failed", canRetry: false)
    case .unknownJournal:
      .init(
        .invalidInput, "the events do not say which journal they belong to",
        "the export is cut off; export the events again",
        outcome: .nothingTaken)
    case .otherJournal(let held, let received):
      .init(
        .invalidInput,
        "the events belong to journal \(received.text), and this one is \(held.text)",
        .joinJournals, outcome: .nothingTaken)
    }
  }
}

extension [JournalID] {
  fileprivate var text: String {
    map(\.description).joined(separator: ", ")
  }
}
