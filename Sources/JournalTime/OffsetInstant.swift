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

  /// Pairs an instant with an offset in minutes east of UTC, which is held to
  /// less than a day either way, as RFC 3339 can write it.
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
  /// Local times before the year 0001 or after 9999 are written as the first
  /// or last there is.
  public var description: String {
    let (day, millisecond) = localDayAndMillisecond
    return ASCIIWriter.text(capacity: 29) { writer in
      writer.append(day)
      writer.append("T")
      writer.append(clockMilliseconds: millisecond)
      writer.append(offsetMinutes: Int(offsetMinutes))
    }
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
