internal import TextKit

/// A command line as Bash sees it: split into words, the last one still being
/// typed.
///
/// Bash passes the typed text, quotes included, to completions, and inserts
/// their answers unchanged.
package struct BashLine {
  /// The words after the program's name; the last is the unfinished one.
  package private(set) var words: [String] = []

  private enum Quote {
    case none
    case single
    case double
  }

  private var quote = Quote.none
  /// The word being read; `nil` between words.
  private var word: String.UnicodeScalarView?
  /// The number of characters of the last word that readline keeps.
  private var keptCount = 0
  private let wordBreaks: Set<Unicode.Scalar>

  /// Splits a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - wordBreaks: The value of `COMP_WORDBREAKS`: the characters after which
  ///     readline begins to replace a word.
  package init(_ line: String, wordBreaks: String) {
    self.wordBreaks = Set(wordBreaks.unicodeScalars)
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() { read(scalar, &rest) }
    words.append(String(word ?? .init()))
    words.removeFirst()
    if words.isEmpty { words = [""] }
  }

  private mutating func read(
    _ scalar: Unicode.Scalar, _ rest: inout Substring.UnicodeScalarView
  ) {
    switch (quote, scalar) {
    case (.none, "'"), (.none, "\""):
      quote = scalar == "'" ? .single : .double
      word = word ?? .init()
    case (.single, "'"), (.double, "\""): quote = .none
    case (.none, "\\"): if let next = rest.popFirst() { append(next) }
    case (.double, "\\"):
      let isEscape = rest.first.map { Self.specialInQuotes.contains($0) }
      append(isEscape == true ? rest.removeFirst() : scalar)
    case (.none, " "), (.none, "\t"), (.none, "<"), (.none, ">"): endWord()
    case (.none, ";"), (.none, "|"), (.none, "&"), (.none, "("), (.none, "\n"):
      word = nil
      words = []
    default:
      append(scalar)
      if quote == .none, wordBreaks.contains(scalar) {
        keptCount = word?.count ?? 0
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    word = (word ?? .init()) + [scalar]
  }

  private mutating func endWord() {
    if let word { words.append(String(word)) }
    word = nil
    keptCount = 0
  }
}

extension BashLine {
  /// Returns the text that Bash puts in place of the last word, so that it
  /// becomes `value`.
  package func replacement(_ value: String) -> String {
    let text = value.unicodeScalars.dropFirst(keptCount)
    switch quote {
    case .none: return escaped(text) { $0.isASCII && !ShellQuoting.isPlain($0) }
    case .double:
      return closed(
        escaped(text, where: Self.specialInQuotes.contains), by: "\"")
    case .single:
      return closed(
        text.map { $0 == "'" ? "'\\''" : String($0) }.joined(), by: "'")
    }
  }

  /// Readline adds the closing quote, unless the text ends in that quote, which
  /// is then part of the value.
  private func closed(_ text: String, by quote: String) -> String {
    text.hasSuffix(quote) ? text + quote : text
  }

  private func escaped(
    _ text: Substring.UnicodeScalarView,
    where isSpecial: (Unicode.Scalar) -> Bool
  ) -> String {
    text.map { isSpecial($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// The characters that a backslash escapes within double quotes.
  private static let specialInQuotes: Set<Unicode.Scalar> = [
    "\\", "\"", "$", "`",
  ]
}
