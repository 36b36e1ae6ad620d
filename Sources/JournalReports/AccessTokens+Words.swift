package import JournalSync
package import JournalTime

extension AccessTokens.Entry {
  /// Returns the token's state at a time, as shown in lists.
  package func state(at clock: Instant) -> String {
    if revokedAt != nil { return "revoked" }
    let onlyReads = access == .readOnly
    guard let expiresAt else { return onlyReads ? "read" : "read and write" }
    if clock >= expiresAt { return "expired" }
    return onlyReads ? "join once, read" : "join once"
  }
}
