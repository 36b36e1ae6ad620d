/// A file as the directory of an archive tells of it.
struct ZipEntry: Sendable, Hashable {
  /// How the file is packed: 0 not at all, 8 deflated.
  let method: Int
  /// Whether it needs a password.
  let isEncrypted: Bool
  /// The CRC-32 of its contents.
  let sum: UInt32
  /// Its bytes in the archive, and unpacked.
  let packedCount: Int
  let count: Int
  /// Where its own header starts.
  let start: Int
}

/// The signatures and sizes of the parts of an archive.
enum ZipLayout {
  static let localSignature: UInt32 = 0x0403_4b50
  static let localSize = 30
  static let entrySignature: UInt32 = 0x0201_4b50
  static let entrySize = 46
  static let endSignature: UInt32 = 0x0605_4b50
  static let endSize = 22
  static let longestComment = 0xffff
}

extension [UInt8] {
  /// A number of two bytes, the smallest first; the caller knows that they
  /// are there.
  func number16(at place: Int) -> Int {
    Int(self[place]) | Int(self[place + 1]) << 8
  }

  /// A number of four bytes, the smallest first.
  func number32(at place: Int) -> UInt32 {
    UInt32(number16(at: place)) | UInt32(number16(at: place + 2)) << 16
  }
}
