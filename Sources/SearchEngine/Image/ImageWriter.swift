/// Builds an image for ``ImageReader``: equal sections give equal bytes.
public struct ImageWriter {
  private var sections: [(number: Int, width: Int, bytes: [UInt8])] = []
  private let version: UInt32

  /// Creates an image without sections.
  public init(version: UInt32) {
    self.version = version
  }

  /// Adds a section of numbers.
  public mutating func add<Number: FixedWidthInteger>(
    _ number: Int, _ values: [Number]
  ) {
    // In one piece: writing byte by byte took a tenth of a search.
    let bytes = values.map { $0.littleEndian }.withUnsafeBytes { Array($0) }
    sections.append((number, MemoryLayout<Number>.size, bytes))
  }

  /// The finished image.
  public func finished() -> [UInt8] {
    var body: [UInt8] = []
    let directorySize = sections.count * ImageReader.directoryEntrySize
    var offset = ImageReader.headerSize + directorySize
    for section in sections {
      Self.append(UInt32(section.number), to: &body)
      Self.append(UInt32(section.width), to: &body)
      Self.append(UInt64(offset), to: &body)
      Self.append(UInt64(section.bytes.count), to: &body)
      offset += Self.padded(section.bytes.count)
    }
    body.reserveCapacity(offset)
    for section in sections {
      body += section.bytes
      let padding = Self.padded(section.bytes.count) - section.bytes.count
      body.append(contentsOf: repeatElement(0, count: padding))
    }
    var image: [UInt8] = []
    image.reserveCapacity(ImageReader.headerSize + body.count)
    Self.append(ImageReader.magic, to: &image)
    Self.append(version, to: &image)
    Self.append(UInt32(sections.count), to: &image)
    Self.append(ImageSum.sum(of: body.span.bytes), to: &image)
    return image + body
  }

  // Sections start at multiples of eight, so their numbers are aligned.
  private static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  private static func append<Number: FixedWidthInteger>(
    _ value: Number, to bytes: inout [UInt8]
  ) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// The checksum of an image: FNV-1a over words of eight bytes, and over the
/// remaining bytes.
enum ImageSum {
  static func sum(of bytes: RawSpan) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    let wholeWords = bytes.byteCount / 8 * 8
    for offset in stride(from: 0, to: wholeWords, by: 8) {
      let word = bytes.unsafeLoadUnaligned(
        fromByteOffset: offset, as: UInt64.self)
      add(UInt64(littleEndian: word), to: &sum)
    }
    for offset in wholeWords..<bytes.byteCount {
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      add(UInt64(byte), to: &sum)
    }
    return sum
  }

  // The rotation carries high bits down, which multiplication never does.
  private static func add(_ word: UInt64, to sum: inout UInt64) {
    sum = (sum ^ word) &* 0x0000_0100_0000_01b3
    sum = sum << 29 | sum >> 35
  }
}
