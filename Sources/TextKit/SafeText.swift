internal import Encodings

/// Makes text from outside safe to show.
///
/// A name or a note can contain anything: sequences that control the terminal,
/// marks that reverse the line they are in, invisible characters. The display
/// must match the content, so these appear as `\u{202E}`.
package enum SafeText {
  /// `text` with all invisible and controlling characters made visible; line
  /// breaks stay only if allowed, as in a note.
  package static func shown(_ text: String, allowsNewlines: Bool) -> String {
    if text.plainColumns != nil { return text }
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

  /// A note in one line: its line breaks become signs, or slashes on an ASCII
  /// terminal.
  package static func shownNote(_ text: String) -> String {
    shown(lines(of: text).joined(by: " ⏎ "))
  }

  /// The lines of a note, each safe to show.
  package static func shownLines(ofNote text: String) -> [String] {
    lines(of: text).map { shown($0) }
  }

  /// The kind of output to a terminal.
  package enum Kind: Sendable {
    /// Text of this program, with its styles.
    case styled
    /// Text of another program, which may have no styles.
    case foreign
    /// Data for programs: JSON stays JSON, since escapes are those of its
    /// texts.
    case data
  }

  /// Returns the output for a terminal, whatever its origin: every controlling
  /// or invisible character except line breaks, tabulators and styles becomes
  /// visible. Escapes from an earlier pass stay unchanged.
  package static func onTerminal(_ text: String, _ kind: Kind) -> String {
    guard !text.utf8.allSatisfy({ isPlain($0) }) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let style = kind == .styled ? styleLength(at: index, of: scalars) : 0
      if style > 0 {
        result.append(contentsOf: scalars[index..<(index + style)])
        index += style
        continue
      }
      let scalar = scalars[index]
      let endsLine =
        scalar == "\r" && index + 1 < scalars.count
        && scalars[index + 1] == "\n"
      if endsLine || scalar == "\n" || scalar == "\t" || isVisible(scalar)
        || isJoint(at: index, of: scalars)
      {
        result.append(scalar)
      } else if kind == .data {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          let zeros = String(repeating: "0", count: 4 - digits.count)
          result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
        }
      } else {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      }
      index += 1
    }
    return String(result)
  }

  private static func isPlain(_ unit: UInt8) -> Bool {
    0x20...0x7e ~= unit || unit == UInt8(ascii: "\n")
  }

  /// The length of the sequence at `index` that switches a style on or off; 0
  /// if none begins there.
  private static func styleLength(
    at index: Int, of scalars: [Unicode.Scalar]
  ) -> Int {
    guard scalars[index] == "\u{1B}", index + 1 < scalars.count,
      scalars[index + 1] == "["
    else { return 0 }
    let parameters = scalars[(index + 2)...].prefix {
      "0"..."9" ~= $0 || $0 == ";"
    }
    guard parameters.endIndex < scalars.count,
      scalars[parameters.endIndex] == "m"
    else { return 0 }
    return parameters.count + 3
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

  /// Returns whether a joiner or a variation selector belongs to an emoji,
  /// which would fall apart without it: 👩‍🌾 is a woman, a joiner and a sheaf.
  private static func isJoint(
    at index: Int, of scalars: [Unicode.Scalar]
  ) -> Bool {
    guard index > 0 else { return false }
    let before = scalars[index - 1]
    switch scalars[index] {
    case "\u{FE0E}", "\u{FE0F}":
      return before.properties.isEmoji
    case "\u{200D}":
      // An emoji precedes it, or the selector or skin tone that ends one.
      return index + 1 < scalars.count
        && (before == "\u{FE0F}" || before.isPicture)
        && scalars[index + 1].isPicture
    default:
      return false
    }
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether it is an emoji other than a digit,
  /// `#` or `*`.
  package var isPicture: Bool { properties.isEmoji && !isASCII }
}
