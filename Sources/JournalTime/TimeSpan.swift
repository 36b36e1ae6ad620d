/// A part of each day, such as 22:00 to 07:00.
public struct TimeSpan: Sendable, Hashable, CustomStringConvertible {
  /// The first minute.
  public let start: TimeOfDay
  /// The minute after the last one.
  public let end: TimeOfDay

  /// Creates a span; one whose end is before its start goes past midnight.
  public init?(from start: TimeOfDay, to end: TimeOfDay) {
    guard start != end else { return nil }
    self.start = start
    self.end = end
  }

  /// Creates a span from its text, "22:00-07:00".
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeOfDay(String(parts[0])),
      let end = TimeOfDay(String(parts[1]))
    else { return nil }
    self.init(from: start, to: end)
  }

  /// Returns whether the span contains `time`.
  public func contains(_ time: TimeOfDay) -> Bool {
    start < end
      ? start <= time && time < end : start <= time || time < end
  }

  /// The span as a setting has it.
  public var description: String { "\(start)-\(end)" }
}
