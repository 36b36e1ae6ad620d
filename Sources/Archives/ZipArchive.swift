/// A ZIP archive in memory, whose files are unpacked one by one.
///
/// Nothing is written anywhere, so a file's name can lead nowhere. Each file
/// is unpacked to the size that the directory gives, if that is an honest one,
/// and its sum is compared.
public struct ZipArchive: Sendable {
  private let bytes: [UInt8]
  private let entries: [String: ZipEntry]

  /// Whether `bytes` begin as an archive does.
  public static func isArchive(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    let signature = bytes.number32(at: 0)
    return signature == ZipLayout.localSignature
      || signature == ZipLayout.endSignature
  }

  /// Reads the directory of an archive.
  public init(_ bytes: [UInt8]) throws(ZipError) {
    self.bytes = bytes
    entries = try ZipDirectory(bytes).entries
  }

  /// The names of its files, sorted.
  public var names: [String] { entries.keys.sorted() }

  /// Unpacks a file.
  ///
  /// - Throws: `missing`, and what is wrong with that file.
  public func file(_ name: String) throws(ZipError) -> [UInt8] {
    guard let entry = entries[name] else { throw .missing(name: name) }
    guard !entry.isEncrypted else { throw .encrypted(name: name) }
    let packed = try packed(entry, name)
    let contents: [UInt8]?
    switch entry.method {
    case 0: contents = packed.count == entry.count ? Array(packed) : nil
    case 8:
      guard entry.count <= Self.honestSize(ofPacked: packed.count) else {
        throw .tooLarge(
          name: name, bytes: entry.count, packed: packed.count)
      }
      contents = Deflate.unpacked(packed, count: entry.count)
    default: throw .unknownMethod(name: name, method: entry.method)
    }
    guard let contents, Deflate.sum(of: contents) == entry.sum else {
      throw .damaged(name: name)
    }
    return contents
  }

  /// The most that so many packed bytes may become: tables shrink to a tenth,
  /// and nothing but a trap to less than a hundredth.
  private static func honestSize(ofPacked count: Int) -> Int {
    count * 100 + 0x1_0000
  }

  /// A file's bytes behind its own header, which must be there and name it.
  private func packed(
    _ entry: ZipEntry, _ name: String
  ) throws(ZipError) -> ArraySlice<UInt8> {
    let header = entry.start
    guard header + ZipLayout.localSize <= bytes.count,
      bytes.number32(at: header) == ZipLayout.localSignature
    else { throw .damaged(name: name) }
    let nameStart = header + ZipLayout.localSize
    let nameEnd = nameStart + bytes.number16(at: header + 26)
    let start = nameEnd + bytes.number16(at: header + 28)
    guard start + entry.packedCount <= bytes.count,
      bytes[nameStart..<nameEnd].elementsEqual(name.utf8)
    else { throw .damaged(name: name) }
    return bytes[start..<(start + entry.packedCount)]
  }
}
