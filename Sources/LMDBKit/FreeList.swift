internal import CLMDB
internal import Glibc
internal import POSIXKit

/// Reads the list of free pages from the file; LMDB itself trusts what it maps.
struct FreeList {
  private let pages: DataPages
  private let meta: DataPages.Meta

  /// Throws `damaged` if a page in use is beyond the end of the file.
  ///
  /// A data file may rightly be shorter than its meta page says: pages at its
  /// end that a transaction took and gave back are never written. So a short
  /// file is damaged only if a missing page is not free. LMDB itself would
  /// read the list through the map and fault on a missing page.
  static func checkNoPageIsMissing(
    _ environment: OpaquePointer, descriptor: CInt, path: String
  ) throws(LMDBError) {
    var statistics = MDB_stat()
    try check("mdb_env_stat", mdb_env_stat(environment, &statistics))
    // The file only grows, so get its size second.
    var information = MDB_envinfo()
    try check("mdb_env_info", mdb_env_info(environment, &information))
    let size = try DataFile.status(of: descriptor).byteCount
    guard size / Int(statistics.ms_psize) <= information.me_last_pgno
    else { return }
    let isWhole: Bool?
    do throws(LMDBError) {
      isWhole = try DataPages.inNewestSnapshot(of: environment, path: path) {
        FreeList(pages: $0, meta: $1).coversEnd
      }
    } catch {
      // Somebody is enlarging the map, so the file will be longer.
      guard error.code == .mapResized else { throw error }
      return
    }
    guard isWhole == true else {
      throw LMDBError(code: .damaged, operation: "mdb_env_open", path: path)
    }
  }

  /// Throws `damaged` if a writing transaction would begin with an invalid list
  /// of free pages: LMDB copies its pages by their bounds, adds to them, and
  /// overwrites the pages that they name.
  ///
  /// - Complexity: O(*n*) for *n* pages of the list's tree, which are few.
  static func checkIsSound(
    for transaction: OpaquePointer, path: String
  ) throws(LMDBError) {
    let pages = try DataPages(of: mdb_txn_env(transaction), path: path)
    let last = UInt64(mdb_txn_id(transaction)) - 1
    guard let meta = pages.meta(of: last),
      FreeList(pages: pages, meta: meta).isSound
    else {
      throw LMDBError(code: .damaged, operation: "mdb_txn_begin", path: path)
    }
  }

  /// A Boolean value that indicates whether every missing page is free.
  private var coversEnd: Bool {
    let firstMissing = UInt64(pages.count)
    guard firstMissing <= meta.lastPage else { return true }
    guard meta.free.root != .max else { return false }
    // In a damaged file the last page may be any number, so collect free pages
    // rather than missing ones.
    var free: Set<UInt64> = []
    let isWhole = visitEntries { entry, page in
      guard let list = pages.freePages(of: entry, on: page) else {
        return false
      }
      for number in list where (firstMissing...meta.lastPage).contains(number) {
        free.insert(number)
      }
      return true
    }
    return isWhole && UInt64(free.count) == meta.lastPage - firstMissing + 1
  }

  /// A Boolean value that indicates whether the list's pages are valid. A list
  /// with pages of its own grows with the free pages; only its length is read.
  private var isSound: Bool {
    visitEntries { entry, page in
      guard entry.flags <= 1 else { return false }
      guard entry.isLarge else {
        guard let list = page.list(at: entry.start, count: entry.count) else {
          return false
        }
        // LMDB keeps them in this order.
        return zip(list, list.dropFirst()).allSatisfy(>)
          && (list.last ?? 2) > 1 && (list.first ?? 0) <= meta.lastPage
      }
      guard let numbers = pages.largePages(of: entry, on: page),
        let head = pages.page(
          numbers.lowerBound, byteCount: Page.headerSize + 8)
      else { return false }
      return head.uint64(at: Page.headerSize) <= UInt64(entry.count / 8 - 1)
    }
  }

  /// Calls `body` with the entries of the list until it returns `false`;
  /// returns `false` then, or if the tree is incomplete.
  private func visitEntries(_ body: (Page.Entry, Page) -> Bool) -> Bool {
    guard meta.free.root != .max else { return true }
    // LMDB has room for no deeper tree.
    return meta.free.depth <= 32 && visit(meta.free.root, level: 1, body)
  }

  private func visit(
    _ number: UInt64, level: Int, _ body: (Page.Entry, Page) -> Bool
  ) -> Bool {
    let isLeaf = level >= meta.free.depth
    guard let page = pages.page(number),
      let nodes = page.nodes(number: number, isLeaf: isLeaf)
    else { return false }
    return nodes.allSatisfy { node in
      guard isLeaf else {
        return visit(page.child(at: node), level: level + 1, body)
      }
      guard let entry = page.entry(at: node) else { return false }
      return body(entry, page)
    }
  }
}

extension DataPages {
  /// Runs `body` with the file's pages, and the roots of the newest snapshot
  /// available. Its pages are not overwritten meanwhile.
  ///
  /// - Returns: The result of `body`; `nil` if lock file and data file disagree
  ///   on the last commit.
  /// - Throws: `mapResized` if the map has to grow first, or `LMDBError`.
  static func inNewestSnapshot<R>(
    of environment: OpaquePointer, path: String,
    _ body: (DataPages, Meta) -> R
  ) throws(LMDBError) -> R? {
    var last: UInt64?
    while true {
      var transaction: OpaquePointer?
      try check(
        "mdb_txn_begin",
        mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction))
      defer { mdb_txn_abort(transaction) }
      let pages = try DataPages(of: environment, path: path)
      let commit = UInt64(mdb_txn_id(transaction))
      if let meta = pages.meta(of: commit) { return body(pages, meta) }
      // After two commits in between, a newer snapshot has another number.
      guard commit != last else { return nil }
      last = commit
    }
  }
}
