import QRCode

/// Returns a QR code of a text: lines of `1` for dark and `0` for light.
func code(of text: String) throws -> String {
  guard let code = QRCode(text) else {
    throw ServeError("the text is too long for a QR code")
  }
  var lines = ""
  for row in 0..<code.width {
    for column in 0..<code.width {
      lines += code.isDark(row: row, column: column) ? "1" : "0"
    }
    lines += "\n"
  }
  return lines
}
