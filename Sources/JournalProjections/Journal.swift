internal import Encodings
public import ErrorKit
internal import Glibc
public import JournalEvents
public import JournalLog
public import LMDBKit
internal import Synchronization

/// An open journal: its home, its log and its projections.
public final class Journal: Sendable {
  /// The version of the storage layout that this program writes. Version 1 had
  /// the entries of `streams` one by one.
  public static let formatVersion: UInt64 = 2
  /// The version of the folds. A stored one that differs makes everything
  /// fold again.
  public static let reducerVersion: UInt64 = 22

  /// The home in which the journal lives.
  public let home: JournalHome
  /// The events.
  public let log: EventLog
  /// The state that is folded from the events.
  public let projections: ProjectionDatabases
  /// LMDB's environment.
  public let environment: Environment

  /// A Boolean value that indicates whether this program is known to read the
  /// stored form, and to have folded it in its own way.
  private let isCurrent = Atomic<Bool>(false)

  private let folds = Mutex<KeptFolds?>(nil)

  /// The results that a long-lived program keeps, also when it opens the files
  /// again; `nil` for other programs.
  package var keptFolds: KeptFolds? {
    get { folds.withLock(\.self) }
    set { folds.withLock { $0 = newValue } }
  }

  private init(home: JournalHome, environment: Environment) {
    self.home = home
    self.environment = environment
    log = EventLog(environment: environment)
    projections = ProjectionDatabases(environment: environment)
  }

  /// Opens the journal in `home`, or for writing makes a place for one.
  ///
  /// A journal whose folds are of another version is folded again before it is
  /// read, which needs the right to write.
  ///
  /// - Returns: The journal. If nothing was ever written, reading gets a
  ///   journal without events, and nothing is made on disk.
  /// - Throws: `StorageError`, `LMDBError` or
  ///   `FileSystemError`. Opening for writing does not check the
  ///   form that an earlier program stored; the first read or write does.
  public static func open(
    _ home: JournalHome, access: Environment.Access
  ) throws -> Journal {
    guard home.exists || access == .readWrite else { return absent(from: home) }
    if !home.exists { try home.create() }
    let journal = try open(home, access, expectsData: home.expectsData)
    guard access == .readOnly else { return journal }
    guard try journal.needsFolding() else { return journal }
    try journal.environment.close()
    do {
      return try open(home, access: .readWrite)
    } catch let error as LMDBError where error.forbidsWriting {
      // What is only behind can be folded in memory.
      let journal = try open(home, .readOnly, expectsData: home.expectsData)
      guard try journal.isReadBehind() else { throw error }
      return journal
    }
  }

  /// The journal without events of a home in which nothing was written yet,
  /// for reading; nothing is looked for or made on disk.
  public static func absent(from home: JournalHome) -> Journal {
    Journal(
      home: home, environment: .void(databases: ProjectionDatabase.everything))
  }

  /// Opens a copy that must not change, for reading it as it is stored: folds
  /// of another version are not made again.
  ///
  /// - Throws: `StorageError` or `LMDBError`.
  public static func openAsStored(_ home: JournalHome) throws -> Journal {
    let journal = try open(home, .readOnly, expectsData: true)
    _ = try journal.needsFolding()
    journal.isCurrent.store(true, ordering: .relaxed)
    return journal
  }

  private static func open(
    _ home: JournalHome, _ access: Environment.Access, expectsData: Bool
  ) throws -> Journal {
    do {
      return try open(
        home, access, expectsData: expectsData,
        required: ProjectionDatabase.everything)
    } catch {
      guard error.code == .damaged, error.operation == "mdb_dbi_open" else {
        throw error
      }
      // An older program had fewer, and other folds. Else what names them is
      // damaged, and making them again would write to a damaged file.
      let old = try open(
        home, .readOnly, expectsData: expectsData, required: LogDatabase.all)
      let isOlder = try old.needsFolding()
      try old.environment.close()
      // Where it is not by now, another process has brought it up to date.
      return try open(
        home, access, expectsData: expectsData,
        required: isOlder ? LogDatabase.all : ProjectionDatabase.everything)
    }
  }

  private static func open(
    _ home: JournalHome, _ access: Environment.Access, expectsData: Bool,
    required: [String]
  ) throws(LMDBError) -> Journal {
    do throws(LMDBError) {
      return Journal(
        home: home,
        environment: try Environment.open(
          directory: home.dataDirectory,
          databases: ProjectionDatabase.everything, required: required,
          access: access, expectsData: expectsData))
    } catch {
      // It existed when it was decided to open it. If it is missing now, it was
      // removed meanwhile; if there is data, a restore has brought it since.
      guard error.code == .missing, !home.exists || home.hasData
      else { throw error }
      throw LMDBError(
        code: .replaced, operation: error.operation, path: error.path)
    }
  }

  /// Returns whether another program's folds made the stored projections.
  ///
  /// - Throws: `StorageError.newerFormat(found:known:)`.
  private func needsFolding() throws -> Bool {
    let meta = try environment.read { try self.meta(in: $0) }
    let isStale = try meta?.isStale() ?? false
    isCurrent.store(!isStale, ordering: .relaxed)
    return isStale
  }

  /// Folds the journal again if needed, unless it is known not to be.
  func prepareReading(whereBehind: Bool = true) throws {
    guard !isCurrent.load(ordering: .relaxed), try needsFolding() else {
      return
    }
    if !whereBehind || environment.access == .readOnly,
      try environment.read({ try meta(in: $0) })?.isOfOtherFolds == false
    {
      return
    }
    _ = try refold(acceptingGaps: false)
  }

  /// Returns whether plants and rooms are behind the log and stay so, as
  /// nothing can be written here.
  func isReadBehind() throws -> Bool {
    try environment.read { try isReadBehind(in: $0) }
  }

  func isReadBehind(in transaction: borrowing some Transaction) throws -> Bool {
    guard environment.access == .readOnly,
      let meta = try meta(in: transaction)
    else { return false }
    return meta.isBehind && !meta.isOfOtherFolds
  }

  /// Notes that plants and rooms lack received events.
  func noteBehind() { isCurrent.store(false, ordering: .relaxed) }

  /// Returns the journal's record of itself, after folding stale projections
  /// again: with `whereBehind` also those that only lack new events.
  func currentMeta(
    in transaction: borrowing WriteTransaction, whereBehind: Bool = true
  ) throws -> JournalMeta? {
    let found = try meta(in: transaction)
    guard let found, try found.isStale() else {
      isCurrent.store(true, ordering: .relaxed)
      return found
    }
    if !whereBehind, !found.isOfOtherFolds { return found }
    _ = try rebuild(in: transaction)
    return try meta(in: transaction)
  }

  /// Runs `body` on one snapshot of the journal.
  public func read<R>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try readingFolded {
      try environment.read { transaction in
        try isFolded(in: transaction) ? body(transaction) : nil
      }
    }
  }

  /// Retries `attempt` until it returns a result: another process may receive
  /// events meanwhile that are folded later.
  func readingFolded<R>(_ attempt: () throws -> R?) throws -> R {
    while true {
      try prepareReading()
      if let result = try attempt() { return result }
      noteBehind()
    }
  }

  /// Returns whether plants and rooms are not behind the log, or have to stay
  /// so.
  func isFolded(in transaction: borrowing some Transaction) throws -> Bool {
    try environment.access == .readOnly
      || meta(in: transaction)?.isBehind != true
  }

  /// Runs `body` on one snapshot of the journal in which plants and rooms may
  /// lack the latest events, for readers of the log alone.
  public func readLog<R>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    try prepareReading(whereBehind: false)
    return try environment.read(body)
  }

  /// Drops and refolds the projections. `progress` is called now and then with
  /// the number of events folded.
  ///
  /// - Returns: The number of events in the log.
  public func rebuild(progress: (Int) -> Void = { _ in }) throws -> Int {
    // A user who asks for it accepts that events are missing.
    try refold(acceptingGaps: true, progress: progress)
  }

  private func refold(
    acceptingGaps: Bool, progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    let count = try commit { transaction, missing in
      _ = try meta(in: transaction)?.isStale()
      let count = try rebuild(in: transaction, progress: progress)
      let told = acceptingGaps ? nil : missing
      return (count, try head(in: transaction, missing: told))
    }
    isCurrent.store(true, ordering: .relaxed)
    return count
  }

  private func rebuild(
    in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> Int {
    // What is dropped is free for all that is written next: it must not be a
    // part of the log.
    if let damage = try damagedPages(at: transaction.number - 1).first {
      throw damage
    }
    var meta = try meta(in: transaction)
    if let meta, meta.formatVersion < 2 {
      try log.packStreams(in: transaction)
    }
    // What LMDB says of it may be damaged, too.
    try transaction.removeAll(in: projections.meta)
    let (count, dropped) = try Projector.rebuild(
      log: log, databases: projections, in: transaction, progress: progress)
    if dropped > 0 { try home.markDropped() }
    // Without a record the home knows the last of the writers that it has used
    // by its identity, and that there may have been a newer one.
    if meta == nil, count > 0 {
      meta = JournalMeta(
        ownWriters: (try? home.identity()).map { [$0.writer] } ?? [],
        needsNewWriter: true)
    }
    meta?.formatVersion = Self.formatVersion
    meta?.reducerVersion = Self.reducerVersion
    meta?.isBehind = false
    if let meta { try setMeta(meta, in: transaction) }
    return count
  }

  /// Writes to the journal within one transaction: all that `body` does is
  /// committed durably when it returns, and nothing when it throws.
  ///
  /// `body` may run more than once and must keep nothing outside. `options`
  /// say whose writer writes, with which clock.
  public func write<R>(
    _ options: ActionSession.Options, _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    var last: EventReference?
    do {
      let result = try act(options, isRehearsal: false) { session in
        let result = try body(&session)
        last = session.lastEvent
        return result
      }
      isCurrent.store(true, ordering: .relaxed)
      return result
    } catch let error as LMDBError where error.operation == "mdb_txn_commit" {
      // It is not known whether the commit reached the disk; the log is asked.
      guard let last,
        let holds = try? read({ try log.contains(last, in: $0) })
      else { throw error }
      throw holds
        ? JournalError.committedWithFault(error)
        : JournalError.notCommitted(error)
    }
  }

  /// Runs `body` on a session as ``write(_:_:)`` would, then takes back all
  /// that it did: the journal and its identity stay as they were.
  ///
  /// - Returns: The result of `body`, to show what would happen.
  public func rehearse<R>(
    _ options: ActionSession.Options, _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    try act(options, isRehearsal: true, body)
  }

  private func act<R>(
    _ options: ActionSession.Options, isRehearsal: Bool,
    _ body: (inout ActionSession) throws -> R
  ) throws -> R {
    try commit(commits: !isRehearsal) { transaction, missing in
      let meta = try currentMeta(in: transaction)
      // Not before: another may have retired the writer meanwhile.
      let found = try home.identity()
      let (writer, isCopy) = try claimWriter(
        options, found,
        isRetired: meta?.needsNewWriter == true || missing?.isNew == true,
        isRehearsal: isRehearsal)
      let reading = transaction.shared
      var session = try ActionSession(
        journal: self, home: writer, previous: found?.writer, meta: meta,
        isCopy: isCopy, options: options, in: transaction)
      let result = try body(&session)
      guard try session.finish() else { return (result, nil) }
      if !isRehearsal, session.projector.droppedCount > 0 {
        try home.markDropped()
      }
      return (result, try head(in: reading, missing: missing))
    }
  }

  /// Returns the writer found in this home, or a new one if that belongs to
  /// another place or is retired; and whether the home is a copy of another.
  private func claimWriter(
    _ options: ActionSession.Options, _ found: Identity?, isRetired: Bool,
    isRehearsal: Bool
  ) throws -> (writer: WriterID, isCopy: Bool) {
    let place = Identity(
      writer: options.spareWriter, inode: try environment.dataFileInode,
      machine: Identity.currentMachine())
    if let found, found.isSamePlace(as: place), !isRetired,
      !options.usesFreshWriter
    {
      return (found.writer, false)
    }
    // Written before anything is: a writer that appended nothing does no
    // harm, an append under another installation's writer does.
    if !isRehearsal { try home.setIdentity(place) }
    return (place.writer, found.map { $0.isCopied(to: place) } ?? false)
  }
}

/// A failure to write to the journal.
public enum JournalError: DescribedError, Sendable {
  /// The action is stored, but the system reported a fault while storing it.
  case committedWithFault(LMDBError)
  /// The action could not be stored, and the journal is as it was.
  case notCommitted(LMDBError)
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
    case .notCommitted(let error):
      error.facts.ofNothingWritten
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

extension ErrorFacts {
  fileprivate var ofNothingWritten: ErrorFacts {
    var facts = self
    facts.outcome = .nothingWritten
    return facts
  }
}

extension [JournalID] {
  fileprivate var text: String {
    map(\.description).joined(by: ", ")
  }
}

extension Journal {
  /// Removes the journal from its home while nobody else writes to it, and
  /// closes it. A process that waits to write then finds it gone, and refuses.
  ///
  /// A process that dies meanwhile leaves all events in the home, or none and
  /// maybe a directory that nothing looks at. After a power cut it may be
  /// there again until the home's directory is flushed.
  ///
  /// - Parameter body: Is run first, with no writer at work, and reads the
  ///   journal at most.
  /// - Returns: The result of `body`.
  /// - Throws: The error of the store, the system or `body`; the journal is
  ///   then as it was.
  public func remove<R>(after body: () throws -> R) throws -> R {
    _ = try needsFolding()
    let (result, waste) = try environment.whileUnused {
      let result = try body()
      let number = try environment.dataFileInode
      return (result, try home.setJournalAside(number: number))
    }
    // It is removed by now, even if something fails.
    try? environment.close()
    JournalHome.removeData(in: waste)
    return result
  }

  /// Removes the files of a journal that holds no event, and its identity: a
  /// first command that was refused leaves nothing behind.
  ///
  /// A journal into which another process has written meanwhile stays. A
  /// process that waits to write finds the file gone, and refuses.
  public func discardIfEmpty() throws {
    try environment.whileUnused {
      let isEmpty = try environment.read { try log.count(in: $0) == 0 }
      if isEmpty { try home.removeJournal() }
    }
    try environment.close()
  }
}

extension Journal {
  /// A digest of the keys and values of each database that a rebuild makes
  /// again, by name.
  ///
  /// - Complexity: O(*n*) for *n* entries.
  public func projectionDigests(
    in transaction: borrowing some Transaction
  ) throws -> [String: EventHash] {
    var digests: [String: EventHash] = [:]
    for database in projections.rebuilt {
      var digest = EventHash.zero
      try transaction.forEachEntry(of: database) { key, value in
        // The lengths keep key and value apart.
        var bytes = digest.bytes
        bytes.append(bigEndian: UInt64(key.byteCount))
        key.withUnsafeBytes { bytes.append(contentsOf: $0) }
        value.withUnsafeBytes { bytes.append(contentsOf: $0) }
        digest = EventHash(of: bytes.span.bytes)
        return true
      }
      digests[database.name] = digest
    }
    return digests
  }
}

extension LMDBError {
  /// A Boolean value that indicates whether the disk or the file may be read,
  /// but not written.
  package var forbidsWriting: Bool {
    errno == EROFS || errno == EACCES || errno == EPERM
  }
}
