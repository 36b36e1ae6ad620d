internal import CLMDB

extension Environment {
  /// How large the map is, in bytes; 0 without a file.
  public var mapByteCount: Int {
    get throws(LMDBError) { try sizes().map }
  }

  /// How many bytes of the data file are in use.
  public var dataByteCount: Int {
    get throws(LMDBError) { try sizes().data }
  }

  /// How many readers had ended without leaving, so that the pages they saw
  /// could not be used again until this opening cleared them.
  public var clearedReaderCount: Int { clearedReaders }

  private func sizes() throws(LMDBError) -> (map: Int, data: Int) {
    guard let handle else { return (0, 0) }
    var information = MDB_envinfo()
    try check("mdb_env_info", mdb_env_info(handle, &information))
    var statistics = MDB_stat()
    try check("mdb_env_stat", mdb_env_stat(handle, &statistics))
    let pages = information.me_last_pgno + 1
    return (
      information.me_mapsize, pages * Int(statistics.ms_psize)
    )
  }
}
