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
    case .calendar: "see the calendar"
    }
  }
}

/// The browsers that can use a link to the server's pages.
package enum LinkReach: Sendable {
  /// Any browser that reaches the address.
  case everybody
  /// The browsers of the server's own machine.
  case thisMachine
  /// No browser, because nobody signs in without TLS.
  case nobody

  /// Creates the reach of a link or an address.
  package init(of link: String) {
    do throws(RemoteError) {
      let address = String(link.prefix { $0 != "#" })
      self =
        try RemoteAddress(address, in: "/").isLoopback
        ? .thisMachine : .everybody
    } catch {
      self = error == .plainAddress ? .nobody : .everybody
    }
  }

  /// The warning for somebody who makes the link; `nil` for none.
  package var warning: String? {
    switch self {
    case .everybody: nil
    case .thisMachine:
      "Only this computer can open a link to this address. To invite a phone, start the server with --listen and an address of your network, and open this page there."
    case .nobody:
      "Nobody can sign in at this address, because it is not encrypted. Browsers allow the camera and offline use only at https addresses."
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
