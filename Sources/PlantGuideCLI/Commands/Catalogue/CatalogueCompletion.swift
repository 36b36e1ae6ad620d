internal import Catalogue
internal import CatalogueStore
internal import JournalCare
internal import JournalEvents
internal import SearchEngine

/// What the catalogue adds to a plant that is being added.
///
/// It is never in the way: a name that the catalogue does not know, or that
/// nobody confirmed, is taken as it was typed.
struct CatalogueCompletion {
  /// What it is called.
  let names: CatalogueNames
  private let profile: CareProfile?
  /// Whether the care that the catalogue advises was agreed to. Tasks that
  /// nobody asked for are not made.
  let includesCare: Bool

  fileprivate init(
    names: CatalogueNames, profile: CareProfile?, includesCare: Bool
  ) {
    self.names = names
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
  ///
  /// A genus alone says the family and which care is usual, but not which
  /// plant it is; where it is also a plant's own name, that plant is meant.
  func completion(for name: String) throws -> CatalogueCompletion? {
    guard !arguments.flag("as-typed") else { return nil }
    let plant = try plantMeant(by: name)
    if plant?.match.level != .exact,
      let genus = try BundledCatalogue.catalogue().genus(named: name)
    {
      let profile = try BundledCatalogue.catalogue().careProfile(
        genus: genus.name, family: genus.family, category: genus.category)
      let names = CatalogueNames(genus)
      return CatalogueCompletion(
        names: names, profile: profile,
        includesCare: try agrees(to: names, profile))
    }
    guard let plant else { return nil }
    let profile = try careProfile(of: plant)
    let names = CatalogueNames(plant.entry)
    let agreed = try agrees(to: names, profile)
    let isCertain =
      plant.match.level == .exact && plant.match.kind == .scientific
    guard isCertain || agreed else { return nil }
    return CatalogueCompletion(
      names: names, profile: profile, includesCare: agreed)
  }

  /// What the catalogue has for exactly this scientific name, or this genus;
  /// `nil` where it does not know it.
  func catalogueNames(scientific name: String) throws -> CatalogueNames? {
    if let plant = try plantMeant(by: name), plant.match.level == .exact,
      plant.match.kind == .scientific
    {
      return CatalogueNames(plant.entry)
    }
    return try BundledCatalogue.catalogue().genus(named: name)
      .map { CatalogueNames($0) }
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
    return isOneGenus ? found : nil
  }

  private func agrees(
    to names: CatalogueNames, _ profile: CareProfile?
  ) throws -> Bool {
    guard !arguments.flag("yes") else { return true }
    guard process.prompt.isInteractive, !isDryRun else { return false }
    let care = profile.map { ", and water it \($0.watering.text)" } ?? ""
    return try process.prompt.confirm(
      "The catalogue has \(names.summary). Take its names and care\(care)?")
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
