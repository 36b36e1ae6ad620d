internal import JournalPages
internal import QRCode
internal import Synchronization

/// The drawings of QR codes, which follow from their texts alone.
final class KeptCodes: Sendable {
  private let codes = Mutex<[String: CodeDrawing]>([:])

  /// The greatest number of drawings, of about 2 kB each.
  private static let mostCodes = 1_000

  /// Returns the drawing of a text's code; `nil` if the text is too long.
  func drawing(of text: String) -> CodeDrawing? {
    if let known = codes.withLock({ $0[text] }) { return known }
    guard let code = QRCode(text) else { return nil }
    let drawing = CodeDrawing(code)
    codes.withLock { codes in
      if codes.count >= Self.mostCodes { codes = [:] }
      codes[text] = drawing
    }
    return drawing
  }
}
