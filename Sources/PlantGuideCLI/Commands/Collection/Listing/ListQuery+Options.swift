internal import CatalogueKit
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// The options of `list` that filter.
private enum ListOption {
  static let all: [OptionDefinition] = [
    room, family, genus, category, location, tag, favorite, light, watering,
    toxic, source, ListQuery.left, ListQuery.either, due, kind, ownField,
    addedSince, addedUntil,
  ]

  static let room = RepeatableOption(
    "room", short: "r", value: "ROOM", completion: .room,
    help: "Only in this room, by name or id, or in one of several")
  static let family = Option(
    "family", value: "NAMES", completion: .family,
    help: "Only of a botanical family, or of one of several: A,B",
    read: SelectionInput.parts)
  static let genus = Option(
    "genus", value: "NAME", completion: .genus, help: "Only of a genus")
  static let category = Option(
    "category", value: "NAME", help: "Only of a category")
  static let location = Option<GrowingLocation>(
    "location", value: "PLACE",
    help: "Only growing indoor, outdoor, greenhouse or balcony")
  static let tag = RepeatableOption(
    "tag", value: "TEXT", completion: .tag,
    help: "Only with this tag; repeat the option for several tags")
  static let favorite = Flag("favorite", help: "Only favourites")
  static let light = Option(
    "light", value: "LIGHT",
    completion: .choice(SelectionInput.lightWords),
    help:
      "Only with this need of light, by their own or the catalogue's care data: partialSun,fullSun",
    read: SelectionInput.lights)
  static let watering = Option(
    "watering", value: "SPANS", completion: .interval,
    help:
      "Only watered, or in need of water, so often: weekly (5 to 9 days), 7d, 5d..10d; several: weekly,biweekly",
    read: ListInput.waterings)
  static let toxic = Option<[CareProfile.Toxicity.Eater]>(
    "toxic", value: "WHOM",
    completion: .choice(CareProfile.Toxicity.Eater.allCases.map(\.rawValue)),
    help: "Only known to be poisonous to any of these: cats,dogs,humans",
    read: { try SelectionInput.cases($0) })
  static let source = Option<IdentificationSource>(
    "source", value: "SOURCE", help: "Only identified that way")
  static let due = Option(
    "due", value: "DAY", completion: .day,
    help: "Only with a task due by that day")
  static let kind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "Only with such a schedule or task, and only these count",
    read: KindInput.kind)
  static let ownField = RepeatableOption(
    "field", value: "CONDITION", completion: .field,
    help:
      "Only with such a value of a field of your own: price, price=9.99, 'price>10'",
    read: ListInput.condition)
  static let addedSince = Option(
    "added-since", value: "WHEN", completion: .day,
    help: "Only added at or after")
  static let addedUntil = Option(
    "added-until", value: "WHEN", completion: .day,
    help: "Only added at or before")
}

extension ListQuery {
  static let left = Flag(
    "removed", help: "Plants that left the collection, the latest first")
  static let either = Flag(
    "all", help: "Also plants that left the collection")

  /// The options that filter.
  static let options = ListOption.all

  /// Returns whether a command line asks for plants that left.
  static func asksForLeft(in arguments: ParsedArguments) -> Bool {
    arguments.containsAny(of: [left, either])
  }

  /// Returns whether a command line asks for some of the plants only.
  static func isGiven(in arguments: ParsedArguments) -> Bool {
    arguments.positional.contains { $0.contains { !$0.isWhitespace } }
      || options.contains {
        $0 !== left && $0 !== either && arguments.contains($0)
      }
  }

  /// Reads the words and options of a command line.
  init(_ arguments: ParsedArguments) throws {
    self.init()
    words = arguments.positional
    rooms = try arguments[ListOption.room]
    families = try arguments[ListOption.family] ?? []
    genus = try arguments[ListOption.genus]
    category = try arguments[ListOption.category]
    location = try arguments[ListOption.location]
    light = try arguments[ListOption.light] ?? []
    watering = try arguments[ListOption.watering] ?? []
    toxicTo = try arguments[ListOption.toxic] ?? []
    source = try arguments[ListOption.source]
    tags = try arguments[ListOption.tag]
    favoritesOnly = arguments[ListOption.favorite]
    presence =
      arguments[Self.either]
      ? .either : arguments[Self.left] ? .left : .present
    kind = try arguments[ListOption.kind]
    facts = try arguments[ListOption.ownField]
    due = try arguments[ListOption.due].map { text in
      Timed<Day> { try DateInput.day(text, today: $0.today) }
    }
    let since = try arguments[ListOption.addedSince]
    let until = try arguments[ListOption.addedUntil]
    if since != nil || until != nil {
      added = ListInput.added(
        since: since, until: until,
        reversed: UsageError("--added-since is later than --added-until"))
    }
    order =
      try arguments[ListForm.sort]
      ?? (presence == .left && !isSearch ? .latestRemoved : ListOrder())
  }
}
