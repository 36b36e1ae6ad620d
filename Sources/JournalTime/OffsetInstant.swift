/// An instant together with the offset from UTC that its writer's clock had.
///
/// The instant decides; the offset is kept so that an event can be shown with
/// the time its writer saw. Two values with one instant and different offsets
/// are therefore not equal.
public struct OffsetInstant: Hashable, Sendable {
  /// The point in time.
  public let instant: Instant

  /// Minutes east of UTC, -1439 to 1439.
  public let offsetMinutes: Int16

  /// Pairs an instant with an offset in minutes east of UTC, limited to less
  /// than a day either way, as in RFC 3339.
  public init(instant: Instant, offsetMinutes: Int16) {
    self.instant = instant
    self.offsetMinutes = min(max(offsetMinutes, -1_439), 1_439)
  }
}

extension OffsetInstant: CustomStringConvertible {
  /// The local time and offset as RFC 3339 writes them:
  /// `2026-03-01T09:00:00+01:00`, `Z` for offset 0, and `.250` before the
  /// offset only if the milliseconds are not zero.
  ///
  /// Local times before the year 0001 or after 9999 are written as the first or
  /// last possible one.
  public var description: String {
    ASCIIWriter.text(capacity: Self.longestText, write)
  }

  /// Lends the bytes of the ``description`` to `use`; exports and appends need
  /// it for each event.
  public func withUTF8<R>(_ use: (RawSpan) -> R) -> R {
    ASCIIWriter.lend(capacity: Self.longestText, write, to: use)
  }

  private static let longestText = 29

  private func write(to writer: inout ASCIIWriter) {
    let (day, millisecond) = localDayAndMillisecond
    writer.append(day)
    writer.append("T")
    writer.append(clockMilliseconds: millisecond)
    writer.append(offsetMinutes: Int(offsetMinutes))
  }

  /// The day that its writer's clock showed.
  public var localDay: Day { localDayAndMillisecond.0 }

  /// The time of day that its writer's clock showed, in whole minutes.
  public var localTime: TimeOfDay {
    TimeOfDay(minutesSinceMidnight: localDayAndMillisecond.1 / 60_000)
  }

  /// The local day, and the milliseconds on its clock.
  private var localDayAndMillisecond: (Day, Int) {
    let (days, rest) = instant.milliseconds
      .flooredDivision(by: millisecondsPerDay)
    let (carry, millisecond) = (rest + Int64(offsetMinutes) * 60_000)
      .flooredDivision(by: millisecondsPerDay)
    let number = days + carry
    let day = Day(clamping: number)
    if number < day.number { return (day, 0) }
    if number > day.number { return (day, Int(millisecondsPerDay) - 1) }
    return (day, Int(millisecond))
  }
}

extension ASCIIWriter {
  /// Appends `HH:MM:SS`, and `.mmm` if the milliseconds are not zero.
  fileprivate mutating func append(clockMilliseconds time: Int) {
    append(time / 3_600_000, width: 2)
    append(":")
    append(time / 60_000 % 60, width: 2)
    append(":")
    append(time / 1_000 % 60, width: 2)
    guard time % 1_000 != 0 else { return }
    append(".")
    append(time % 1_000, width: 3)
  }

  /// Appends `Z`, or `+HH:MM` or `-HH:MM`.
  fileprivate mutating func append(offsetMinutes: Int) {
    guard offsetMinutes != 0 else { return append("Z") }
    append(offsetMinutes < 0 ? "-" : "+")
    append(abs(offsetMinutes) / 60, width: 2)
    append(":")
    append(abs(offsetMinutes) % 60, width: 2)
  }
}

extension OffsetInstant {
  /// Reads an instant of RFC 3339; `nil` for other text; see `init(utf8:)`.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span.bytes)
  }

  /// Reads an instant of RFC 3339, `2026-03-01T09:00:00.25+01:00`; `nil` for
  /// other text.
  ///
  /// Stricter than the RFC: `T` and `Z` are capitals and a second is never 60,
  /// as instants here have no leap seconds. A fraction has 1 to 9 digits and is
  /// cut to milliseconds; the local year is 0001 to 9999.
  ///
  /// - Complexity: O(1); this reads every journal event's time.
  public init?(utf8 bytes: RawSpan) {
    // "2026-03-01T09:00:00Z" is the shortest.
    guard bytes.byteCount >= 20,
      let day = Day(utf8: bytes.extracting(0..<10)),
      bytes.holds("T", at: 10),
      let clock = Self.clockSeconds(bytes),
      let (milliseconds, zoneStart) = Self.fraction(bytes),
      let offset = Self.offset(bytes, at: zoneStart)
    else { return nil }
    let seconds = Int64(day.number) * secondsPerDay + Int64(clock - offset * 60)
    self.init(
      instant: Instant(milliseconds: seconds * 1_000 + Int64(milliseconds)),
      offsetMinutes: Int16(offset))
  }

  // The following functions are inlined: calls took half of the time.

  /// The seconds since midnight of `HH:MM:SS` at its place after the date.
  @inline(__always)
  private static func clockSeconds(_ bytes: RawSpan) -> Int? {
    guard let hour = bytes.twoDigits(at: 11), hour < 24,
      bytes.holds(":", at: 13),
      let minute = bytes.twoDigits(at: 14), minute < 60,
      bytes.holds(":", at: 16),
      let second = bytes.twoDigits(at: 17), second < 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// The milliseconds after the seconds, 0 without a fraction, and the start of
  /// the offset; `nil` for a fraction of no digits or of more than nine.
  @inline(__always)
  private static func fraction(
    _ bytes: RawSpan
  ) -> (milliseconds: Int, end: Int)? {
    guard bytes.holds(".", at: 19) else { return (0, 19) }
    var milliseconds = 0
    var weight = 100
    var end = 20
    while end < bytes.byteCount, let digit = bytes.digit(at: end) {
      milliseconds += digit * weight
      weight /= 10
      end += 1
    }
    return 21...29 ~= end ? (milliseconds, end) : nil
  }

  /// The minutes east of UTC of `Z` or `±HH:MM`, which must end the text.
  @inline(__always)
  private static func offset(_ bytes: RawSpan, at start: Int) -> Int? {
    switch bytes.byteCount - start {
    case 1:
      return bytes.holds("Z", at: start) ? 0 : nil
    case 6:
      let isWest = bytes.holds("-", at: start)
      guard isWest || bytes.holds("+", at: start),
        let hours = bytes.twoDigits(at: start + 1), hours < 24,
        bytes.holds(":", at: start + 3),
        let minutes = bytes.twoDigits(at: start + 4), minutes < 60
      else { return nil }
      return isWest ? -(hours * 60 + minutes) : hours * 60 + minutes
    default:
      return nil
    }
  }
}
