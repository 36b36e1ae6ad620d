internal import TextKit

/// A reader of saved filters, which are stored as options of `list`.
package enum SavedFilterInput {
  /// Returns the fields of a request that a saved filter stands for: words as
  /// `query`, options without a value as `true`.
  package static func fields(
    of text: String
  ) -> [(name: String, value: String)] {
    var words: [String] = []
    var fields: [(name: String, value: String)] = []
    var rest = (ShellQuoting.words(of: text) ?? [])[...]
    var hasEnded = false
    while let word = rest.popFirst() {
      if word == "--", !hasEnded {
        hasEnded = true
      } else if hasEnded || !word.hasPrefix("--") {
        words.append(word)
      } else {
        let halves = word.dropFirst(2).split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0])
        let value =
          flags.contains(name)
          ? "true"
          : halves.count > 1 ? String(halves[1]) : rest.popFirst() ?? ""
        // Columns are those of a table.
        if name != "columns" { fields.append((name, value)) }
      }
    }
    return words.isEmpty
      ? fields : [("query", words.joined(separator: " "))] + fields
  }

  private static let flags: Set<String> = ["favorite", "removed", "all"]
}
