/// A person or a program who asks, as its token says.
public struct WebGuest: Sendable, Hashable {
  /// The rights that a token gives, each including those before it.
  public enum Role: Int, Sendable, Comparable {
    /// To read everything.
    case read
    /// To give care: also to snooze, skip, note, and undo one's own actions.
    case care
    /// To change everything.
    case all

    public static func < (left: Role, right: Role) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// The name of the token, under which idempotency keys are kept.
  public let id: String
  /// The rights.
  public let role: Role

  /// Creates a guest.
  public init(id: String, role: Role) {
    self.id = id
    self.role = role
  }
}
