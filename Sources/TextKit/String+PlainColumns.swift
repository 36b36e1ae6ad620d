extension String {
  /// The columns of a text of printable ASCII and of Latin letters and signs,
  /// U+00A1 to U+02FF without the soft hyphen: it is safe to show as it is, and
  /// each of these has one. `nil` for any other.
  ///
  /// Most texts are so, and a table looks at thousands.
  package var plainColumns: Int? {
    let bytes = utf8.span
    var columns = 0
    var lead: UInt8 = 0
    for index in bytes.indices {
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
