internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// Which plants a list shows.
struct ListFilter {
  /// The only kind of care that counts; `nil` for all.
  let kind: TaskKind?
  /// What to search for; empty for nothing.
  let words: [String]
  private let room: RoomID?
  private let family: String?
  private let genus: String?
  private let category: String?
  private let location: GrowingLocation?
  private let light: LightClass?
  private let watering: ClosedRange<Int>?
  private let source: IdentificationSource?
  private let tags: [String]
  private let favoritesOnly: Bool
  private let includesRemoved: Bool
  private let due: Day?
  private let added: ClosedRange<Instant>?

  /// Whether a command line asks for some of the plants only.
  static func isGiven(in arguments: ParsedArguments) -> Bool {
    !arguments.positional.isEmpty
      || options.contains {
        $0 !== OptionDefinition.removed && arguments.contains($0)
      }
  }

  /// Reads the options of a command line.
  init(
    _ arguments: ParsedArguments,
    _ snapshot: borrowing Snapshot
  ) throws {
    words = arguments.positional
    room = try arguments[.room].map {
      try snapshot.room(named: $0)
    }
    family = try arguments[Self.family].map(NameIndex.fold)
    genus = try arguments[Self.genus].map(NameIndex.fold)
    category = try arguments[Self.category].map(NameIndex.fold)
    location = try arguments[Self.location]
    light = try arguments[Self.light]
    watering = try arguments[Self.watering]
    source = try arguments[Self.source]
    tags = try arguments[Self.tag].map(NameIndex.fold)
    favoritesOnly = arguments[Self.favorite]
    includesRemoved = arguments[.removed]
    kind = try arguments[Self.kind]
    due = try arguments[Self.due].map {
      try DateInput.day($0, today: snapshot.today)
    }
    let since = try arguments[Self.addedSince].map {
      try DateInput.bound(
        $0, .start, now: snapshot.now, zone: snapshot.zone)
    }
    let until = try arguments[Self.addedUntil].map {
      try DateInput.bound($0, .end, now: snapshot.now, zone: snapshot.zone)
    }
    added = try Self.range(since, until)
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

  /// Whether the list shows a plant, as its state tells.
  func admits(_ plant: PlantState, _ rooms: RoomList) -> Bool {
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
    return hasTags(profile) && admitsCare(of: plant)
  }

  /// Whether the list shows a plant, as its tasks tell.
  func admits(_ row: ListRow) -> Bool {
    if let due { return row.next.map { $0.due <= due } ?? false }
    guard let kind else { return true }
    return row.next != nil || row.state.care(kind)?.schedule != nil
  }

  private func hasTags(_ profile: PlantAdded) -> Bool {
    guard !tags.isEmpty else { return true }
    let own = profile.tags.map(NameIndex.fold)
    return tags.allSatisfy(own.contains)
  }

  private func admitsCare(of plant: PlantState) -> Bool {
    let interval = plant.care(.watering)?.schedule?.intervalDays
    return (light == nil || plant.light == light)
      && (watering == nil || interval.map { watering?.contains($0) } == true)
      && (source == nil || plant.identificationSource == source)
  }
}

extension PlantState {
  /// The class of light in its care profile; `nil` where there is none.
  var light: LightClass? {
    details.careProfile?.body.light.map(LightClass.init(level:))
  }

  /// How it was identified last.
  var identificationSource: IdentificationSource? {
    details.identification?.body.source ?? profile?.source
  }
}
