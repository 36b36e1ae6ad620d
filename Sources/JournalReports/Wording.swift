package import ErrorKit
package import JournalCare
package import JournalQueries

/// How a way in says what depends on it: a command line names its commands
/// where a page has buttons.
package struct Wording: Sendable {
  /// What to do, to stand in a sentence or as one.
  let remedy: @Sendable (Remedy) -> String
  /// What a saved filter chooses, its rooms by name.
  let filter: @Sendable (_ text: String, RoomList) -> String
  /// What brings a lost edit back; `nil` where nothing does at once.
  let edit: @Sendable (LostEdit) -> String?

  /// Creates the wording of a way in.
  package init(
    remedy: @escaping @Sendable (Remedy) -> String,
    filter: @escaping @Sendable (_ text: String, RoomList) -> String,
    edit: @escaping @Sendable (LostEdit) -> String?
  ) {
    self.remedy = remedy
    self.filter = filter
    self.edit = edit
  }
}
