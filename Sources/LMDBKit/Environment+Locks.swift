internal import CLMDB
internal import Glibc
internal import POSIXKit
internal import Synchronization

// LMDB opens its files by their paths, one after the other, and trusts that
// they belong together. Its own locks depend on the file `lock.mdb`, which
// anybody may remove, and on process numbers, which containers share. So two
// more locks separate processes (`flock(2)`), independent of names and numbers:
//
// - the directory's lock: shared by all who open files in it, exclusive for
//   creating, moving or removing any;
// - the data file's lock, for writing.
//
// If a process needs both, it takes the data file's first.
extension Environment {
  /// Runs `body`, which may move, replace or remove an environment's directory
  /// or its files, while nobody writes to it or opens it.
  ///
  /// The pages are not read, so they may be damaged. `body` must not write to
  /// the environment, as it would wait for itself.
  ///
  /// - Returns: The result of `body`; `nil` if there is no directory.
  /// - Throws: The system's error, or the error of `body`.
  public static func whileUnused<R>(
    directory: String, _ body: () throws -> R
  ) throws -> R? {
    let file = DataFile(directory: directory)
    while true {
      let data = try locked(file.path, .reading)
      guard let names = try locked(directory, .directory) else { return nil }
      defer { names.unlock() }
      // If the file was created or replaced during the wait for the second
      // lock, another file is locked.
      switch data {
      case .some(let data):
        defer { data.unlock() }
        if try data.isAtItsPath { return try body() }
      case nil:
        if file.identity == nil { return try body() }
      }
    }
  }

  /// Runs `body` as ``whileUnused(directory:_:)`` does; it may read.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: `replaced` if another environment is at the path by now; the
  ///   system's error, or the error of `body`.
  public func whileUnused<R>(_ body: () throws -> R) throws -> R {
    let outcome = try Self.whileUnused(directory: directory) {
      guard isAtItsPath else { throw failure(.replaced, "flock") }
      isAlone.store(true, ordering: .releasing)
      defer { isAlone.store(false, ordering: .releasing) }
      return Outcome(value: try body())
    }
    guard let outcome else { throw failure(.replaced, "flock") }
    return outcome.value
  }

  /// Waits until nobody else writes to the data file, whichever lock file they
  /// have open.
  ///
  /// - Returns: The file; unlocking it lets others write.
  /// - Throws: `replaced` if the paths name other files than this environment
  ///   has open: others may write to those, or use another lock file.
  func lockData() throws(LMDBError) -> File {
    do throws(FileSystemError) {
      let data = try File(DataFile(directory: directory).path, .reading)
      try data.lock()
      if isAtItsPath { return data }
    } catch {
      guard error.code == ENOENT else { throw LMDBError(error) }
    }
    throw failure(.replaced, "mdb_txn_begin")
  }

  /// Runs `body`, which opens the files, while nobody renames them. By then the
  /// data file exists, created if it was missing and may be new.
  ///
  /// - Parameters:
  ///   - mayBeNew: Whether the file may be missing.
  ///   - body: Opens the files.
  /// - Throws: `replaced` if the file has gone, or the error of `body`.
  func withStableNames(
    mayBeNew: Bool, _ body: () throws(LMDBError) -> Void
  ) throws(LMDBError) {
    guard !isAlone.load(ordering: .acquiring) else { return try body() }
    while true {
      if let names = try Self.locked(directory, .directory, isShared: true) {
        defer { names.unlock() }
        if DataFile(directory: directory).identity != nil {
          return try body()
        }
      }
      guard mayBeNew else { throw failure(.replaced, "mdb_env_open") }
      try makeData()
    }
  }

  /// Returns the file at a path, locked; `nil` if there is none.
  private static func locked(
    _ path: String, _ mode: File.Mode, isShared: Bool = false
  ) throws(LMDBError) -> File? {
    do throws(FileSystemError) {
      return try File.locked(path, mode, isShared: isShared)
    } catch {
      if error.code == ENOENT { return nil }
      throw LMDBError(error)
    }
  }
}

// MARK: - Making the data file

extension Environment {
  /// Creates a missing data file: an environment without entries, complete
  /// under its name or not there at all. So neither a killed process nor a full
  /// disk nor a power cut leaves a file that looks damaged.
  private func makeData() throws(LMDBError) {
    try system { () throws(FileSystemError) in
      try FileSystem.makeDirectory(directory)
    }
    guard let names = try Self.locked(directory, .directory) else { return }
    defer { names.unlock() }
    let data = DataFile(directory: directory)
    guard data.identity == nil else { return }
    do throws(LMDBError) {
      // A killed process may have left one.
      unlink(data.newPath)
      try fillNewData(data.newPath)
      try system { () throws(FileSystemError) in
        try FileSystem.flush(data.newPath)
        // A restore may have replaced the empty directory with a journal.
        guard try names.isAtItsPath else { return }
        try FileSystem.rename(data.newPath, to: data.path)
        try FileSystem.flush(directory)
      }
    } catch {
      unlink(data.newPath)
      throw error
    }
  }

  /// Creates the data file and its databases under a temporary name. It is
  /// flushed once, afterwards.
  private func fillNewData(_ path: String) throws(LMDBError) {
    var created: OpaquePointer?
    try check("mdb_env_create", mdb_env_create(&created))
    defer { mdb_env_close(created) }
    guard let created else { throw failure(.panic, "mdb_env_create") }
    try configure(created)
    let flags = UInt32(MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC)
    do throws(LMDBError) {
      try check(
        "mdb_env_open", mdb_env_open(created, path, flags, 0o600),
        path: directory)
      var transaction: OpaquePointer?
      try check(
        "mdb_txn_begin", mdb_txn_begin(created, nil, 0, &transaction),
        path: directory)
      _ = try openDatabases(in: transaction, creating: true)
    } catch {
      throw exactCause(of: error, at: path)
    }
  }

  /// LMDB reports every short write as the same error, whether the disk is full
  /// or the file has reached this process's limit.
  func exactCause(of error: LMDBError, at path: String) -> LMDBError {
    guard let errno = error.errno, [EIO, ENOSPC].contains(errno) else {
      return error
    }
    var limit = rlimit()
    let size = (try? FileStatus(of: path))?.byteCount ?? 0
    var code = errno
    if getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      size >= limit.rlim_cur
    {
      code = EFBIG
    } else if Volume.isFull(directory) {
      code = ENOSPC
    }
    return failure(.init(rawValue: code), error.operation)
  }
}
