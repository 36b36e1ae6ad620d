/// Writes words so that a POSIX shell reads them unchanged.
package enum ShellQuoting {
  /// Returns `word`, in single quotes if part of it is special to a shell.
  package static func quoted(_ word: String) -> String {
    guard word.isEmpty || !word.unicodeScalars.allSatisfy(isPlain) else {
      return word
    }
    let escaped = word.split(
      separator: "'", omittingEmptySubsequences: false
    ).joined(separator: #"'\''"#)
    return "'\(escaped)'"
  }

  /// Returns the words of a line that `quoted` wrote, separated by spaces;
  /// `nil` if a quote is not closed.
  package static func words(of line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var rest = line[...]
    while let character = rest.popFirst() {
      switch character {
      case "'":
        isQuoted.toggle()
        word = word ?? ""
      case "\\" where !isQuoted:
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? "") + String(next)
      case " " where !isQuoted:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard !isQuoted else { return nil }
    return words + [word].compactMap(\.self)
  }

  /// Returns whether a shell takes the scalar literally everywhere.
  package static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", ":", "=",
      "+", "@", "%":
      true
    default: false
    }
  }
}
