/// A point in time, to the millisecond, the same everywhere.
public struct Instant: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let milliseconds: Int64

  /// The instant this many milliseconds after 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The instant this many seconds after 1970-01-01T00:00:00Z, a number small
  /// enough to have come from a `Day`.
  init(seconds: Int64) {
    milliseconds = seconds * 1_000
  }

  /// Seconds since 1970-01-01T00:00:00Z, rounded down.
  var seconds: Int64 {
    milliseconds.flooredDivision(by: 1_000).quotient
  }

  /// The calendar day in UTC.
  public var utcDay: Day { Self.day(ofSeconds: seconds) }

  /// The day that contains the second this long after 1970-01-01T00:00:00.
  static func day(ofSeconds seconds: Int64) -> Day {
    Day(clamping: seconds.flooredDivision(by: secondsPerDay).quotient)
  }

  /// The instant in UTC as RFC 3339 writes it, `2026-03-01T08:00:00Z`, with
  /// milliseconds only if they are not zero.
  ///
  /// RFC 3339 ends at the years 0001 and 9999; a later or earlier instant is
  /// written as the nearest one.
  public var rfc3339: String {
    OffsetInstant(instant: self, offsetMinutes: 0).description
  }
}

extension Instant: Comparable {
  /// Orders instants by time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

extension Int64 {
  /// Divides towards negative infinity, so that instants before 1970 fall into
  /// the day and second that contain them.
  ///
  /// `divisor` must be positive; the remainder is never negative.
  func flooredDivision(
    by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0
      ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Seconds in a day without a zone's transition.
let secondsPerDay: Int64 = 86_400

/// Milliseconds in a day without a zone's transition.
let millisecondsPerDay: Int64 = 86_400_000
