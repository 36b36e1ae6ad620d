package import JournalQueries

extension AccessTokens.Access {
  /// Returns whether a token with this access gives a right.
  package func allows(_ right: WebRight) -> Bool {
    switch self {
    case .readOnly: right == .read
    case .care: right != .changeAll
    case .readWrite: true
    case .calendar: false
    }
  }

  /// A Boolean value that indicates whether replicas may bring events and files.
  /// Those of a caring guest would go beyond care.
  var allowsBringing: Bool { allows(.changeAll) }
}
