internal import CLMDB
internal import CLMDBShims
internal import Glibc
internal import POSIXKit
internal import Synchronization

extension Environment {
  /// The options for opening an environment.
  struct Configuration: Sendable {
    let databases: [String]
    var required: [String] = []
    let access: Access
    var expectsData = false
    var mapSize = Environment.firstMapSize
    var maximumMapSize = 1 << 40

    /// A Boolean value that indicates whether the data file may be missing.
    var mayBeNew: Bool { access == .readWrite && !expectsData }
  }

  /// The initial size of the map: 16 GiB of addresses, which take neither
  /// memory nor disk, so that no long transaction has to run again. A process
  /// with limited addresses begins with 64 MiB.
  public static var firstMapSize: Int {
    var limit = rlimit()
    let isUnlimited =
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0
      && limit.rlim_cur == .max
    return isUnlimited ? 16 << 30 : 64 << 20
  }

  /// Opens the environment in a directory, or returns the one this process
  /// has open there.
  ///
  /// - Parameters:
  ///   - directory: The directory of `data.mdb` and `lock.mdb`. If it is
  ///     missing, it is created for its owner alone, unless data is expected or
  ///     access is read-only.
  ///   - databases: The names of all databases. Missing ones are created or,
  ///     with read-only access, read as empty.
  ///   - required: The databases without which the file counts as damaged.
  ///   - access: The kind of access.
  ///   - expectsData: Whether a missing or empty data file is an error rather
  ///     than a new environment.
  ///   - mapSize: The initial size of the map in bytes, a multiple of the page
  ///     size. It grows by itself.
  ///   - maximumMapSize: The limit of its growth, in bytes.
  /// - Returns: The environment; if this process has it open already, its sizes
  ///   stay.
  /// - Throws: `networkFileSystem`, `missing`, `damaged`, `readOnly` for
  ///   writing access to an environment that this process holds read-only,
  ///   `otherDatabases`, or the error of the system or LMDB.
  public static func open(
    directory: String, databases: [String], required: [String] = [],
    access: Access, expectsData: Bool, mapSize: Int = firstMapSize,
    maximumMapSize: Int = 1 << 40
  ) throws(LMDBError) -> Environment {
    let configuration = Configuration(
      databases: databases, required: required, access: access,
      expectsData: expectsData, mapSize: mapSize,
      maximumMapSize: maximumMapSize)
    return try open(
      directory: directory, configuration, isNetwork: Volume.isNetwork)
  }

  /// Opens with a custom verdict on file systems.
  static func open(
    directory: String, _ configuration: Configuration, isNetwork: Volume.Verdict
  ) throws(LMDBError) -> Environment {
    try Volume.checkIsLocal(directory, isNetwork: isNetwork)
    let mayBeNew = configuration.mayBeNew
    let file = DataFile(directory: directory)
    // Comes first, since a missing directory without a path is missing data.
    try file.checkBeforeOpening(mayBeNew: mayBeNew)
    let path = try resolve(directory, mayBeNew: mayBeNew)
    return try EnvironmentRegistry.shared.open(path, configuration)
  }

  /// The path of a directory without links and dots; it is created if it may be
  /// new. It disappears if somebody removes or moves the journal meanwhile.
  private static func resolve(
    _ directory: String, mayBeNew: Bool
  ) throws(LMDBError) -> String {
    let deadline = Deadline(seconds: 2)
    while true {
      if mayBeNew {
        try system { () throws(FileSystemError) in
          try FileSystem.makeDirectory(directory)
        }
      }
      do throws(FileSystemError) {
        return try FileSystem.canonicalPath(directory)
      } catch {
        guard error.code == ENOENT else { throw LMDBError(error) }
        // The data went with it.
        guard mayBeNew else {
          throw LMDBError(
            code: .missing, operation: error.operation,
            path: DataFile(directory: directory).path)
        }
        guard deadline.millisecondsLeft > 0 else { throw LMDBError(error) }
      }
    }
  }

  /// Opens LMDB's environment and its databases.
  ///
  /// Must run while no transaction is live.
  func openHandle(mayBeNew: Bool) throws(LMDBError) {
    let lock = LockFile(directory: directory)
    let deadline = Deadline(seconds: Self.secondsForNumber)
    while true {
      do throws(LMDBError) {
        return try openHandleOnce(mayBeNew: mayBeNew)
      } catch {
        // The process that created the lock file was killed before it was
        // complete; the next process that is alone creates it again.
        guard error.code == .invalid, lock.isUnfinished else { throw error }
        guard deadline.millisecondsLeft > 0 else {
          throw failure(.replaced, "mdb_env_open")
        }
        usleep(2_000)
      }
    }
  }

  private func openHandleOnce(mayBeNew: Bool) throws(LMDBError) {
    var created: OpaquePointer?
    try check("mdb_env_create", mdb_env_create(&created))
    guard let created else { throw failure(.panic, "mdb_env_create") }
    do throws(LMDBError) {
      try configure(created)
      try withStableNames(mayBeNew: mayBeNew) { () throws(LMDBError) in
        try openFiles(created)
      }
      try finishOpening(created)
      try openDatabases(created)
    } catch {
      mdb_env_close(created)
      throw error
    }
    handle = created
    needsReopening.store(false, ordering: .releasing)
  }

  func configure(_ handle: OpaquePointer) throws(LMDBError) {
    let count = UInt32(names.count)
    try check("mdb_env_set_maxdbs", mdb_env_set_maxdbs(handle, count))
    try check(
      "mdb_env_set_mapsize", mdb_env_set_mapsize(handle, configuration.mapSize))
    let status = mdb_env_set_assert(handle) { _, _ in
      lmdbkit_guard_report()
    }
    try check("mdb_env_set_assert", status)
  }

  /// Opens the files, while nobody renames them.
  private func openFiles(_ handle: OpaquePointer) throws(LMDBError) {
    // Tasks share threads, so readers must not be tied to them.
    var flags = UInt32(MDB_NOTLS)
    if access == .readOnly { flags |= UInt32(MDB_RDONLY) }
    let lock = LockFile(directory: directory)
    let reserved = try lock.reserve()
    // A process stopped while opening the files holds LMDB's lock.
    let status = File.tellingOfWaiting {
      mdb_env_open(handle, directory, flags, 0o600)
    }
    try check("mdb_env_open", status, path: directory)
    let descriptor = try descriptor(of: handle)
    DataFile.closeOnExec(descriptor)
    let opened = Files(
      data: .init(try DataFile.status(of: descriptor)), lock: lock.identity)
    files.withLock { $0 = opened }
    // Programs that ignore our locks may have put other files there.
    guard isAtItsPath, reserved == nil || reserved == opened.lock else {
      throw failure(.replaced, "mdb_env_open")
    }
  }

  private func descriptor(of handle: OpaquePointer) throws(LMDBError) -> CInt {
    var descriptor: CInt = -1
    try check("mdb_env_get_fd", mdb_env_get_fd(handle, &descriptor))
    return descriptor
  }

  private func finishOpening(_ handle: OpaquePointer) throws(LMDBError) {
    var dead: Int32 = 0
    try check(
      "mdb_reader_check", mdb_reader_check(handle, &dead), path: directory)
    clearedReaders += Int(dead)
    try FreeList.checkNoPageIsMissing(
      handle, descriptor: try descriptor(of: handle), path: directory)
  }

  /// Opens existing databases in a snapshot; only creating missing ones needs
  /// the writer's lock, which another process may hold for long.
  private func openDatabases(_ handle: OpaquePointer) throws(LMDBError) {
    try openDatabases(handle, creating: false)
    // A damaged root page can read as an environment without some or all
    // databases; creating them again would write to a damaged file.
    let missing = names.indices.filter { handles[$0] == 0 }.map { names[$0] }
    let isDamaged =
      missing == names
      ? configuration.expectsData && !names.isEmpty
      : missing.contains(where: configuration.required.contains)
    guard !isDamaged else { throw failure(.damaged, "mdb_dbi_open") }
    guard access == .readWrite, !missing.isEmpty else { return }
    let data = try lockData()
    defer { data.unlock() }
    try openDatabases(handle, creating: true)
  }

  var isMissingDatabases: Bool {
    names.indices.contains { handles[$0] == 0 }
  }

  /// Fills the table of databases.
  ///
  /// Must run while no transaction is live.
  func openDatabases(
    _ handle: OpaquePointer, creating: Bool
  ) throws(LMDBError) {
    let deadline = Deadline(seconds: Self.secondsForNumber)
    var status: Int32
    var transaction: OpaquePointer?
    var attempts = 0
    repeat {
      // No other process enlarges the map this often: the last page in the file
      // is beyond any map.
      attempts += 1
      guard attempts < 10_000 else {
        throw failure(.damaged, "mdb_txn_begin")
      }
      status = mdb_txn_begin(
        handle, nil, creating ? 0 : UInt32(MDB_RDONLY), &transaction)
    } while try adopted(status, handle) || waited(status, until: deadline)
    guard status != EAGAIN else { throw failure(.numberTaken, "mdb_txn_begin") }
    try check("mdb_txn_begin", status, path: directory)
    if creating { try checkMayWrite(transaction) }
    if !creating, isBehind(transaction), try isLockFileBehind(handle) {
      mdb_txn_abort(transaction)
      throw failure(.replaced, "mdb_txn_begin")
    }
    searched = mdb_txn_id(transaction)
    let opened = try openDatabases(in: transaction, creating: creating)
    handles.update(from: opened, count: opened.count)
  }

  /// The number of seconds to wait for another process with the same number.
  private static let secondsForNumber: Int64 = 10

  /// Waits a little if a reader could not be entered because of its process
  /// number, which LMDB assumes to be unique: another container on the same
  /// volume can have a process with the same one.
  private func waited(_ status: Int32, until deadline: Deadline) -> Bool {
    guard status == EAGAIN, deadline.millisecondsLeft > 0 else { return false }
    usleep(2_000)
    return true
  }

  /// Opens all databases in a transaction, and ends it.
  func openDatabases(
    in transaction: OpaquePointer?, creating: Bool
  ) throws(LMDBError) -> [MDB_dbi] {
    var opened: [MDB_dbi] = []
    do throws(LMDBError) {
      for name in names {
        opened.append(try openDatabase(name, transaction, creating: creating))
      }
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
    try check("mdb_txn_commit", mdb_txn_commit(transaction), path: directory)
    return opened
  }

  /// Returns whether a snapshot lacks acknowledged commits. The last commit may
  /// be unacknowledged: while it is flushed, or if its writer was killed then.
  private func isBehind(_ transaction: OpaquePointer?) -> Bool {
    var information = MDB_envinfo()
    guard mdb_env_info(mdb_txn_env(transaction), &information) == MDB_SUCCESS
    else { return false }
    let (number, last) = (mdb_txn_id(transaction), information.me_last_txnid)
    return number + 1 < last || number == 0 && last > 0
  }

  /// Returns whether the lock file does not know of the last commit, though
  /// nobody is committing.
  ///
  /// The process that opens it alone enters the last commit. If that process is
  /// killed first, others that wait for it use the present state; the next
  /// process that is alone repairs it.
  private func isLockFileBehind(
    _ handle: OpaquePointer
  ) throws(LMDBError) -> Bool {
    do throws(FileSystemError) {
      let data = try File(DataFile(directory: directory).path, .reading)
      guard data.isLockedAtOnce(isShared: true) else { return false }
      defer { data.unlock() }
      var transaction: OpaquePointer?
      let status = mdb_txn_begin(
        handle, nil, UInt32(MDB_RDONLY), &transaction)
      guard status == MDB_SUCCESS else { return false }
      defer { mdb_txn_abort(transaction) }
      return isBehind(transaction)
    } catch {
      throw error.code == ENOENT
        ? failure(.replaced, "mdb_txn_begin") : LMDBError(error)
    }
  }

  /// Throws, and ends the transaction, unless it can write without harm.
  func checkMayWrite(_ transaction: OpaquePointer?) throws(LMDBError) {
    do throws(LMDBError) {
      guard let transaction, isNewest(transaction) else {
        throw failure(.replaced, "mdb_txn_begin")
      }
      // Checked once: later changes are from this process or others.
      guard !hasSoundFreeList.load(ordering: .relaxed) else { return }
      try FreeList.checkIsSound(for: transaction, path: directory)
      hasSoundFreeList.store(true, ordering: .relaxed)
    } catch {
      mdb_txn_abort(transaction)
      throw error
    }
  }

  /// Returns whether a writing transaction is based on the last commit.
  ///
  /// The lock file names the last commit. If it was created while somebody
  /// wrote by another one, it does not, and that commit would be overwritten.
  private func isNewest(_ transaction: OpaquePointer?) -> Bool {
    var information = MDB_envinfo()
    return mdb_env_info(mdb_txn_env(transaction), &information) == MDB_SUCCESS
      && mdb_txn_id(transaction) == information.me_last_txnid + 1
  }

  /// The handle of a database, zero if it does not exist.
  private func openDatabase(
    _ name: String, _ transaction: OpaquePointer?, creating: Bool
  ) throws(LMDBError) -> MDB_dbi {
    var opened: MDB_dbi = 0
    let status = mdb_dbi_open(
      transaction, name, creating ? UInt32(MDB_CREATE) : 0, &opened)
    if status == MDB_NOTFOUND, !creating { return 0 }
    try check("mdb_dbi_open", status, path: directory)
    // Our databases have no flags; flags would lead look-ups to the wrong
    // places.
    var flags: UInt32 = 0
    try check(
      "mdb_dbi_flags", mdb_dbi_flags(transaction, opened, &flags),
      path: directory)
    guard flags == 0 else { throw failure(.damaged, "mdb_dbi_flags") }
    return opened
  }
}
