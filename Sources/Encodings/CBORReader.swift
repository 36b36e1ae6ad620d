public import ErrorKit

/// Reads deterministic CBOR from borrowed bytes, item by item, without
/// building a tree.
///
/// Every read checks bounds, the item's type and that numbers are in their
/// shortest form; nothing traps on any input.
public struct CBORReader: ~Escapable {
  /// The deepest nesting of items.
  public static let maximumDepth = 16

  // Every event consists of such items, so these reads are inlined in other
  // modules too: calls took a third of reading a header.
  @usableFromInline let bytes: RawSpan
  @usableFromInline var place = 0
  /// The start of the next item.
  @inlinable public var offset: Int { place }

  /// Creates a reader at the start of `bytes`.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) {
    self.bytes = bytes
  }

  /// A Boolean value that indicates whether all bytes are read.
  public var isAtEnd: Bool { offset == bytes.byteCount }

  /// The major type (0 to 7) of the next item.
  @inlinable @inline(__always)
  public func peekMajor() throws(CBORError) -> UInt8 {
    try byte(at: offset) >> 5
  }

  /// Returns whether the next item is `null`.
  @inlinable @inline(__always)
  public func isNull() -> Bool {
    offset < bytes.byteCount && load(offset) == 0xf6
  }

  /// Reads `null` if it is next, and returns whether it was.
  @inlinable @inline(__always)
  public mutating func readNull() -> Bool {
    guard isNull() else { return false }
    place += 1
    return true
  }

  /// Reads an unsigned integer.
  @inlinable @inline(__always)
  public mutating func unsigned() throws(CBORError) -> UInt64 {
    try argument(of: 0)
  }

  /// Reads an integer of either sign that fits 64 bits.
  public mutating func integer() throws(CBORError) -> Int64 {
    let start = offset
    let major = try peekMajor()
    guard major <= 1 else { throw CBORError(.typeMismatch, at: start) }
    let magnitude = try argument(of: major)
    guard let value = Int64(exactly: magnitude) else {
      throw CBORError(.outOfRange, at: start)
    }
    return major == 0 ? value : -1 - value
  }

  /// Reads a byte string and lends its bytes.
  @_lifetime(copy self)
  @inlinable @inline(__always)
  public mutating func byteString() throws(CBORError) -> RawSpan {
    try string(of: 2)
  }

  /// Reads a byte string of exactly this many words, the most significant byte
  /// of each first: an id has two, a hash four.
  @inlinable @inline(__always)
  public mutating func words<let count: Int>() throws(CBORError) -> InlineArray<
    count, UInt64
  > {
    let start = place
    guard try argument(of: 2) == UInt64(8 * count) else {
      place = start
      _ = try string(of: 2)
      throw CBORError(.outOfRange, at: start)
    }
    guard 8 * count <= bytes.byteCount - place else {
      throw CBORError(.truncated, at: start)
    }
    let first = place
    place += 8 * count
    return InlineArray { bytes.bigEndian(at: first + 8 * $0, count: 8) }
  }

  /// Reads a text string and lends its bytes, not yet checked for UTF-8.
  @_lifetime(copy self)
  @inlinable @inline(__always)
  public mutating func textBytes() throws(CBORError) -> RawSpan {
    try string(of: 3)
  }

  /// Reads a text string.
  public mutating func text() throws(CBORError) -> String {
    let start = offset
    let utf8 = try string(of: 3)
    guard let text = String(checking: utf8) else {
      throw CBORError(.invalidUTF8, at: start)
    }
    return text
  }

  /// The number of bytes of the next item if that is a text of fewer than 24.
  @inlinable @inline(__always)
  public var shortTextCount: Int? {
    guard place < bytes.byteCount else { return nil }
    let count = load(place) &- 0x60
    return count < 24 ? Int(count) : nil
  }

  /// Reads this text of under 24 bytes if it is next; returns whether it was.
  @inlinable @inline(__always)
  public mutating func readText(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard shortTextCount == count, count < bytes.byteCount - place else {
      return false
    }
    let start = text.utf8Start
    for index in 0..<count where load(place &+ 1 &+ index) != start[index] {
      return false
    }
    place += 1 + count
    return true
  }

  /// Reads the head of an array and returns its count.
  @inlinable @inline(__always)
  public mutating func array() throws(CBORError) -> Int {
    try count(of: 4, bytesPerItem: 1)
  }

  /// Reads the head of a map and returns its number of pairs.
  @inlinable @inline(__always)
  public mutating func map() throws(CBORError) -> Int {
    try count(of: 5, bytesPerItem: 2)
  }

  /// Reads `true` or `false`.
  public mutating func bool() throws(CBORError) -> Bool {
    let value = try byte(at: offset)
    guard value == 0xf4 || value == 0xf5 else {
      throw CBORError(.typeMismatch, at: offset)
    }
    place += 1
    return value == 0xf5
  }

  /// Reads a float of half, single or double precision, in the shortest form
  /// that keeps its value.
  public mutating func float() throws(CBORError) -> Double {
    let start = offset
    let value: Double
    switch try byte(at: offset) {
    case 0xf9:
      let bits = try bigEndian(at: start + 1, count: 2)
      value = Double(Float16(bitPattern: UInt16(bits)))
      place += 3
    case 0xfa:
      let bits = try bigEndian(at: start + 1, count: 4)
      value = Double(Float(bitPattern: UInt32(bits)))
      place += 5
    case 0xfb:
      value = Double(bitPattern: try bigEndian(at: start + 1, count: 8))
      place += 9
    default:
      throw CBORError(.typeMismatch, at: start)
    }
    // The writer gives each value its only form, including NaN.
    var canonical = CBORWriter(capacity: 9)
    canonical.float(value)
    guard slice(start..<offset).equals(canonical.bytes.span.bytes) else {
      throw CBORError(.notShortest, at: start)
    }
    return value
  }

  /// Skips an item of any kind and checks its form, so that ``CBORItem`` can
  /// hold it.
  public mutating func skip() throws(CBORError) {
    try skip(depth: 0)
  }

  /// Checks that nothing is left to read.
  public func finish() throws(CBORError) {
    guard isAtEnd else { throw CBORError(.trailingBytes, at: offset) }
  }

  /// Lends the bytes between two offsets that were read already.
  @inlinable
  @_lifetime(copy self)
  public func slice(_ range: Range<Int>) -> RawSpan {
    bytes.extracting(range)
  }
}

extension CBORReader {
  private mutating func skip(depth: Int) throws(CBORError) {
    guard depth < Self.maximumDepth else {
      throw CBORError(.tooDeep, at: offset)
    }
    switch try peekMajor() {
    case 0, 1:
      _ = try integer()
    case 2:
      _ = try string(of: 2)
    case 3:
      try skipText()
    case 4:
      for _ in 0..<(try array()) { try skip(depth: depth + 1) }
    case 5:
      try skipMap(depth: depth)
    case 7:
      try skipSimple()
    default:
      throw CBORError(.unsupported, at: offset)
    }
  }

  private mutating func skipMap(depth: Int) throws(CBORError) {
    var previous: Range<Int>?
    for _ in 0..<(try map()) {
      let key = try skipText()
      if let previous, !precedes(previous, key) {
        throw CBORError(.badKeys, at: offset)
      }
      previous = key
      try skip(depth: depth + 1)
    }
  }

  /// Returns whether the key at `left` precedes the one at `right` in
  /// deterministic CBOR: the shorter is first.
  public func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    if left.count != right.count { return left.count < right.count }
    return slice(left).withUnsafeBytes { left in
      slice(right).withUnsafeBytes { left.lexicographicallyPrecedes($0) }
    }
  }

  /// Skips a text and returns its range.
  @discardableResult
  private mutating func skipText() throws(CBORError) -> Range<Int> {
    let start = offset
    let utf8 = try string(of: 3)
    guard utf8.isUTF8 else { throw CBORError(.invalidUTF8, at: start) }
    return (offset - utf8.byteCount)..<offset
  }

  private mutating func skipSimple() throws(CBORError) {
    switch try byte(at: offset) {
    case 0xf4, 0xf5, 0xf6: place += 1
    case 0xf9, 0xfa, 0xfb: _ = try float()
    default: throw CBORError(.unsupported, at: offset)
    }
  }

  @inlinable @inline(__always)
  mutating func count(
    of major: UInt8, bytesPerItem: Int
  ) throws(CBORError) -> Int {
    let start = offset
    let value = try argument(of: major)
    // Each item takes at least a byte, so a count beyond the input is false and
    // must not size a loop or an allocation.
    guard value <= UInt64((bytes.byteCount - offset) / bytesPerItem) else {
      throw CBORError(.truncated, at: start)
    }
    return Int(value)
  }

  @_lifetime(copy self)
  @inlinable @inline(__always)
  mutating func string(of major: UInt8) throws(CBORError) -> RawSpan {
    let start = offset
    let length = try argument(of: major)
    guard length <= UInt64(bytes.byteCount - offset) else {
      throw CBORError(.truncated, at: start)
    }
    let end = offset + Int(length)
    let span = bytes.extracting(offset..<end)
    place = end
    return span
  }

  @inlinable @inline(__always)
  mutating func argument(of major: UInt8) throws(CBORError) -> UInt64 {
    let first = try byte(at: offset)
    guard first >> 5 == major else {
      throw CBORError(.typeMismatch, at: offset)
    }
    let low = first & 0x1f
    guard low >= 24 else {
      place += 1
      return UInt64(low)
    }
    // The length of a hash, and the counters and kinds of most events.
    if low == 24, offset + 1 < bytes.byteCount, load(offset + 1) >= 24 {
      place += 2
      return UInt64(load(offset - 1))
    }
    return try longArgument(low)
  }

  @usableFromInline
  mutating func longArgument(
    _ low: UInt8
  ) throws(CBORError) -> UInt64 {
    guard low <= 27 else { throw CBORError(.unsupported, at: offset) }
    let count = 1 &<< Int(low &- 24)
    let value = try bigEndian(at: offset + 1, count: count)
    let least: UInt64 = count == 1 ? 24 : 1 &<< UInt64(4 &* count)
    guard value >= least else { throw CBORError(.notShortest, at: offset) }
    place += 1 + count
    return value
  }

  @inlinable @inline(__always)
  func byte(at index: Int) throws(CBORError) -> UInt8 {
    guard index < bytes.byteCount else {
      throw CBORError(.truncated, at: index)
    }
    return load(index)
  }

  @inlinable @inline(__always)
  func load(_ index: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  @inlinable @inline(__always)
  func bigEndian(
    at index: Int, count: Int
  ) throws(CBORError) -> UInt64 {
    guard index + count <= bytes.byteCount else {
      throw CBORError(.truncated, at: index)
    }
    return bytes.bigEndian(at: index, count: count)
  }
}

/// The reason why bytes are not the CBOR that a reader expected.
public struct CBORError: DescribedError, Sendable, Hashable {
  /// The kind of error, in words.
  public enum Code: String, Sendable {
    /// The bytes end inside an item.
    case truncated = "the bytes end too early"
    /// An item of another type is in place of the expected one.
    case typeMismatch = "an item has the wrong type"
    /// A length or integer is not in its shortest form.
    case notShortest = "a number is not in its shortest form"
    /// The bytes of a text are not UTF-8.
    case invalidUTF8 = "a text is not valid UTF-8"
    /// An indefinite length, a tag or a reserved value, which the deterministic
    /// subset excludes.
    case unsupported = "a CBOR feature outside the format is used"
    /// Items are nested deeper than the journal ever writes.
    case tooDeep = "items are nested too deeply"
    /// The keys of a map are not in the deterministic order.
    case badKeys = "map keys are not sorted, unique texts"
    /// The input goes on after its item.
    case trailingBytes = "bytes follow the last item"
    /// A value is outside the range for its place.
    case outOfRange = "a value is out of range"
  }

  /// The kind of error.
  public let code: Code
  /// The place of the error, in bytes from the start of the input.
  public let offset: Int

  /// Creates an error.
  public init(_ code: Code, at offset: Int) {
    self.code = code
    self.offset = offset
  }

  public var description: String {
    "\(code.rawValue) at byte \(offset)"
  }

  public var facts: ErrorFacts {
    .init(.damagedData, "the data is damaged: \(description)", .verifyLog)
  }
}
