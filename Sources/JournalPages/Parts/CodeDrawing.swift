internal import HTMLKit
internal import QRCode

extension HTMLWriter {
  /// Writes a QR code with its quiet zone, which a page's text explains.
  mutating func drawing(of code: QRCode, isLarge: Bool = false) {
    let quiet = 4
    let side = Double(code.width + 2 * quiet)
    element(
      .svg, .class("code", isLarge ? "is-large" : nil),
      .number(.viewBox, 0, 0, side, side), .word(.ariaHidden, "true")
    ) { html in
      html.element(
        .path,
        .outline(
          (0..<code.width).flatMap { row in
            code.darkRuns(inRow: row).map {
              (
                x: $0.lowerBound + quiet, y: row + quiet, width: $0.count,
                height: 1
              )
            }
          }))
    }
  }

  /// Writes a warning; nothing without one.
  mutating func warning(_ text: String?) {
    guard let text else { return }
    element(.p, .class("notice", "is-warning"), text: text)
  }
}
