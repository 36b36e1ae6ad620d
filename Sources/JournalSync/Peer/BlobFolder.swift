internal import CSodium
internal import Encodings
public import JournalLog
internal import POSIXKit

/// A file's SHA-256, by which it is named.
public struct BlobName: Sendable, Hashable, Comparable, CustomStringConvertible
{
  /// The sixty-four lower-case hexadecimal digits.
  public let description: String

  /// The thirty-two bytes.
  var digest: [UInt8] { Hexadecimal.decode(description) ?? [] }

  /// - Parameter digest: The thirty-two bytes.
  init(digest: [UInt8]) { description = Hexadecimal.encode(digest) }

  public static func < (left: BlobName, right: BlobName) -> Bool {
    left.description < right.description
  }

  /// Reads sixty-four lower-case hexadecimal digits.
  init?(digits: Substring) {
    guard digits.utf8.count == 64, digits.utf8.allSatisfy(\.isLowerCaseDigit)
    else { return nil }
    description = String(digits)
  }

  /// The name of a file with these bytes.
  public init(of bytes: [UInt8]) {
    var hash = SHA256()
    hash.update(bytes)
    description = hash.digits
  }

  fileprivate init(_ hash: SHA256) { description = hash.digits }
}

/// The files of a home that events name by their SHA-256: `blobs/`.
public struct BlobFolder: Sendable {
  private let path: String

  /// How many bytes of a file are sent or brought at once.
  static let pieceByteCount = 4 << 20
  /// How many bytes a file may have.
  static let maximumByteCount = 256 << 20
  /// After how many seconds what was brought in part is forgotten.
  private static let partialTime = 7 * 86_400

  /// The files of a home.
  public init(of home: JournalHome) {
    path = home.path + "/blobs"
  }

  private func file(_ name: BlobName) -> String { "\(path)/\(name)" }
  private func partialFile(_ name: BlobName) -> String {
    file(name) + File.partialSuffix
  }

  /// How many bytes a file has; `nil` where it is not here.
  public func byteCount(of name: BlobName) -> Int? {
    (try? FileStatus(of: file(name)))?.byteCount
  }

  /// How many bytes there are of a file that is not here as a whole.
  func partialByteCount(of name: BlobName) -> Int {
    (try? FileStatus(of: partialFile(name)))?.byteCount ?? 0
  }

  /// Forgets what was brought of a file that is not here as a whole.
  func removePart(of name: BlobName) throws {
    _ = try FileSystem.remove(partialFile(name))
  }

  /// A part of a file; `nil` where it is not here.
  func read(_ name: BlobName, _ range: Range<Int>) throws -> [UInt8]? {
    guard byteCount(of: name) != nil else { return nil }
    let file = try File(file(name), .reading)
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let piece = try file.read(
        range.count - bytes.count, at: range.lowerBound + bytes.count)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// What became of bytes that were brought.
  enum Outcome: Equatable {
    /// The file is here, durably; its bytes have the hash that it is named by.
    case whole(isNew: Bool)
    /// So many of its bytes are here, and the next to be brought are those
    /// after them.
    case partial(Int)
    /// The bytes have another hash, and are thrown away.
    case otherHash
  }

  /// Takes bytes of a file that begin at `offset`; those not after the bytes
  /// that are here change nothing.
  func add(
    _ bytes: [UInt8], at offset: Int, of total: Int, to name: BlobName
  ) throws -> Outcome {
    guard byteCount(of: name) == nil else { return .whole(isNew: false) }
    try FileSystem.makeDirectory(path)
    let partial = partialFile(name)
    // Held until it has its name, so that of two who bring the end one does.
    let part = try File.locked(partial, .appending)
    guard byteCount(of: name) == nil else {
      try FileSystem.remove(partial)
      return .whole(isNew: false)
    }
    var held = try part.status.byteCount
    guard held <= total else {
      // A file of another length was begun.
      try FileSystem.remove(partial)
      return .partial(0)
    }
    if offset <= held, offset + bytes.count > held {
      try part.write(bytes[(held - offset)...])
      try part.flush()
      held = offset + bytes.count
    }
    guard held == total else { return .partial(held) }
    guard try BlobName(SHA256(ofFile: partial)) == name else {
      try FileSystem.remove(partial)
      return .otherHash
    }
    try FileSystem.rename(partial, to: file(name))
    try FileSystem.flush(path)
    part.unlock()
    return .whole(isNew: true)
  }

  /// Keeps a file whose bytes are known to have the hash that it is named by,
  /// and forgets what was brought of it in part.
  func keep(_ bytes: [UInt8], as name: BlobName) throws {
    try FileSystem.makeDirectory(path)
    _ = try File.make(file(name), with: bytes)
    try FileSystem.remove(partialFile(name))
  }

  /// Removes what was brought in part and not gone on with for a week.
  ///
  /// - Parameter now: Seconds since 1970.
  public func removeOldParts(now: Int) {
    for name in (try? FileSystem.names(in: path)) ?? []
    where name.hasSuffix(File.partialSuffix) {
      let partial = "\(path)/\(name)"
      guard let status = try? FileStatus(of: partial),
        status.modifiedAt + Self.partialTime < now
      else { continue }
      _ = try? FileSystem.remove(partial)
    }
  }
}

/// SHA-256, of libsodium.
private struct SHA256 {
  private var state = crypto_hash_sha256_state()

  init() { crypto_hash_sha256_init(&state) }

  init(ofFile path: String) throws {
    self.init()
    let file = try File(path, .reading)
    while true {
      let piece = try file.read(1 << 18)
      if piece.isEmpty { return }
      update(piece)
    }
  }

  mutating func update(_ bytes: [UInt8]) {
    crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  var digits: String {
    var copy = state
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256_final(&copy, &digest)
    return Hexadecimal.encode(digest)
  }
}
