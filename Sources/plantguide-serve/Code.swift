import CQRencode
import Glibc

/// Returns a QR code of a text: lines of `1` for dark and `0` for light.
func code(of text: String) throws -> String {
  guard
    let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L)
  else { throw ServeError("the text is too long for a QR code") }
  defer { QRcode_free(code) }
  let width = Int(code.pointee.width)
  var lines = ""
  for row in 0..<width {
    for column in 0..<width {
      let isDark = code.pointee.data[row * width + column] & 1 == 1
      lines += isDark ? "1" : "0"
    }
    lines += "\n"
  }
  return lines
}
