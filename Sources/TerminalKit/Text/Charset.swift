/// The characters that a destination can show according to its locale.
package enum Charset: Sendable, Equatable {
  /// The whole of Unicode, written as UTF-8.
  case unicode
  /// Only ASCII.
  case ascii

  /// Follows POSIX: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not
  /// empty names the locale; without any it is "C".
  package init(environment: EnvironmentVariables) {
    var locale = "c"
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment[name], !value.isEmpty else { continue }
      locale = value.lowercased()
      break
    }
    self =
      locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
        || locale.contains("utf-8@") || locale.contains("utf8@")
      ? .unicode : .ascii
  }

  /// The sign for a cut text.
  package var ellipsis: String { self == .unicode ? "…" : "..." }

  /// Returns `text` in these characters, each in one column.
  ///
  /// In ASCII, letters lose their marks, typographic signs become plain, and
  /// any other character becomes a `?`.
  package func encoded(_ text: String) -> String {
    guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text
    }
    var result = ""
    for character in text {
      // A line break of two scalars is one character.
      if character.utf8.allSatisfy({ $0 < 0x80 }) {
        result.append(character)
      } else if let first = character.unicodeScalars.first, first.isASCII {
        result.unicodeScalars.append(first)
      } else {
        result.append(Self.plainForms[character] ?? "?")
      }
    }
    return result
  }

  private static let plainForms: [Character: Character] = [
    "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x",
    "…": ".", "\u{A0}": " ", "⏎": "/",
  ]
}
