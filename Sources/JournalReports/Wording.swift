package import ErrorKit
package import JournalCare
package import JournalQueries

/// The texts that depend on the interface: a command line names commands, a
/// page has buttons.
package struct Wording: Sendable {
  /// Returns a remedy in words, for use in a sentence or on its own.
  let remedy: @Sendable (Remedy) -> String
  /// Returns a saved filter in words, with its rooms by name.
  let filter: @Sendable (_ text: String, RoomList) -> String
  /// Returns the way to restore a lost edit; `nil` if no single step does.
  let edit: @Sendable (LostEdit) -> String?

  /// Creates the wording of an interface.
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
