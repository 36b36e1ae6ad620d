/// Writes words so that a POSIX shell reads them as they are.
enum ShellQuoting {
  /// `word`, in single quotes where it holds what a shell might understand.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
    guard !isPlain else { return word }
    let escaped = word.split(
      separator: "'", omittingEmptySubsequences: false
    ).joined(separator: #"'\''"#)
    return "'\(escaped)'"
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
