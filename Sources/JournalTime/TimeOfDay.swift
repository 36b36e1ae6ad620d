/// A time on a clock's face, to the minute, from 00:00 to 23:59.
public struct TimeOfDay: Hashable, Sendable {
  /// The hour, 0 to 23.
  public let hour: Int

  /// The minute, 0 to 59.
  public let minute: Int

  /// The first minute of a day, 00:00.
  public static let midnight = TimeOfDay(minutesSinceMidnight: 0)

  /// The time with these components, or `nil` if it does not exist.
  public init?(hour: Int, minute: Int) {
    guard 0...23 ~= hour, 0...59 ~= minute else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// The time this many minutes after midnight, 0 to 1439.
  public init(minutesSinceMidnight minutes: Int) {
    precondition(0..<1_440 ~= minutes)
    hour = minutes / 60
    minute = minutes % 60
  }
}

extension TimeOfDay: Comparable {
  /// Orders times from midnight on.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `HH:MM`.
  public var description: String {
    ASCIIWriter.text(capacity: 5) {
      $0.append(hour, width: 2)
      $0.append(":")
      $0.append(minute, width: 2)
    }
  }

  /// Reads exactly `HH:MM`; `nil` for other text.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span.bytes)
  }

  /// Reads exactly `HH:MM` in ASCII; `nil` for other text.
  public init?(utf8 bytes: RawSpan) {
    guard bytes.byteCount == 5,
      let hour = bytes.twoDigits(at: 0), bytes.holds(":", at: 2),
      let minute = bytes.twoDigits(at: 3)
    else { return nil }
    self.init(hour: hour, minute: minute)
  }
}
