internal import CLMDB
internal import Glibc
internal import Synchronization

// These replace LMDB's map or environment, and so need every transaction of
// this process to have ended.
extension Environment {
  /// Looks again for databases that were missing when this process, which
  /// may only read, opened the environment.
  func searchMissingDatabases() throws(LMDBError) {
    try gate.exclusively("mdb_dbi_open") { () throws(LMDBError) in
      try openDatabases(openedHandle("mdb_dbi_open"), creating: false)
    }
  }

  /// Doubles the map, after a transaction found it full.
  func grow() throws(LMDBError) {
    try gate.exclusively("mdb_env_set_mapsize") { () throws(LMDBError) in
      let handle = try openedHandle("mdb_env_set_mapsize")
      var information = MDB_envinfo()
      try check("mdb_env_info", mdb_env_info(handle, &information))
      let size = Int(clamping: information.me_mapsize)
      let most = configuration.maximumMapSize
      guard size < most else {
        throw failure(.mapFull, "mdb_env_set_mapsize")
      }
      let doubled = size > most / 2 ? most : size * 2
      try setMapSize(doubled, handle)
    }
  }

  /// Adopts the size that another process gave the map.
  func adoptMapSize() throws(LMDBError) {
    try gate.exclusively("mdb_env_set_mapsize") { () throws(LMDBError) in
      try setMapSize(0, openedHandle("mdb_env_set_mapsize"))
    }
  }

  /// Adopts the size that another process gave the map, if `status` asks for
  /// it. Must run while no transaction is live.
  func adopted(
    _ status: Int32, _ handle: OpaquePointer
  ) throws(LMDBError) -> Bool {
    guard status == MDB_MAP_RESIZED else { return false }
    try setMapSize(0, handle)
    return true
  }

  /// Sets the size; zero means the size in the file.
  private func setMapSize(
    _ size: Int, _ handle: OpaquePointer
  ) throws(LMDBError) {
    let status = mdb_env_set_mapsize(handle, size)
    // The old map is gone, even if there is no new one.
    if status != MDB_SUCCESS {
      needsReopening.store(true, ordering: .releasing)
    }
    try check("mdb_env_set_mapsize", status, path: directory)
  }

  /// Reopens an environment that a failure has left unusable.
  func reopen() throws(LMDBError) {
    try gate.exclusively("mdb_env_open") { () throws(LMDBError) in
      guard needsReopening.load(ordering: .acquiring) else { return }
      guard !isClosed.load(ordering: .acquiring) else {
        throw failure(.closed, "mdb_env_open")
      }
      closeHandle()
      try DataFile(directory: directory).checkBeforeOpening(mayBeNew: false)
      try openHandle(mayBeNew: false)
    }
  }

  func openedHandle(_ operation: String) throws(LMDBError) -> OpaquePointer {
    guard let handle else { throw failure(.closed, operation) }
    return handle
  }
}
