internal import HTMLKit

// Numbers as drawings, whose numbers always stand beside them as text.
extension HTMLWriter {
  /// Writes numbers as one bar, in parts beside each other.
  ///
  /// - Parameters:
  ///   - parts: The numbers, each with the class of its colour.
  ///   - total: The number that fills the whole width.
  mutating func bar(_ parts: [(count: Int, style: StaticString)], of total: Int)
  {
    let unit = total > 0 ? 200 / Double(total) : 0
    element(
      .svg, .class("bar"), .number(.viewBox, 0, 0, 200, 8),
      .word(.ariaHidden, "true")
    ) { html in
      html.element(
        .rect, .class("bar-ground"), .integer(.width, 200),
        .integer(.height, 8), .number(.rx, 4))
      var start = 0.0
      for part in parts where part.count > 0 {
        let length = Double(part.count) * unit
        html.element(
          .line, .class(part.style), .number(.x1, start),
          .number(.x2, start + length), .number(.y1, 4), .number(.y2, 4))
        start += length
      }
    }
  }

  /// Writes numbers as columns beside each other.
  mutating func columns(_ numbers: [Int], _ style: StaticString) {
    let most = numbers.max() ?? 0
    element(
      .svg, .class("columns", style),
      .number(.viewBox, 0, 0, Double(numbers.count) * 10, 24),
      .word(.ariaHidden, "true")
    ) { html in
      for (index, number) in numbers.enumerated() {
        let x = Double(index) * 10 + 5
        let height = most > 0 ? Double(number) / Double(most) * 22 : 0
        html.element(
          .line, .number(.x1, x), .number(.x2, x), .number(.y1, 24),
          .number(.y2, 23 - height))
      }
    }
  }

  /// Writes a number with its label; the whole is a link if there is more.
  mutating func figure(_ number: String, _ label: String, to path: PagePath?) {
    element(.li, .class("figure")) { html in
      func words(_ html: inout HTMLWriter) {
        html.element(.strong, text: number)
        html.text(" ")
        html.element(.span, text: label)
      }
      if let path {
        html.element(.a, .href(path)) { words(&$0) }
      } else {
        html.element(.span) { words(&$0) }
      }
    }
  }
}
