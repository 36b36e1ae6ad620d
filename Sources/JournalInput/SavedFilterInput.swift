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

  /// Returns the filter that stands for the fields of a request, without those
  /// that only lay a page out; `nil` if none is left.
  package static func text(
    of fields: [(name: String, value: String)]
  ) -> String? {
    var words: [String] = []
    var options: [String] = []
    for (name, value) in fields where !value.isEmpty {
      if name == "query" {
        words += value.split(separator: " ").map(String.init)
      } else if flags.contains(name) {
        if value == "true" { options.append("--\(name)") }
      } else if !ofPages.contains(name) {
        options.append("--\(name)=\(value)")
      }
    }
    if words.contains(where: { $0.hasPrefix("-") }) { options.append("--") }
    let all = options + words
    return all.isEmpty
      ? nil : all.map(ShellQuoting.quoted).joined(separator: " ")
  }

  private static let ofPages: Set<String> = [
    "view", "whole", "near", "limit", "name",
  ]

  private static let flags: Set<String> = ["favorite", "removed", "all"]
}
