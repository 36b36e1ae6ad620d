internal import CLMDB
internal import Glibc
internal import POSIXKit

extension Environment {
  /// The inode of the open data file; it differs from the one at the path if
  /// somebody has replaced the file.
  public var dataFileInode: UInt64 {
    get throws(LMDBError) {
      try using("mdb_env_get_fd") { handle throws(LMDBError) in
        var descriptor: CInt = -1
        try check("mdb_env_get_fd", mdb_env_get_fd(handle, &descriptor))
        return try DataFile.status(of: descriptor).inode
      }
    }
  }

  /// The size of the map in bytes; 0 without a file.
  public var mapByteCount: Int {
    get throws(LMDBError) { try sizes().map }
  }

  /// The number of bytes of the data file in use.
  public var dataByteCount: Int {
    get throws(LMDBError) { try sizes().data }
  }

  /// The number of readers that had ended without leaving, so that the pages
  /// they saw could not be reused until this opening cleared them.
  public var clearedReaderCount: Int { clearedReaders }

  private func sizes() throws(LMDBError) -> (map: Int, data: Int) {
    guard let handle else { return (0, 0) }
    var information = MDB_envinfo()
    try check("mdb_env_info", mdb_env_info(handle, &information))
    var statistics = MDB_stat()
    try check("mdb_env_stat", mdb_env_stat(handle, &statistics))
    let pages = information.me_last_pgno + 1
    return (information.me_mapsize, pages * Int(statistics.ms_psize))
  }

  /// Writes a snapshot into a directory, and flushes it.
  ///
  /// Others may write meanwhile. Compacting runs on a second thread, after all
  /// pages were checked: LMDB copies them by bounds that it does not check.
  ///
  /// - Parameters:
  ///   - path: The directory, created if missing. It must not yet hold a
  ///     `data.mdb`.
  ///   - compact: Whether to leave out free pages and renumber the rest.
  /// - Throws: `LMDBError` with the system's `EEXIST` if there is a file, and
  ///   `damaged` if pages are missing or broken that compacting needs; no
  ///   partial copy is left behind.
  /// - Complexity: O(*n*) for *n* pages.
  public func copy(to path: String, compact: Bool) throws(LMDBError) {
    try system { () throws(FileSystemError) in
      try FileSystem.makeDirectory(path)
    }
    let copy = DataFile(directory: path)
    guard copy.identity == nil else {
      throw LMDBError(
        code: .init(rawValue: EEXIST), operation: "mdb_env_copy2",
        path: copy.path)
    }
    if compact { try checkAllPages() }
    do throws(LMDBError) {
      try writeCopy(to: path, flags: compact ? UInt32(MDB_CP_COMPACT) : 0)
      try system { () throws(FileSystemError) in
        try FileSystem.flush(copy.path)
        try FileSystem.flush(path)
      }
    } catch {
      // Another process may have created the file in between.
      if error.errno != EEXIST { unlink(copy.path) }
      throw error
    }
  }

  private func writeCopy(to path: String, flags: UInt32) throws(LMDBError) {
    while true {
      let status = try using("mdb_env_copy2") { mdb_env_copy2($0, path, flags) }
      if status != MDB_MAP_RESIZED {
        return try check("mdb_env_copy2", status, path: path)
      }
      try adoptMapSize()
    }
  }

  private func checkAllPages() throws(LMDBError) {
    let damage = failure(.damaged, "mdb_env_copy2")
    while true {
      do throws(LMDBError) {
        let use = try using("mdb_txn_begin") { handle throws(LMDBError) in
          try DataPages.inNewestSnapshot(of: handle, path: directory) {
            PageUse(of: $0, at: $1, readingAll: true)
          }
        }
        guard let use, use.isWhole else { throw damage }
        return
      } catch {
        guard error.code == .mapResized else { throw error }
        try adoptMapSize()
      }
    }
  }

  /// Lends LMDB's environment while it cannot be replaced.
  func using<R>(
    _ operation: String, _ body: (OpaquePointer) throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    guard process == getpid() else { throw failure(.forked, operation) }
    _ = try gate.enter(.read)
    defer { gate.leave() }
    return try body(openedHandle(operation))
  }
}
