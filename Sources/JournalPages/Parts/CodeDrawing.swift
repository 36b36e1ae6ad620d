internal import HTMLKit
public import QRCode

/// The drawing of a QR code with its quiet zone.
///
/// To find a code and to write its drawing takes longer than all else of a label,
/// and both follow from the text alone. So a drawing can be kept.
public struct CodeDrawing: Sendable {
  fileprivate let side: Double
  fileprivate let line: HTMLAttribute

  private static let quiet = 4

  /// Draws a code.
  public init(_ code: QRCode) {
    side = Double(code.width + 2 * Self.quiet)
    let margin = [[Range<Int>]](repeating: [], count: Self.quiet)
    line = .line(
      throughRows: margin
        + (0..<code.width).map { row in
          code.darkRuns(inRow: row).map {
            ($0.lowerBound + Self.quiet)..<($0.upperBound + Self.quiet)
          }
        })
  }
}

extension HTMLWriter {
  /// Writes the drawing of a QR code, which a page's text explains.
  mutating func drawing(_ code: CodeDrawing, isLarge: Bool = false) {
    element(
      .svg, .class("code", isLarge ? "is-large" : nil),
      .number(.viewBox, 0, 0, code.side, code.side),
      .word(.ariaHidden, "true")
    ) { html in
      html.element(.path, code.line)
    }
  }

  /// Writes a warning; nothing without one.
  mutating func warning(_ text: String?) {
    guard let text else { return }
    element(.p, .class("notice", "is-warning"), text: text)
  }
}
