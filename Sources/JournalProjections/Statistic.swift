internal import JournalCare
internal import JournalEvents
public import JournalTime

/// A counter that sums up the contributions of all plants.
public enum Statistic: Sendable, Hashable {
  /// Plants in the collection.
  case total
  /// Removed plants.
  case removed
  /// Favourites.
  case favorites
  /// Plants without a schedule or a repeating task.
  case unscheduled
  /// Plants of a family; empty if it is unknown.
  case family(String)
  /// Plants identified in a way.
  case source(String)
  /// Plants added in a month, "2026-03".
  case added(month: String)
  /// Open tasks due on a day.
  case due(Day)

  /// The key in `statistics`.
  var key: [UInt8] {
    switch self {
    case .total: [0x74]
    case .removed: [0x72]
    case .favorites: [0x66]
    case .unscheduled: [0x75]
    case .family(let name): Self.key(0x46, name)
    case .source(let name): Self.key(0x53, name)
    case .added(let month): Self.key(0x61, month)
    case .due(let day):
      {
        var key: [UInt8] = [0x64]
        key.append(day: day)
        return key
      }()
    }
  }

  // A family that another program wrote may be longer than a key.
  private static func key(_ prefix: UInt8, _ name: String) -> [UInt8] {
    [prefix] + name.utf8.prefix(400)
  }

  /// The statistics that `plant` adds one to, each.
  static func contributions(
    of plant: PlantState, tasks: [OpenTask], in calendar: CareCalendar
  ) -> [Statistic] {
    guard let profile = plant.profile, let addedAt = plant.addedAt else {
      // The home's tasks; a plant that was never added has none open.
      return tasks.map { .due($0.due) }
    }
    guard plant.removal == nil else { return [.removed] }
    let added = calendar.zone.localDay(of: addedAt.instant)
    var contributions: [Statistic] = [
      .total, .family(profile.family), .source(profile.source.rawValue),
      .added(month: added.monthText),
    ]
    if plant.isFavorite { contributions.append(.favorites) }
    if plant.lacksSchedule { contributions.append(.unscheduled) }
    return contributions + tasks.map { .due($0.due) }
  }
}

extension Day {
  /// Year and month: "2026-03".
  public var monthText: String { String(description.prefix(7)) }
}
