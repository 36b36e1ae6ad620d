import Glibc

@testable import LMDBKit

/// A directory that goes with its last reference.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    // Commits are flushed, which takes no time in memory.
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/lmdbkit-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map(UInt8.init), as: UTF8.self)
    }
  }

  deinit {
    removeTree(path)
  }
}

private func removeTree(_ path: String) {
  if let listing = opendir(path) {
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if entry.pointee.d_type == DT_DIR, name != ".", name != ".." {
        removeTree(path + "/" + name)
      } else {
        unlink(path + "/" + name)
      }
    }
  }
  rmdir(path)
}

struct Failure: Error {
  var code: Int32 = 0
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

typealias Bytes = [UInt8]

extension Environment {
  /// Opens `a` and `b`, with the sizes most tests want.
  static func make(
    _ directory: String, access: Access = .readWrite, expectsData: Bool = false,
    mapSize: Int = 1 << 20, maximumMapSize: Int = 1 << 30
  ) throws(LMDBError) -> Environment {
    try open(
      directory: directory, databases: ["a", "b"], access: access,
      expectsData: expectsData, mapSize: mapSize,
      maximumMapSize: maximumMapSize)
  }

  var a: Database { database("a") }

  func put(_ key: Bytes, _ value: Bytes) throws {
    try write { try $0.put(key.span.bytes, value.span.bytes, in: a) }
  }

  func value(_ key: Bytes) throws -> Bytes? {
    try read { try $0.bytes(key, in: a) }
  }

  /// Puts `count` entries of `size` bytes, the keys being numbers.
  func fill(_ count: Int, size: Int, from first: Int = 0) throws {
    try write { transaction in
      for number in first..<first + count {
        try transaction.put(
          key(number).span.bytes, Bytes(repeating: 7, count: size).span.bytes,
          in: a)
      }
    }
  }
}

extension TransactionProtocol where Self: ~Copyable {
  func bytes(_ key: Bytes, in database: Database) throws -> Bytes? {
    try get(key.span.bytes, in: database) { Bytes($0) }
  }

  func entries(of database: Database) throws -> [Bytes: Bytes] {
    try withCursor(database) { cursor in
      var entries: [Bytes: Bytes] = [:]
      while try cursor.next() {
        try cursor.withEntry { entries[Bytes($0)] = Bytes($1) }
      }
      return entries
    }
  }
}

extension Cursor {
  var keyBytes: Bytes {
    get throws { try withEntry { key, _ in Bytes(key) } }
  }
}

extension [UInt8] {
  init(_ span: RawSpan) {
    self = span.withUnsafeBytes { Self($0) }
  }
}

/// A number's four bytes, greatest first.
func key(_ number: Int) -> Bytes {
  withUnsafeBytes(of: UInt32(number).bigEndian) { Bytes($0) }
}

extension [UInt8] {
  /// The contents of a file.
  init(contentsOf path: String) throws {
    let descriptor = open(path, O_RDONLY)
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
    self.init(repeating: 0, count: Int(status.st_size))
    guard read(descriptor, &self, count) == count else {
      throw Failure(code: errno)
    }
  }
}

func fileSize(_ directory: String) throws -> Int {
  var status = stat()
  guard stat(directory + "/data.mdb", &status) == 0 else {
    throw Failure(code: errno)
  }
  return Int(status.st_size)
}

let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
