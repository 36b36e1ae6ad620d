extension RawSpan {
  /// The integer in `count` bytes at `index`, most significant first.
  ///
  /// - Precondition: The bytes lie within the span.
  // Inlined in other modules too: keys and hashes consist of these, and a call
  // that checks `count` first took a tenth of a rebuild.
  @inlinable @inline(__always)
  public func bigEndian(at index: Int, count: Int) -> UInt64 {
    precondition(index >= 0 && count <= 8 && index + count <= byteCount)
    switch count {
    case 8:
      let word = unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      return UInt64(bigEndian: word)
    case 4:
      let word = unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self)
      return UInt64(UInt32(bigEndian: word))
    case 2:
      let word = unsafeLoadUnaligned(fromByteOffset: index, as: UInt16.self)
      return UInt64(UInt16(bigEndian: word))
    default:
      guard count > 0, index + 8 <= byteCount else { break }
      let word = unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      return UInt64(bigEndian: word) &>> UInt64(64 &- 8 &* count)
    }
    var value: UInt64 = 0
    for position in index..<(index + count) {
      let byte = unsafeLoad(fromByteOffset: position, as: UInt8.self)
      value = value << 8 | UInt64(byte)
    }
    return value
  }

  /// The byte at `index`.
  ///
  /// - Precondition: `index` lies within the span.
  public func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < byteCount)
    return unsafeLoad(fromByteOffset: index, as: UInt8.self)
  }

  /// A copy of the bytes.
  public var copied: [UInt8] {
    withUnsafeBytes { [UInt8]($0) }
  }

  /// A Boolean value that indicates whether the bytes are valid UTF-8.
  public var isUTF8: Bool {
    (try? UTF8Span(validating: Span<UInt8>(_bytes: self))) != nil
  }

  /// Returns whether both spans hold the same bytes.
  public func equals(_ other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    return withUnsafeBytes { left in
      other.withUnsafeBytes { right in left.elementsEqual(right) }
    }
  }

  /// Returns whether these bytes sort before `other`, as its prefixes do.
  public func precedes(_ other: RawSpan) -> Bool {
    let shared = min(byteCount, other.byteCount)
    var index = 0
    while index < shared {
      let count = shared - index >= 8 ? 8 : 1
      let left = bigEndian(at: index, count: count)
      let right = other.bigEndian(at: index, count: count)
      if left != right { return left < right }
      index += count
    }
    return byteCount < other.byteCount
  }
}

extension String {
  /// The text in `utf8`, or `nil` if that is not valid UTF-8.
  public init?(checking utf8: RawSpan) {
    let units = Span<UInt8>(_bytes: utf8)
    guard let valid = try? UTF8Span(validating: units) else { return nil }
    self.init(copying: valid)
  }
}

extension [UInt8] {
  /// Appends the low `count` bytes of `value`, most significant first.
  ///
  /// - Precondition: `count` is at most 8.
  public mutating func append(bigEndian value: UInt64, count: Int = 8) {
    precondition(count >= 0 && count <= 8)
    let word = (value << UInt64(64 - 8 * count)).bigEndian
    // One store: appending byte by byte checks capacity and uniqueness each
    // time, which took a quarter of the time of writing an event.
    append(addingCapacity: 8) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        UnsafeMutableRawBufferPointer(room)
          .storeBytes(of: word, toByteOffset: filled, as: UInt64.self)
        filled += count
      }
    }
  }

  /// Appends `words`, each most significant byte first, checking capacity once:
  /// keys and hashes consist of these.
  @inlinable @inline(__always)
  public mutating func append<let count: Int>(
    bigEndian words: InlineArray<count, UInt64>
  ) {
    append(addingCapacity: 8 * count) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        let target = UnsafeMutableRawBufferPointer(room)
        for index in words.indices {
          target.storeBytes(
            of: words[index].bigEndian, toByteOffset: filled, as: UInt64.self)
          filled += 8
        }
      }
    }
  }
}
