internal import JournalEvents

/// Why a cell cannot be read as what its column holds.
struct CellError: Error, Sendable, Hashable {
  /// What is wrong, as the end of a sentence that begins with the column's
  /// name.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// A text that is none of the forms that `expectation` names.
  static func unreadable(_ text: String, _ expectation: String) -> CellError {
    // A slip into the wrong column can be a whole note.
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    return CellError("holds '\(shown)', which is not \(expectation)")
  }
}
