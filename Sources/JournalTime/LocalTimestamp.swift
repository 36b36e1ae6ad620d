/// Dates and times without an offset, as databases, spreadsheets and pictures
/// write them: `2026-03-08 18:20:00`, `2026-03-08T18:20` or `2026-03-08`.
public enum LocalTimestamp {
  /// The instant that `text` means in `zone`; a day alone means its noon. `nil`
  /// if it is not a date.
  public static func instant(
    _ text: String, in zone: TimeZoneRules
  ) -> OffsetInstant? {
    let units = text.utf8
    guard let day = Day(String(text.prefix(10))) else { return nil }
    guard units.count > 10 else { return zone.instant(of: day, at: noon) }
    let clock = text.dropFirst(11)
    guard text.dropFirst(10).first.map({ $0 == " " || $0 == "T" }) ?? false,
      let time = TimeOfDay(String(clock.prefix(5))),
      let seconds = Self.seconds(clock.dropFirst(5))
    else { return nil }
    let minute = zone.instant(of: day, at: time)
    return zone.offsetInstant(
      of: Instant(
        milliseconds: minute.instant.milliseconds + Int64(seconds) * 1_000))
  }

  // Care without a time of day most likely took place on that day, in any zone,
  // so noon is safest.
  private static let noon = TimeOfDay(hour: 12, minute: 0) ?? .midnight

  /// The seconds of `:20` or `:20.250`; 0 if empty.
  private static func seconds(_ text: Substring) -> Int? {
    guard !text.isEmpty else { return 0 }
    guard text.first == ":", let seconds = Int(text.dropFirst().prefix(2)),
      (0...59).contains(seconds)
    else { return nil }
    let fraction = text.dropFirst(3)
    let isFraction =
      fraction.first == "." && fraction.dropFirst().allSatisfy(\.isNumber)
    return fraction.isEmpty || isFraction ? seconds : nil
  }
}
