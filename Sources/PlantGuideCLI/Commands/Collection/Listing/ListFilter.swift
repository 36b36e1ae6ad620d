internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime

/// Which plants a list shows.
struct ListFilter {
  /// The only kind of care that counts; `nil` for all.
  let kind: TaskKind?
  private let words: [String]
  private let room: RoomID?
  private let family: String?
  private let genus: String?
  private let category: String?
  private let location: GrowingLocation?
  private let tags: [String]
  private let favoritesOnly: Bool
  private let includesRemoved: Bool
  private let due: Day?
  private let added: ClosedRange<Instant>?

  /// The options that filter.
  static let options = [
    .room,
    OptionDefinition(
      name: "family", value: "NAME", completion: .family,
      help: "Only of a botanical family"),
    OptionDefinition(
      name: "genus", value: "NAME", completion: .genus,
      help: "Only of a genus"),
    OptionDefinition(
      name: "category", value: "NAME", help: "Only of a category"),
    OptionDefinition(
      name: "location", value: "PLACE",
      completion: .choice(GrowingLocation.allCases.map(\.rawValue)),
      help: "Only growing indoor, outdoor, greenhouse or balcony"),
    OptionDefinition(
      name: "tag", value: "TEXT", completion: .tag,
      help: "Only with a label; with all of them where given more than once",
      isRepeatable: true),
    OptionDefinition(name: "favorite", help: "Only favourites"),
    OptionDefinition(
      name: "removed", help: "Also plants that left the collection"),
    OptionDefinition(
      name: "due", value: "DAY", completion: .day,
      help: "Only with a task due by that day"),
    OptionDefinition(
      name: "kind", short: "k", value: "KIND", completion: .kind,
      help: "Only with such a schedule or task, and only these count"),
    OptionDefinition(
      name: "added-since", value: "WHEN", completion: .day,
      help: "Only added at or after"),
    OptionDefinition(
      name: "added-until", value: "WHEN", completion: .day,
      help: "Only added at or before"),
  ]

  /// Whether a command line asks for some of the plants only.
  static func isGiven(in context: CommandContext) -> Bool {
    !context.arguments.positional.isEmpty
      || context.isNarrowed(by: options.filter { $0.name != "removed" })
  }

  /// Reads the options of a command line.
  init<Source: CollectionSource>(
    _ arguments: ParsedArguments,
    _ snapshot: CommandContext.Snapshot<Source>
  ) throws {
    words = arguments.positional.map(NameIndex.fold)
    room = try arguments.value("room").map {
      try CommandContext.room($0, in: snapshot.source.rooms)
    }
    family = arguments.value("family").map(NameIndex.fold)
    genus = arguments.value("genus").map(NameIndex.fold)
    category = arguments.value("category").map(NameIndex.fold)
    location = try arguments.value("location").map(Self.location)
    tags = arguments.values("tag").map(NameIndex.fold)
    favoritesOnly = arguments.flag("favorite")
    includesRemoved = arguments.flag("removed")
    kind = try arguments.value("kind").map(KindInput.kind)
    due = try arguments.value("due").map {
      try DateInput.day($0, today: snapshot.today)
    }
    let since = try arguments.value("added-since").map {
      try DateInput.bound(
        $0, .start, now: snapshot.now, zone: snapshot.zone)
    }
    let until = try arguments.value("added-until").map {
      try DateInput.bound($0, .end, now: snapshot.now, zone: snapshot.zone)
    }
    added = try Self.range(since, until)
  }

  private static func location(
    _ text: String
  ) throws(UsageError) -> GrowingLocation {
    guard let location = GrowingLocation(rawValue: text.lowercased()) else {
      throw .badValue(
        option: "location", value: text,
        expectation: GrowingLocation.allCases.map(\.rawValue)
          .joined(separator: ", "))
    }
    return location
  }

  private static func range(
    _ since: Instant?, _ until: Instant?
  ) throws(UsageError) -> ClosedRange<Instant>? {
    guard since != nil || until != nil else { return nil }
    let first = since ?? Instant(milliseconds: .min)
    let last = until ?? Instant(milliseconds: .max)
    guard first <= last else {
      throw UsageError("--added-since is later than --added-until")
    }
    return first...last
  }

  /// What the list shows of a plant; `nil` where it does not.
  func row(
    _ id: PlantID, _ plant: PlantState, _ source: some CollectionSource,
    _ today: Day
  ) -> ListRow? {
    guard admits(plant, source.rooms) else { return nil }
    let row = ListRow(id, plant, source, kind: kind, today: today)
    return admits(row) ? row : nil
  }

  /// Whether the list shows a plant, as its state tells.
  private func admits(_ plant: PlantState, _ rooms: RoomList) -> Bool {
    guard let profile = plant.profile,
      includesRemoved || plant.removal == nil,
      !favoritesOnly || plant.isFavorite,
      room == nil || rooms.effective(plant.room) == room,
      family == nil || NameIndex.fold(profile.family) == family,
      genus == nil || NameIndex.fold(profile.genus) == genus,
      category == nil || profile.category.map(NameIndex.fold) == category,
      location == nil || plant.details.location == location,
      added.map({ range in
        plant.addedAt.map { range.contains($0.instant) } ?? false
      }) ?? true
    else { return false }
    return hasTags(profile) && hasWords(plant)
  }

  /// Whether the list shows a plant, as its tasks tell.
  private func admits(_ row: ListRow) -> Bool {
    if let due { return row.next.map { $0.due <= due } ?? false }
    guard let kind else { return true }
    return row.next != nil || row.state.care(kind)?.schedule != nil
  }

  private func hasTags(_ profile: PlantAdded) -> Bool {
    guard !tags.isEmpty else { return true }
    let own = profile.tags.map(NameIndex.fold)
    return tags.allSatisfy(own.contains)
  }

  /// Each word stands in one of the names.
  private func hasWords(_ plant: PlantState) -> Bool {
    guard !words.isEmpty, let profile = plant.profile else { return true }
    let names =
      ([profile.nickname, profile.scientificName].compactMap(\.self)
      + profile.commonNames).map(NameIndex.fold)
    return words.allSatisfy { word in names.contains { $0.contains(word) } }
  }
}
