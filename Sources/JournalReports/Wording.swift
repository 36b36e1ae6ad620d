package import ErrorKit
package import JournalCare

/// How a way in says what depends on it: a command line names its commands
/// where a page has buttons.
package struct Wording: Sendable {
  /// What to do, to stand in a sentence or as one.
  let remedy: @Sendable (Remedy) -> String
  /// What a saved filter chooses, its rooms by name.
  let filter: @Sendable (_ text: String, RoomList) -> String

  /// Creates the wording of a way in.
  package init(
    remedy: @escaping @Sendable (Remedy) -> String,
    filter: @escaping @Sendable (_ text: String, RoomList) -> String
  ) {
    self.remedy = remedy
    self.filter = filter
  }
}
