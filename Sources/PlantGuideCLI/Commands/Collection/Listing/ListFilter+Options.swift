internal import JournalCare
internal import JournalEvents
internal import TerminalKit

extension ListFilter {
  /// The options that filter.
  static let options = [
    .room,
    Option(
      "family", value: "NAME", completion: .family,
      help: "Only of a botanical family"),
    Option(
      "genus", value: "NAME", completion: .genus,
      help: "Only of a genus"),
    Option(
      "category", value: "NAME", help: "Only of a category"),
    Option(
      "location", value: "PLACE",
      completion: .choice(GrowingLocation.allCases.map(\.rawValue)),
      help: "Only growing indoor, outdoor, greenhouse or balcony"),
    RepeatableOption(
      "tag", value: "TEXT", completion: .tag,
      help: "Only with a label; with all of them where given more than once"),
    Flag("favorite", help: "Only favourites"),
    Option(
      "light", value: "LIGHT",
      completion: .choice(LightClass.allCases.map(\.rawValue)),
      help: "Only with such a need of light in the care profile"),
    Option(
      "watering", value: "SPAN", completion: .interval,
      help: "Only with a watering schedule of weekly, 7d, or 5d..10d"),
    Option(
      "source", value: "SOURCE",
      completion: .choice(IdentificationSource.allCases.map(\.rawValue)),
      help: "Only identified that way"),
    .removed,
    Option(
      "due", value: "DAY", completion: .day,
      help: "Only with a task due by that day"),
    Option(
      "kind", short: "k", value: "KIND", completion: .kind,
      help: "Only with such a schedule or task, and only these count"),
    Option(
      "added-since", value: "WHEN", completion: .day,
      help: "Only added at or after"),
    Option(
      "added-until", value: "WHEN", completion: .day,
      help: "Only added at or before"),
  ]

  /// The value of an option that takes one of a few words, in any case.
  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ option: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> Value? {
    guard let text = arguments.value(option) else { return nil }
    let folded = text.lowercased()
    guard
      let value = Value.allCases.first(where: {
        $0.rawValue.lowercased() == folded
      })
    else {
      throw .badValue(
        option: option, value: text,
        expectation: Value.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return value
  }

  /// The days between waterings: `weekly`, `7d`, or a range `5d..10d`.
  static func intervals(_ text: String) throws -> ClosedRange<Int> {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else {
      let days = try ScheduleInput.interval(text)
      return days...days
    }
    let first = try ScheduleInput.interval(String(parts[0]))
    let last = try ScheduleInput.interval(String(parts[2]))
    guard first <= last else {
      throw UsageError(
        "the range '\(text)' of '--watering' ends before it begins")
    }
    return first...last
  }
}
