internal import JournalCare
internal import JournalEvents
internal import TerminalKit

extension ListFilter {
  /// The options that filter.
  static let options: [OptionDefinition] = [
    .room, family, genus, category, location, tag, favorite, light, watering,
    source, .removed, due, kind, addedSince, addedUntil,
  ]

  static let family = Option(
    "family", value: "NAME", completion: .family,
    help: "Only of a botanical family")
  static let genus = Option(
    "genus", value: "NAME", completion: .genus, help: "Only of a genus")
  static let category = Option(
    "category", value: "NAME", help: "Only of a category")
  static let location = Option<GrowingLocation>(
    "location", value: "PLACE",
    help: "Only growing indoor, outdoor, greenhouse or balcony")
  static let tag = RepeatableOption(
    "tag", value: "TEXT", completion: .tag,
    help: "Only with a label; with all of them where given more than once")
  static let favorite = Flag("favorite", help: "Only favourites")
  static let light = Option<LightClass>(
    "light", value: "LIGHT",
    help: "Only with such a need of light in the care profile")
  static let watering = Option(
    "watering", value: "SPAN", completion: .interval,
    help: "Only with a watering schedule of weekly, 7d, or 5d..10d",
    read: intervals)
  static let source = Option<IdentificationSource>(
    "source", value: "SOURCE", help: "Only identified that way")
  static let due = Option(
    "due", value: "DAY", completion: .day,
    help: "Only with a task due by that day")
  static let kind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "Only with such a schedule or task, and only these count",
    read: KindInput.kind)
  static let addedSince = Option(
    "added-since", value: "WHEN", completion: .day,
    help: "Only added at or after")
  static let addedUntil = Option(
    "added-until", value: "WHEN", completion: .day,
    help: "Only added at or before")

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
