internal import CLMDB
internal import Glibc
internal import POSIXKit

/// Reads the list of free pages of LMDB's data format 1 from the file.
///
/// A data file may rightly be shorter than its meta page says: pages at its
/// end that a transaction took and gave back are never written. So a short
/// file is damaged only if a missing page is not free. LMDB itself would read
/// the list through the map and fault on a missing page, so this reads
/// with `pread`.
struct FreeList {
  private let descriptor: CInt
  private let pageSize: Int

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
    let list = FreeList(descriptor: descriptor, pageSize: pageSize)
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
      guard let meta = meta(of: UInt64(mdb_txn_id(transaction))) else {
        // Two commits have come in between; take a newer snapshot.
        continue
      }
      return try coversEnd(meta)
    }
  }

  private func coversEnd(_ meta: Meta) throws(LMDBError) -> Bool {
    let size = try DataFile.status(of: descriptor).byteCount
    let firstMissing = UInt64(size / pageSize)
    guard firstMissing <= meta.lastPage else { return true }
    var missing = Set(firstMissing...meta.lastPage)
    guard meta.freeRoot != UInt64.max else { return false }
    let isWhole = visit(meta.freeRoot, depth: 0) { missing.remove($0) }
    return isWhole && missing.isEmpty
  }
}

// MARK: - Pages

extension FreeList {
  /// What a meta page says.
  private struct Meta {
    let freeRoot: UInt64
    let lastPage: UInt64
  }

  /// The meta page of a transaction, if it is still one of the two.
  private func meta(of transaction: UInt64) -> Meta? {
    for number in 0..<UInt64(2) {
      guard let page = read(number), page.uint64(at: 144) == transaction else {
        continue
      }
      return Meta(freeRoot: page.uint64(at: 80), lastPage: page.uint64(at: 136))
    }
    return nil
  }

  /// Calls `body` with every page number listed under a page; false if the
  /// tree is not whole.
  private func visit(
    _ number: UInt64, depth: Int, _ body: (UInt64) -> Void
  ) -> Bool {
    guard depth < 32, let page = read(number) else { return false }
    let flags = page.uint16(at: 10)
    let end = Int(page.uint16(at: 12))
    guard (16...page.count).contains(end) else { return false }
    for pointer in stride(from: 16, to: end, by: 2) {
      let node = Int(page.uint16(at: pointer))
      guard node + 8 <= page.count else { return false }
      let isWhole =
        flags & 0x02 != 0
        ? visitLeaf(page, node, body)
        : visit(page.child(at: node), depth: depth + 1, body)
      guard isWhole else { return false }
    }
    return true
  }

  /// A leaf's node holds a transaction's id and its list: a count, then page
  /// numbers; or the number of the page where the list is.
  private func visitLeaf(
    _ page: Page, _ node: Int, _ body: (UInt64) -> Void
  ) -> Bool {
    let length = Int(page.uint32(at: node))
    let start = node + 8 + Int(page.uint16(at: node + 6))
    guard page.uint16(at: node + 4) & 0x01 != 0 else {
      return page.list(at: start, length: length, body)
    }
    guard start + 8 <= page.count else { return false }
    let overflow = read(page.uint64(at: start), count: 16 + length)
    return overflow?.list(at: 16, length: length, body) ?? false
  }

  /// A page's bytes, or nil if the file does not hold them all.
  private func read(_ number: UInt64, count: Int? = nil) -> Page? {
    let count = count ?? pageSize
    let (offset, overflows) = Int(clamping: number)
      .multipliedReportingOverflow(by: pageSize)
    guard !overflows else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          offset + filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
    return bytes.count == count ? Page(bytes: bytes) : nil
  }
}

/// Bytes of a page, in the order of the machine.
private struct Page {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func uint16(at offset: Int) -> UInt16 { load(offset) }
  func uint32(at offset: Int) -> UInt32 { load(offset) }
  func uint64(at offset: Int) -> UInt64 { load(offset) }

  /// A branch's child: 48 bits, where a leaf has its length and flags.
  func child(at node: Int) -> UInt64 {
    UInt64(uint32(at: node)) | UInt64(uint16(at: node + 4)) << 32
  }

  func list(at start: Int, length: Int, _ body: (UInt64) -> Void) -> Bool {
    guard length >= 8, start + length <= count else { return false }
    let entries = uint64(at: start)
    guard entries <= UInt64(length / 8 - 1) else { return false }
    for index in 0..<Int(entries) { body(uint64(at: start + 8 + index * 8)) }
    return true
  }

  private func load<Value: BitwiseCopyable>(_ offset: Int) -> Value {
    bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
  }
}
