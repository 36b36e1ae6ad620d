internal import Catalogue
internal import CatalogueStore
internal import JournalCare
internal import JournalEvents
internal import SearchEngine
internal import TerminalKit

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

/// What comes of a name that a plant is added by.
struct CatalogueAnswer {
  /// What the catalogue adds; `nil` where the name is taken as it was typed.
  var completion: CatalogueCompletion?
  /// What else is to be said, a line each.
  var remarks: [String] = []
}

extension CommandContext {
  /// What the catalogue has for a name that a plant is added by, as far as it
  /// is certain or somebody agrees.
  ///
  /// A scientific name, or a genus, needs no question for the names that go
  /// with it. Another name that leads to one plant does, and so do schedules;
  /// `--yes` answers, and without a terminal the answer is no. What is only
  /// the best of several guesses is for a person to take.
  func catalogueAnswer(to name: String) throws -> CatalogueAnswer {
    guard !arguments[.asTyped] else { return CatalogueAnswer() }
    switch try catalogueReading(of: name) {
    case .unknown: return CatalogueAnswer()
    case .unclear(let nearest):
      return CatalogueAnswer(
        remarks: [CatalogueWording.hint(name, nearest: nearest)])
    case .found(let found): return try answer(to: name, found)
    }
  }

  /// What the catalogue has for exactly this scientific name, or this genus;
  /// `nil` where it does not know it.
  func catalogueNames(scientific name: String) throws -> CatalogueNames? {
    guard case .found(let found) = try catalogueReading(of: name),
      found.certainty == .certain
    else { return nil }
    return found.names
  }

  private func answer(
    to name: String, _ found: CatalogueReading.Found
  ) throws -> CatalogueAnswer {
    let profile = try careProfile(of: found)
    let question = CatalogueWording.question(name, found, profile)
    let agreesBeforehand = arguments[.yes]
    let asks = process.prompt.isInteractive && !agreesBeforehand
    let agreed =
      try agreesBeforehand
      ? found.certainty < .guess
      : asks && !isDryRun && process.prompt.confirm(question)
    var answer = CatalogueAnswer()
    if agreed || found.certainty == .certain {
      answer.completion = CatalogueCompletion(
        names: found.names, profile: profile, includesCare: agreed)
    }
    if asks {
      if isDryRun { answer.remarks = ["would ask: \(question)"] }
    } else if answer.completion == nil {
      answer.remarks = [CatalogueWording.hint(name, found)]
    }
    return answer
  }

  private func careProfile(
    of found: CatalogueReading.Found
  ) throws -> CareProfile? {
    switch found.subject {
    case .plant(let plant): try careProfile(of: plant)
    case .genus(let genus):
      try BundledCatalogue.catalogue().careProfile(
        genus: genus.name, family: genus.family, category: genus.category)
    }
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
