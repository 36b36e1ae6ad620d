extension String {
  /// Whether every byte is a printable character of ASCII: then it is safe to
  /// show as it is, and has as many columns as bytes.
  ///
  /// Most texts are, and a table looks at thousands.
  var isPrintableASCII: Bool {
    let bytes = utf8.span
    for index in bytes.indices where !(0x20..<0x7F ~= bytes[index]) {
      return false
    }
    return true
  }
}
