/// Why the journal was not removed.
enum DeletionError: Error, Sendable, Hashable {
  /// Nobody is there to type its name, and no option gives it.
  case notConfirmed(name: String)
  /// Another name was typed.
  case otherName(String, name: String)
  /// Others wrote between each backup and the removal.
  case keepsChanging
}
