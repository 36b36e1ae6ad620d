extension OffsetInstant {
  /// Reads an instant of RFC 3339, or gives nil; see `init(utf8:)`.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span.bytes)
  }

  /// Reads an instant of RFC 3339, `2026-03-01T09:00:00.25+01:00`, or gives
  /// nil.
  ///
  /// Stricter than the RFC: `T` and `Z` are capitals and a second is never 60,
  /// as instants here have no leap seconds. A fraction has 1 to 9 digits and is
  /// cut to milliseconds; the local year is 0001 to 9999.
  ///
  /// - Complexity: O(1); every journal event read comes through here.
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

  /// The seconds since midnight of `HH:MM:SS` at its place after the date.
  private static func clockSeconds(_ bytes: RawSpan) -> Int? {
    guard let hour = bytes.twoDigits(at: 11), hour < 24,
      bytes.holds(":", at: 13),
      let minute = bytes.twoDigits(at: 14), minute < 60,
      bytes.holds(":", at: 16),
      let second = bytes.twoDigits(at: 17), second < 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// The milliseconds after the seconds, 0 without a fraction, and where the
  /// offset begins; nil for a fraction of no digits or of more than nine.
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
