internal import JournalEvents

/// A person who acts through a home that is not theirs, such as a guest on the
/// pages of its server. Each has a writer of their own there.
public struct Person: Sendable, Hashable {
  /// The text that tells people apart. It is never shown, and whoever renames
  /// the person's writer leaves it as it is.
  public let key: String
  /// The name that the person's writer gets when it starts.
  public let name: String

  /// Creates a person.
  ///
  /// - Parameters:
  ///   - name: The name, as in a token.
  ///   - key: The text that tells people apart; by default the name, without
  ///     differences of case and composition.
  public init(_ name: String, key: String? = nil) {
    self.name = name
    self.key = key ?? name.foldedName
  }
}
