/// A command line that cannot be understood.
public struct UsageError: Error, Sendable, Equatable {
  /// What is wrong with it.
  public let message: String
  /// What to do instead.
  public let hint: String?
  /// How the command is called, where that helps.
  public let usage: String?

  /// Creates an error.
  public init(_ message: String, hint: String? = nil, usage: String? = nil) {
    self.message = message
    self.hint = hint
    self.usage = usage
  }

}

extension UsageError: CustomStringConvertible {
  /// The message alone.
  public var description: String { message }
}
