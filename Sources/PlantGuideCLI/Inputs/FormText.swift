internal import TerminalKit

/// Values as a form has them: on one line, with nothing in them that an editor
/// would hide or change.
enum FormText {
  /// `text` with line breaks, tabs and invisible characters as escapes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    // What is invisible comes out as "\u{202E}", which `unescaped` reads.
    let shown = SafeText.shown(escaped)
    return shown.edgesEscaped
  }

  /// The text that ``escaped(_:)`` wrote; `nil` for an escape that is none.
  static func unescaped(_ text: some StringProtocol) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let escape = rest.popFirst(),
        let scalar = self.scalar(escape, &rest)
      else { return nil }
      result.append(scalar)
    }
    return String(result)
  }

  private static func scalar<Rest: Collection<Unicode.Scalar>>(
    _ escape: Unicode.Scalar, _ rest: inout Rest
  ) -> Unicode.Scalar? where Rest == Rest.SubSequence {
    switch escape {
    case "\\": return "\\"
    case "n": return "\n"
    case "t": return "\t"
    case "u":
      guard rest.popFirst() == "{" else { return nil }
      var digits = ""
      while let digit = rest.popFirst(), digit != "}" {
        digits.unicodeScalars.append(digit)
      }
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

extension String {
  /// With blanks at the ends as escapes: editors take such away.
  fileprivate var edgesEscaped: String {
    guard hasPrefix(" ") || hasSuffix(" ") else { return self }
    var text = self
    if text.hasSuffix(" ") { text = text.dropLast() + "\\u{20}" }
    if text.hasPrefix(" ") { text = "\\u{20}" + text.dropFirst() }
    return text
  }
}
