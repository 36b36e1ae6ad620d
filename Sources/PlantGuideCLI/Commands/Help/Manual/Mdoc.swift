/// Writes mdoc(7), the language of manual pages, in ASCII alone.
struct Mdoc {
  /// The lines written so far.
  private(set) var text = ""

  /// Adds a line that begins with a macro, as it is.
  mutating func macro(_ line: String) {
    text += ".\(line)\n"
  }

  /// Adds text, a line a sentence, as mdoc wants it.
  mutating func write(_ paragraph: String) {
    var line: [Substring] = []
    for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      line.append(word)
      guard let end = word.last, ".:?".contains(end) else { continue }
      write(line: line)
      line = []
    }
    write(line: line)
  }

  /// Adds a command line to be copied.
  mutating func display(_ command: String) {
    macro("Dl " + Self.literal(command))
  }

  private mutating func write(line: [Substring]) {
    guard !line.isEmpty else { return }
    text += Self.escaped(line.joined(separator: " ")) + "\n"
  }
}

extension Mdoc {
  /// Words of running text.
  ///
  /// A dash that begins a word begins an option, which must stay a minus
  /// sign; others may become hyphens.
  static func escaped(_ text: String) -> String {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    let line = words.map { word in
      word.hasPrefix("-") ? literal(String(word)) : escaping(word, with: marks)
    }.joined(separator: " ")
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  /// Text that is typed: each character stays what it is.
  static func literal(_ text: String) -> String {
    escaping(text[...], with: marks.merging(typed) { $1 })
  }

  private static let marks: [Unicode.Scalar: String] = [
    "\\": "\\e", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga",
  ]

  private static let typed: [Unicode.Scalar: String] = [
    "-": "\\-", "~": "\\(ti", "^": "\\(ha",
    // Alone it is a delimiter of arguments.
    "|": "\\&|",
  ]

  private static func escaping(
    _ text: Substring, with marks: [Unicode.Scalar: String]
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let mark = marks[scalar] {
        result += mark
      } else if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        result += "\\[u\(zeros)\(digits)]"
      }
    }
    return result
  }
}
