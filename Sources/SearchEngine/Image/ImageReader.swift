public import ErrorKit

/// Borrowed bytes that hold numbered sections, each a column of numbers or a
/// heap of bytes. Nothing is parsed: opening reads only the directory.
///
///     header   magic 8, version 4, number of sections 4, sum 8
///     section  number 4, width 4, offset 8, byte count 8
///
/// Whatever the bytes are, reading ends in a value or an ``ImageError``.
public struct ImageReader: ~Escapable {
  static let magic: UInt64 = 0x3165_6761_6d49_4750  // "PGImage1"
  static let headerSize = 24
  static let directoryEntrySize = 24
  /// No image has more sections than this.
  static let maximumSectionCount = 64

  private let bytes: RawSpan
  private let sectionCount: Int

  /// Opens an image of the given version.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan, version: UInt32) throws(ImageError) {
    guard bytes.byteCount >= Self.headerSize,
      Self.load(bytes, 0, as: UInt64.self) == Self.magic
    else { throw .notAnImage }
    let found = Self.load(bytes, 8, as: UInt32.self)
    guard found == version else {
      throw .otherVersion(found: found, known: version)
    }
    let count = Int(Self.load(bytes, 12, as: UInt32.self))
    guard count <= Self.maximumSectionCount,
      Self.headerSize + count * Self.directoryEntrySize <= bytes.byteCount
    else { throw .damaged }
    self.bytes = bytes
    sectionCount = count
  }

  /// The size of the image in bytes.
  public var byteCount: Int { bytes.byteCount }

  /// A section of numbers.
  @_lifetime(copy self)
  public func column<Number>(
    _ number: Int, of type: Number.Type = Number.self
  ) throws(ImageError) -> Column<Number>
  where Number: FixedWidthInteger & BitwiseCopyable {
    Column(try section(number, width: MemoryLayout<Number>.size))
  }

  /// A section of bytes.
  @_lifetime(copy self)
  public func heap(_ number: Int) throws(ImageError) -> Heap {
    Heap(try section(number, width: 1))
  }

  /// Compares the sum over all sections with the one in the header.
  ///
  /// - Complexity: O(*n*) in the size of the image; reading never does this.
  public func checkSum() throws(ImageError) {
    let sum = ImageSum.sum(of: bytes.extracting(Self.headerSize...))
    guard sum == Self.load(bytes, 16, as: UInt64.self) else { throw .damaged }
  }

  @_lifetime(copy self)
  private func section(
    _ number: Int, width: Int
  ) throws(ImageError) -> RawSpan {
    for index in 0..<sectionCount {
      let entry = Self.headerSize + index * Self.directoryEntrySize
      guard Int(Self.load(bytes, entry, as: UInt32.self)) == number else {
        continue
      }
      let offset = Self.load(bytes, entry + 8, as: UInt64.self)
      let count = Self.load(bytes, entry + 16, as: UInt64.self)
      guard Int(Self.load(bytes, entry + 4, as: UInt32.self)) == width,
        offset <= UInt64(bytes.byteCount),
        count <= UInt64(bytes.byteCount) - offset,
        count % UInt64(width) == 0
      else { throw .damaged }
      return bytes.extracting(Int(offset)..<Int(offset + count))
    }
    throw .damaged
  }

  private static func load<Number>(
    _ bytes: RawSpan, _ offset: Int, as type: Number.Type
  ) -> Number where Number: FixedWidthInteger & BitwiseCopyable {
    let stored = bytes.unsafeLoadUnaligned(
      fromByteOffset: offset, as: Number.self)
    return Number(littleEndian: stored)
  }
}

/// The bytes of consecutive texts.
public struct Heap: ~Escapable {
  private let bytes: RawSpan

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    self.bytes = bytes
  }

  /// The bytes in a range that may come from the image itself.
  @_lifetime(copy self)
  @inline(__always)
  public func bytes(in range: Range<Int>) throws(ImageError) -> RawSpan {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else {
      throw .damaged
    }
    return bytes.extracting(range)
  }

  /// A text, with every invalid byte replaced.
  public func text(in range: Range<Int>) throws(ImageError) -> String {
    try bytes(in: range).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The bytes in a range, copied.
  public func copiedBytes(in range: Range<Int>) throws(ImageError) -> [UInt8] {
    try bytes(in: range).withUnsafeBytes { [UInt8]($0) }
  }
}

/// Consecutive numbers of one width, least significant byte first.
public struct Column<Number>: ~Escapable
where Number: FixedWidthInteger & BitwiseCopyable {
  private let bytes: RawSpan
  /// The number of values in the column.
  public let count: Int

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    self.bytes = bytes
    count = bytes.byteCount / MemoryLayout<Number>.size
  }

  /// The number at `index`, which may come from the image itself.
  ///
  /// - Throws: `damaged` if the column has no such place.
  @inline(__always)
  public func value(at index: Int) throws(ImageError) -> Number {
    guard index >= 0, index < count else { throw .damaged }
    let stored = bytes.unsafeLoadUnaligned(
      fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self)
    return Number(littleEndian: stored)
  }

  /// The number at `index`, as a place in another column.
  @inline(__always)
  public func place(at index: Int) throws(ImageError) -> Int {
    Int(truncatingIfNeeded: try value(at: index))
  }

  /// The range between a number and the next: an item's place, if this column
  /// holds the starts of items.
  @inline(__always)
  public func range(at index: Int) throws(ImageError) -> Range<Int> {
    let start = try place(at: index)
    let end = try place(at: index + 1)
    guard start <= end else { throw .damaged }
    return start..<end
  }
}

/// The reason why an image cannot be read.
public enum ImageError: DescribedError, Sendable, Hashable {
  /// The bytes do not begin like an image.
  case notAnImage
  /// The image has a version that this program does not know.
  case otherVersion(found: UInt32, known: UInt32)
  /// A number in the image points outside of it, or the sum does not match.
  case damaged

  public var facts: ErrorFacts {
    switch self {
    case .notAnImage, .damaged:
      .init(
        .damagedData, "the imported catalogue is damaged",
        .importCatalogueAgain)
    case .otherVersion(let found, let known):
      .init(
        found > known ? .newerFormat : .damagedData,
        "the imported catalogue has format \(found), and this program knows \(known)",
        .importCatalogueAgain)
    }
  }
}
