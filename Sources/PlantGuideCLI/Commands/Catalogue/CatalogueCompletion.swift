internal import Catalogue
internal import JournalCare
internal import JournalEvents
internal import SearchEngine

/// What the catalogue adds to a plant that is being added.
///
/// It is never in the way: a name that the catalogue does not know, or that
/// nobody confirmed, is taken as it was typed.
struct CatalogueCompletion {
  /// The plant of the catalogue.
  let entry: CatalogueEntry
  private let profile: CareProfile?
  /// Whether the care that the catalogue advises was agreed to. Tasks that
  /// nobody asked for are not made.
  let includesCare: Bool

  fileprivate init(
    entry: CatalogueEntry, profile: CareProfile?, includesCare: Bool
  ) {
    self.entry = entry
    self.profile = profile
    self.includesCare = includesCare
  }

  /// The profile to record.
  var care: CareProfiled? {
    guard includesCare, let profile else { return nil }
    var care = CareProfiled(source: .catalogue)
    care.light = profile.light.score
    care.watering = .init(
      intervalDays: profile.watering.intervalDays,
      seasonalIntervalDays: profile.watering.seasons,
      amount: profile.watering.amount)
    let temperature = profile.temperature
    care.temperature = .init(
      minimum: temperature.bearable.lowerBound,
      maximum: temperature.bearable.upperBound,
      optimal: temperature.optimal.middle,
      isFrostTolerant: temperature.isFrostTolerant)
    care.humidity = profile.humidity.middle
    care.fertilizer = profile.fertilizer.flatMap { fertilizer in
      fertilizer.intervalDays.map {
        .init(
          intervalDays: $0, type: FertilizerType(rawValue: fertilizer.type),
          activeMonths: MonthSet(fertilizer.activeMonths) ?? .all)
      }
    }
    return care
  }
}

extension CommandContext {
  /// What the catalogue has for a name that a plant is added by, as far as it
  /// is certain or somebody agrees.
  ///
  /// A scientific name needs no question for the names that go with it.
  /// Another name that leads to one plant does, and so do schedules; `--yes`
  /// answers, and without a terminal the answer is no.
  func completion(for name: String) throws -> CatalogueCompletion? {
    guard !arguments.flag("as-typed"),
      let plant = try plantMeant(by: name)
    else { return nil }
    let profile = try careProfile(of: plant)
    let agreed = try agrees(to: plant, profile)
    let isCertain =
      plant.match.level == .exact && plant.match.kind == .scientific
    guard isCertain || agreed else { return nil }
    return CatalogueCompletion(
      entry: plant.entry, profile: profile, includesCare: agreed)
  }

  /// The plant that is called so; else the best known of those that have the
  /// name's words, where all are of one genus, as with "swiss cheese" and not
  /// with "fern". Near spellings do not count.
  private func plantMeant(by name: String) throws -> FoundPlant? {
    guard let (plants, _) = try? search(name, limit: 50),
      let found = plants.first, found.match.level != .fuzzy
    else { return nil }
    guard found.match.level != .exact else { return found }
    let typed = plants.filter { $0.match.level != .fuzzy }
    let isOneGenus = typed.allSatisfy { $0.entry.genus == found.entry.genus }
    // A genus alone says what the plant is not, but not what it is.
    let isGenus = FoundPlant.isSame(name, found.entry.genus)
    return isOneGenus && !isGenus ? found : nil
  }

  private func agrees(
    to plant: FoundPlant, _ profile: CareProfile?
  ) throws -> Bool {
    guard !arguments.flag("yes") else { return true }
    guard process.prompt.isInteractive, !isDryRun else { return false }
    let entry = plant.entry
    let common = entry.commonNames.first.map { ", \($0)" } ?? ""
    let care = profile.map { ", and water it \($0.watering.text)" } ?? ""
    return try process.prompt.confirm(
      "The catalogue has \(entry.scientificName)\(common). Take its names and care\(care)?"
    )
  }
}

extension FoundPlant {
  fileprivate static func isSame(_ left: String, _ right: String) -> Bool {
    FoldedText(left).bytes == FoldedText(right).bytes
  }
}

extension CareProfile.Watering {
  /// The intervals of the seasons that differ.
  fileprivate var seasons: SeasonalIntervals {
    var days: [Season: Int] = [:]
    for (name, interval) in seasonalIntervalDays {
      if let season = Season(rawValue: name) { days[season] = interval }
    }
    return SeasonalIntervals(days)
  }
}

extension CareProfile.Fertilizer {
  /// The days of the frequency; `nil` where it is none that is known.
  fileprivate var intervalDays: Int? {
    try? ScheduleInput.interval(frequency)
  }
}

extension ClosedRange<Int> {
  fileprivate var middle: Int { (lowerBound + upperBound) / 2 }
}
