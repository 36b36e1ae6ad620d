extension String {
  /// The columns of a text of printable ASCII and of Latin letters and signs,
  /// U+00A1 to U+02FF without the soft hyphen: it is safe to show unchanged,
  /// and each of these has one. `nil` for any other.
  ///
  /// Most texts are like this, and a table has thousands.
  package var plainColumns: Int? {
    let bytes = utf8.span
    let plain = bytes.bytes.plainPrefix
    var columns = plain
    var lead: UInt8 = 0
    for index in plain..<bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20..<0x7F, 0xC2...0xCB: columns += 1
      case 0x80..<0xC0:
        if lead == 0xC2, byte <= 0xA0 || byte == 0xAD { return nil }
      default: return nil
      }
      lead = byte
    }
    return columns
  }
}

extension RawSpan {
  /// The number of printable ASCII bytes at the beginning, in words of eight: a
  /// word with any other byte ends it.
  fileprivate var plainPrefix: Int {
    var index = 0
    while index + 8 <= byteCount {
      let word = unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      // The highest bit of each byte that is below a space, or above the tilde;
      // only such a byte carries into the next.
      let others =
        (word &- 0x2020_2020_2020_2020) | (word &+ 0x0101_0101_0101_0101) | word
      guard others & 0x8080_8080_8080_8080 == 0 else { return index }
      index += 8
    }
    return index
  }
}
