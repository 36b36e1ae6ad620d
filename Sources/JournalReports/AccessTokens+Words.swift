package import JournalSync
package import JournalTime

extension AccessTokens.Entry {
  /// A Boolean value that indicates whether lists show it: an invitation that
  /// was taken up has become a token of its own.
  package var isListed: Bool { expiresAt == nil || device == nil }

  /// Returns the token's state at a time, as shown in lists.
  package func state(at clock: Instant) -> String {
    if revokedAt != nil { return "revoked" }
    if let endsAt, clock >= endsAt { return "ended" }
    guard let expiresAt else { return access.words }
    if clock >= expiresAt { return "expired" }
    return access == .readWrite ? "join once" : "join once, \(access.words)"
  }
}

extension AccessTokens.Access {
  /// The rights, as they follow "may".
  package var words: String {
    switch self {
    case .readOnly: "read"
    case .care: "give care"
    case .readWrite: "read and write"
    }
  }
}

/// The rights that an invitation or a token gives, as people name them.
package enum TokenRole: String, CaseIterable, Sendable {
  case all
  case care
  case read

  /// The rights.
  package var access: AccessTokens.Access {
    switch self {
    case .all: .readWrite
    case .care: .care
    case .read: .readOnly
    }
  }
}
