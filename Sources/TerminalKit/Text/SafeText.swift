/// Makes text from outside fit to be shown.
///
/// A name or a note can hold anything: sequences that drive the terminal,
/// marks that reverse the line they stand in, characters that nobody sees. What
/// is shown must be what is there, so these appear as `\u{202E}`.
package enum SafeText {
  /// `text` with all that is invisible or drives the terminal made visible;
  /// line breaks stay only where they are allowed, as in a note.
  package static func shown(_ text: String, allowsNewlines: Bool) -> String {
    if text.isPrintableASCII { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isNewline = scalar == "\n" && allowsNewlines
      if isNewline || isVisible(scalar) || isJoint(at: index, of: scalars) {
        result.append(scalar)
      } else {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      }
    }
    return String(result)
  }

  /// `text` as one line.
  package static func shown(_ text: String) -> String {
    shown(text, allowsNewlines: false)
  }

  /// A note in one line: its line breaks as signs, which a terminal of ASCII
  /// alone shows as slashes.
  package static func shownNote(_ text: String) -> String {
    shown(lines(of: text).joined(separator: " ⏎ "))
  }

  /// The lines of a note, each fit to be shown.
  package static func shownLines(ofNote text: String) -> [String] {
    lines(of: text).map { shown($0) }
  }

  private static func lines(of text: String) -> [String] {
    let breaks: Set<Character> = ["\n", "\r\n"]
    return text.split(
      omittingEmptySubsequences: false, whereSeparator: breaks.contains
    ).map(String.init)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
      .surrogate, .unassigned:
      return false
    default:
      // Fillers, selectors and other letters and marks without a shape.
      return !properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a joiner or a variation selector belongs to an emoji, which falls
  /// apart without it: 👩‍🌾 is a woman, a joiner and a sheaf.
  private static func isJoint(
    at index: Int, of scalars: [Unicode.Scalar]
  ) -> Bool {
    guard index > 0 else { return false }
    let before = scalars[index - 1]
    switch scalars[index] {
    case "\u{FE0E}", "\u{FE0F}":
      return before.properties.isEmoji
    case "\u{200D}":
      // Before it stands an emoji, or what may end one: a selector or a skin
      // tone.
      return index + 1 < scalars.count
        && (before == "\u{FE0F}" || before.isPicture)
        && scalars[index + 1].isPicture
    default:
      return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is an emoji that is more than a digit, `#` or `*`.
  var isPicture: Bool { properties.isEmoji && !isASCII }
}
