internal import CLMDB
internal import Glibc
public import POSIXKit

/// The pages of a data file in LMDB's data format 1, read from the file itself
/// and never trusted. LMDB reads through a map, where a missing or broken page
/// ends the process.
///
/// While a transaction lives, the pages that it sees are not overwritten.
public final class DataPages {
  // Keeps the file open; `nil` for a file that somebody else closes.
  private let file: File?
  private let descriptor: CInt
  private let path: String
  /// The size of a page in bytes.
  public let pageSize: Int
  /// The number of whole pages in the file.
  public let count: Int

  /// Opens a data file. If its first page does not give the size of pages, the
  /// system's size is used.
  ///
  /// - Throws: `FileSystemError`.
  public init(of path: String) throws(FileSystemError) {
    let file = try File(path, .readingAtOnce)
    guard try file.status.kind == .file else {
      throw FileSystemError(operation: "read", path: path, code: EINVAL)
    }
    // Keeps writers away, which could reuse pages during reading.
    try file.lock(isShared: true)
    let descriptor = file.descriptor
    let head = try Page(Self.bytes(of: descriptor, at: 0, count: 256, path))
    let own = head.count == 256 ? Int(head.uint32(at: 40)) : 0
    let isSize = (512...65_536).contains(own) && own & (own - 1) == 0
    pageSize = isSize ? own : sysconf(Int32(_SC_PAGESIZE))
    count = try file.status.byteCount / pageSize
    self.descriptor = descriptor
    self.path = path
    self.file = consume file
  }

  /// Reads a file that LMDB has open.
  init(of environment: OpaquePointer, path: String) throws(LMDBError) {
    var descriptor: CInt = -1
    try check("mdb_env_get_fd", mdb_env_get_fd(environment, &descriptor))
    var statistics = MDB_stat()
    try check("mdb_env_stat", mdb_env_stat(environment, &statistics))
    file = nil
    self.descriptor = descriptor
    pageSize = Int(statistics.ms_psize)
    self.path = path
    count = try DataFile.status(of: descriptor).byteCount / pageSize
  }

  /// The bytes of the file from the start of a page; fewer at its end.
  ///
  /// - Throws: `FileSystemError`.
  public func bytes(
    from page: Int, count: Int
  ) throws(FileSystemError) -> [UInt8] {
    try Self.bytes(of: descriptor, at: page * pageSize, count: count, path)
  }

  /// A page, or several consecutive ones; `nil` if the file does not contain
  /// them all.
  func page(_ number: UInt64, byteCount: Int? = nil) -> Page? {
    let wanted = byteCount ?? pageSize
    guard number < UInt64(count), wanted <= (count - Int(number)) * pageSize,
      let bytes = try? bytes(from: Int(number), count: wanted),
      bytes.count == wanted
    else { return nil }
    return Page(bytes)
  }

  private static func bytes(
    of descriptor: CInt, at offset: Int, count: Int, _ path: String
  ) throws(FileSystemError) -> [UInt8] {
    var failure: FileSystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          offset + filled)
        if got < 0, errno == EINTR { continue }
        if got < 0 {
          failure = .init(operation: "pread", path: path, code: errno)
        }
        guard got > 0 else { break }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

/// The bytes of a page, in the machine's byte order.
struct Page {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes before the content.
  static let headerSize = 16
  static let branch: UInt16 = 0x01
  static let leaf: UInt16 = 0x02
  static let overflow: UInt16 = 0x04

  var count: Int { bytes.count }
  /// The page's own number.
  var number: UInt64 { uint64(at: 0) }
  var flags: UInt16 { uint16(at: 10) }

  func uint16(at offset: Int) -> UInt16 { load(offset) }
  func uint32(at offset: Int) -> UInt32 { load(offset) }
  func uint64(at offset: Int) -> UInt64 { load(offset) }

  /// The nodes of a tree's page; `nil` if the page is not of this kind and
  /// number. LMDB relies on both: it copies pages by their bounds.
  func nodes(number: UInt64, isLeaf: Bool) -> [Int]? {
    guard self.number == number, flags == (isLeaf ? Self.leaf : Self.branch),
      let nodes, !nodes.isEmpty
    else { return nil }
    return nodes
  }

  /// The offsets of the nodes; `nil` if they are not those of a page.
  var nodes: [Int]? {
    let end = Int(uint16(at: 12))
    let start = Int(uint16(at: 14))
    guard end >= Self.headerSize, end % 2 == 0, end <= start, start <= count
    else { return nil }
    let nodes = stride(from: Self.headerSize, to: end, by: 2).map {
      Int(uint16(at: $0))
    }
    let isSound = nodes.allSatisfy { $0 >= start && $0 + 8 <= count }
    return isSound ? nodes : nil
  }

  /// A branch's child: 48 bits, in place of a leaf's length and flags.
  func child(at node: Int) -> UInt64 {
    UInt64(uint32(at: node)) | UInt64(uint16(at: node + 4)) << 32
  }

  /// A leaf's node.
  struct Entry {
    /// The start of the value or, for a large one, the number of its page.
    let start: Int
    /// The size of the value in bytes.
    let count: Int
    let flags: UInt16

    var isLarge: Bool { flags & 0x01 != 0 }
    var isDatabase: Bool { flags & 0x02 != 0 }
  }

  /// The node of a leaf; `nil` if it does not fit on the page.
  func entry(at node: Int) -> Entry? {
    let entry = Entry(
      start: node + 8 + Int(uint16(at: node + 6)),
      count: Int(uint32(at: node)), flags: uint16(at: node + 4))
    return entry.start + (entry.isLarge ? 8 : entry.count) <= count
      ? entry : nil
  }

  /// The description of a tree in a meta page or the list of databases.
  struct Tree {
    let depth: Int
    let overflowPages: UInt64
    /// The number of all pages.
    let pages: UInt64
    let root: UInt64
  }

  func tree(at offset: Int) -> Tree {
    Tree(
      depth: Int(uint16(at: offset + 6)),
      overflowPages: uint64(at: offset + 24),
      pages: uint64(at: offset + 8) &+ uint64(at: offset + 16)
        &+ uint64(at: offset + 24), root: uint64(at: offset + 40))
  }

  /// The numbers in a list of pages; `nil` if it is invalid.
  func list(at start: Int, count byteCount: Int) -> [UInt64]? {
    guard byteCount >= 8, start + byteCount <= count else { return nil }
    let entries = uint64(at: start)
    guard entries <= UInt64(byteCount / 8 - 1) else { return nil }
    return (0..<Int(entries)).map { uint64(at: start + 8 + $0 * 8) }
  }

  private func load<Value: BitwiseCopyable>(_ offset: Int) -> Value {
    bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
  }
}

// MARK: - Meta pages

extension DataPages {
  /// The content of a meta page.
  struct Meta {
    let free: Page.Tree
    let main: Page.Tree
    let lastPage: UInt64
    let commit: UInt64
  }

  /// The meta page of a commit, or the newest; `nil` if neither page has it.
  func meta(of commit: UInt64? = nil) -> Meta? {
    let metas = (0..<UInt64(2)).compactMap { number -> Meta? in
      guard let page = page(number), page.uint32(at: 16) == 0xbeef_c0de
      else { return nil }
      return Meta(
        free: page.tree(at: 40), main: page.tree(at: 88),
        lastPage: page.uint64(at: 136), commit: page.uint64(at: 144))
    }
    guard let commit else { return metas.max { $0.commit < $1.commit } }
    return metas.first { $0.commit == commit }
  }
}

extension DataPages {
  /// The small entries of a page, if it holds any.
  ///
  /// - Parameter bytes: The page.
  /// - Returns: Keys and values.
  public func entries(
    of bytes: [UInt8]
  ) -> [(key: [UInt8], value: [UInt8])] {
    let page = Page(bytes)
    guard bytes.count >= Page.headerSize, page.flags == Page.leaf else {
      return []
    }
    return (page.nodes ?? []).compactMap { node in
      guard let entry = page.entry(at: node), !entry.isLarge else { return nil }
      return (
        Array(bytes[(node + 8)..<entry.start]),
        Array(bytes[entry.start..<(entry.start + entry.count)])
      )
    }
  }

  /// The pages of a large value, by its first page, which may give more than it
  /// needs; `nil` if that is no such page.
  func largePages(
    of entry: Page.Entry, on page: Page
  ) -> ClosedRange<UInt64>? {
    let first = page.uint64(at: entry.start)
    guard let head = self.page(first, byteCount: Page.headerSize),
      head.number == first, head.flags == Page.overflow
    else { return nil }
    let count = Int(head.uint32(at: 12))
    guard count > 0, count * pageSize >= Page.headerSize + entry.count
    else { return nil }
    return first...first + UInt64(count) - 1
  }

  /// The pages in an entry of the list of free pages; `nil` if it is invalid.
  func freePages(of entry: Page.Entry, on page: Page) -> [UInt64]? {
    guard entry.isLarge else {
      return page.list(at: entry.start, count: entry.count)
    }
    return self.page(
      page.uint64(at: entry.start), byteCount: Page.headerSize + entry.count
    )?.list(at: Page.headerSize, count: entry.count)
  }
}
