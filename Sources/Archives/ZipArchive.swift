internal import CMinizip

/// A ZIP archive in a file, which minizip unpacks piece by piece.
///
/// It writes no files, so names in the archive cannot do harm. Each file is
/// unpacked to the size in the directory, if that is plausible, and its
/// checksum is verified.
public final class ZipArchive {
  private let handle: unzFile
  private let byteCount: UInt64
  private var places: [String: unz64_file_pos] = [:]

  /// Returns whether a file with this beginning is an archive.
  public static func isArchive(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("PK\u{3}\u{4}".utf8))
      || start.starts(with: Array("PK\u{5}\u{6}".utf8))
  }

  /// Reads the directory of an archive.
  ///
  /// - Parameters:
  ///   - path: The archive's path.
  ///   - byteCount: The size of the archive in bytes.
  /// - Throws: `unreadable` or `duplicate`.
  public init(path: String, byteCount: Int) throws(ZipError) {
    guard let handle = unzOpen64(path) else { throw .unreadable }
    self.handle = handle
    self.byteCount = UInt64(byteCount)
    var status = unzGoToFirstFile(handle)
    while status == UNZ_OK {
      try addFile()
      status = unzGoToNextFile(handle)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE else { throw .unreadable }
  }

  deinit { unzClose(handle) }

  /// The names of its files, sorted; folders are omitted.
  public var names: [String] { places.keys.sorted() }

  private func addFile() throws(ZipError) {
    var facts = unz_file_info64()
    var place = unz64_file_pos()
    var bytes = [CChar](repeating: 0, count: Int(UInt16.max) + 1)
    guard
      unzGetCurrentFileInfo64(
        handle, &facts, &bytes, UInt(bytes.count), nil, 0, nil, 0) == UNZ_OK,
      unzGetFilePos64(handle, &place) == UNZ_OK,
      let name = String(
        validating: bytes[..<Int(facts.size_filename)].lazy.map {
          UInt8(bitPattern: $0)
        }, as: UTF8.self)
    else { throw .unreadable }
    guard !name.hasSuffix("/") else { return }
    guard places.updateValue(place, forKey: name) == nil else {
      throw .duplicate(name: name)
    }
  }

  /// Unpacks a file.
  ///
  /// - Parameter name: The file's name.
  /// - Returns: A source of the bytes, empty at the end. It throws `damaged` if
  ///   they do not match the directory, and is valid until another file is
  ///   unpacked.
  /// - Throws: `missing`, and other errors of that file.
  public func file(
    _ name: String
  ) throws(ZipError) -> () throws -> [UInt8] {
    guard var place = places[name] else { throw .missing(name: name) }
    var facts = unz_file_info64()
    guard unzGoToFilePos64(handle, &place) == UNZ_OK,
      unzGetCurrentFileInfo64(handle, &facts, nil, 0, nil, 0, nil, 0) == UNZ_OK
    else { throw .damaged(name: name) }
    try check(facts, name)
    guard unzOpenCurrentFile(handle) == UNZ_OK else {
      throw .damaged(name: name)
    }
    var left = facts.uncompressed_size
    return {
      let bytes = try self.read(name)
      left -= min(left, UInt64(bytes.count))
      // Closing verifies the checksum of the whole unpacked file.
      if bytes.isEmpty,
        left > 0 || unzCloseCurrentFile(self.handle) != UNZ_OK
      {
        throw ZipError.damaged(name: name)
      }
      return bytes
    }
  }

  private func read(_ name: String) throws(ZipError) -> [UInt8] {
    var status: Int32 = 0
    let size = 1 << 16
    let bytes = [UInt8](unsafeUninitializedCapacity: size) {
      buffer, initialized in
      status = unzReadCurrentFile(handle, buffer.baseAddress, UInt32(size))
      initialized = max(0, Int(status))
    }
    guard status >= 0 else { throw .damaged(name: name) }
    return bytes
  }

  private func check(
    _ facts: unz_file_info64, _ name: String
  ) throws(ZipError) {
    let (packed, whole) = (facts.compressed_size, facts.uncompressed_size)
    guard facts.flag & 1 == 0 else { throw .encrypted(name: name) }
    // Debian's minizip 1.1 misses the longer fields.
    guard packed < UInt32.max, whole < UInt32.max else { throw .large }
    guard packed <= byteCount else { throw .damaged(name: name) }
    switch facts.compression_method {
    case 0 where packed == whole: return
    case 0: throw .damaged(name: name)
    case 8 where whole <= Self.honestSize(ofPacked: packed): return
    case 8:
      throw .tooLarge(
        name: name, bytes: Int(clamping: whole), packed: Int(packed))
    case let method: throw .unknownMethod(name: name, method: Int(method))
    }
  }

  /// The most bytes that packed bytes can plausibly become: tables shrink to a
  /// tenth, and only malicious files to less than a hundredth.
  private static func honestSize(ofPacked count: UInt64) -> UInt64 {
    count * 100 + 0x1_0000
  }
}
