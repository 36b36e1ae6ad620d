internal import CLMDB
internal import Glibc
internal import POSIXKit

/// Reads the list of free pages from the file.
///
/// A data file may rightly be shorter than its meta page says: pages at its
/// end that a transaction took and gave back are never written. So a short
/// file is damaged only if a missing page is not free. LMDB itself would read
/// the list through the map and fault on a missing page.
struct FreeList {
  private let descriptor: CInt
  private let pageSize: Int
  private let path: String

  /// Throws `damaged` if a page in use is beyond the end of the file.
  static func checkNoPageIsMissing(
    _ environment: OpaquePointer, descriptor: CInt, path: String
  ) throws(LMDBError) {
    var statistics = MDB_stat()
    try check("mdb_env_stat", mdb_env_stat(environment, &statistics))
    let pageSize = Int(statistics.ms_psize)
    // The file only grows, so its size must be the later of the two facts.
    var information = MDB_envinfo()
    try check("mdb_env_info", mdb_env_info(environment, &information))
    let size = try DataFile.status(of: descriptor).byteCount
    guard size / pageSize <= information.me_last_pgno else { return }
    let list = FreeList(
      descriptor: descriptor, pageSize: pageSize, path: path)
    guard try list.coversEnd(environment) else {
      throw LMDBError(code: .damaged, operation: "mdb_env_open", path: path)
    }
  }

  /// Whether every missing page is free, in the newest snapshot that can be
  /// caught.
  private func coversEnd(_ environment: OpaquePointer) throws(LMDBError) -> Bool
  {
    while true {
      var transaction: OpaquePointer?
      let status = mdb_txn_begin(
        environment, nil, UInt32(MDB_RDONLY), &transaction)
      // Somebody lets the map grow, so the file will be longer.
      if status == MDB_MAP_RESIZED { return true }
      try check("mdb_txn_begin", status)
      // While the transaction lives, its pages are not written over.
      defer { mdb_txn_abort(transaction) }
      let pages = try DataPages(
        descriptor: descriptor, pageSize: pageSize, path: path)
      guard let meta = pages.meta(of: UInt64(mdb_txn_id(transaction))) else {
        // Two commits have come in between; take a newer snapshot.
        continue
      }
      return coversEnd(meta, pages)
    }
  }

  private func coversEnd(
    _ meta: DataPages.Meta, _ pages: DataPages
  ) -> Bool {
    let firstMissing = UInt64(pages.count)
    guard firstMissing <= meta.lastPage else { return true }
    guard meta.free.root != UInt64.max else { return false }
    // The last page may be any number in a damaged file: what is free is what
    // takes memory, not what is missing.
    var free: Set<UInt64> = []
    let isWhole = visit(meta.free.root, pages, depth: 0) { number in
      if (firstMissing...meta.lastPage).contains(number) { free.insert(number) }
    }
    return isWhole && UInt64(free.count) == meta.lastPage - firstMissing + 1
  }

  /// Calls `body` with every page number listed under a page; false if the
  /// tree is not whole.
  private func visit(
    _ number: UInt64, _ pages: DataPages, depth: Int, _ body: (UInt64) -> Void
  ) -> Bool {
    guard depth < 32, let page = pages.page(number), let nodes = page.nodes
    else { return false }
    for node in nodes {
      guard page.flags & Page.leaf != 0 else {
        guard visit(page.child(at: node), pages, depth: depth + 1, body)
        else { return false }
        continue
      }
      guard let entry = page.entry(at: node),
        let list = pages.freePages(of: entry, on: page)
      else { return false }
      list.forEach(body)
    }
    return true
  }
}
