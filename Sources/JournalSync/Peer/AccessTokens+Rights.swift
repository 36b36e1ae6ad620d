extension AccessTokens {
  /// A thing that people do on the pages of a home's server.
  public enum WebRight: Sendable, CaseIterable {
    /// To see everything.
    case read
    /// To record that care was given.
    case giveCare
    /// To postpone a task.
    case snooze
    /// To skip a task.
    case skip
    /// To add a note.
    case addNote
    /// To add a photo.
    case addPhoto
    /// To undo an action of one's own.
    case undoOwn
    /// Everything else: plants, rooms, schedules, settings, the household, and
    /// what others did.
    case changeAll
  }
}

extension AccessTokens.Access {
  /// Returns whether a token with this access gives a right.
  public func allows(_ right: AccessTokens.WebRight) -> Bool {
    switch self {
    case .readOnly: right == .read
    case .care: right != .changeAll
    case .readWrite: true
    }
  }

  /// A Boolean value that indicates whether replicas may bring events and files.
  /// Those of a caring guest would go beyond care.
  var allowsBringing: Bool { allows(.changeAll) }
}
