/// Writes words so that a POSIX shell reads them as they are.
package enum ShellQuoting {
  /// `word`, in single quotes where it holds what a shell might understand.
  package static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
    guard !isPlain else { return word }
    let escaped = word.split(
      separator: "'", omittingEmptySubsequences: false
    ).joined(separator: #"'\''"#)
    return "'\(escaped)'"
  }

  /// The words of a line as `quoted` writes them, parted by blanks; `nil`
  /// where a quote is not closed.
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

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: ":"),
      UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "="),
      UInt8(ascii: "%"):
      true
    default: false
    }
  }
}
