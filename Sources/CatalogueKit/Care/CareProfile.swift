internal import Encodings
public import JournalCare
public import JournalEvents

/// What kind of care a plant wants, as far as the catalogue knows.
public struct CareProfile: Sendable, Hashable {
  /// How specific the profile is.
  public var level: CareLevel
  /// The light it wants, from 0, none, to 10, full sun.
  public var light: Int
  /// When and how to water it.
  public var watering: Watering
  /// The air's humidity in percent.
  public var humidity: ClosedRange<Int>
  /// The temperatures that it bears and likes.
  public var temperature: Temperature
  /// When and with what to feed it; `nil` for never.
  public var fertilizer: Fertilizer?
  /// What it is potted in, in words; `nil` where nothing is said.
  public var soil: String?
  /// For whom it is poisonous, as far as that is attested.
  public var toxicity: Toxicity?

  /// When and how to water.
  public struct Watering: Sendable, Hashable {
    /// The days between two waterings.
    public var intervalDays: Int
    /// The days in seasons that differ.
    public var seasonalIntervalDays: [Season: Int]
    /// How much: "light", "moderate", "thorough" or "soak".
    public var amount: String

    /// What the interval is called.
    public var frequency: Frequency { Frequency(everyDays: intervalDays) }
  }

  /// Temperatures in degrees Celsius.
  public struct Temperature: Sendable, Hashable {
    /// What it bears.
    public var bearable: ClosedRange<Int>
    /// What it likes.
    public var optimal: ClosedRange<Int>
    /// Whether it bears frost.
    public var isFrostTolerant: Bool
  }

  /// When and with what to feed.
  public struct Fertilizer: Sendable, Hashable {
    /// How often.
    public var frequency: Frequency
    /// What it is rich in.
    public var type: FertilizerType
    /// The months, 1 to 12, of the northern hemisphere.
    public var activeMonths: [Int]
  }

  /// For whom it is poisonous; `nil` where nothing is attested, which does not
  /// mean that it is safe.
  public struct Toxicity: Sendable, Hashable {
    /// Who could eat of a plant.
    public enum Eater: String, Sendable, CaseIterable {
      case cats
      case dogs
      case humans
    }

    /// What a plant does to those who eat of it.
    public enum Harm: String, Sendable, CaseIterable {
      case toxic
      case irritant
      case nonToxic
    }

    /// On what it rests.
    public enum Basis: String, Sendable, CaseIterable {
      /// A list of poisonous plants.
      case list
      /// What is generally known.
      case general
    }

    /// What it does, as far as that is attested.
    public var harms: [Eater: Harm]
    /// On what that rests.
    public var basis: Basis
  }

  /// Whether the plant is known to harm an eater, or known not to; `nil`
  /// where neither is attested.
  public func isHarmful(to eater: Toxicity.Eater) -> Bool? {
    toxicity?.harms[eater].map { $0 != .nonToxic }
  }
}

extension CareProfile {
  /// Reads a profile of `care_profiles.json`.
  ///
  /// What is wrong is said to be at `place`.
  init(_ json: JSONValue, at place: String) throws(CatalogueReadingError) {
    let fields = JSONFields(json, place)
    level = try fields.choice("level")
    light = try fields.object("light").integer(
      "score", in: CareProfiled.lightLevels)
    watering = try Watering(fields.object("watering"))
    let humidity = try fields.object("humidity")
    self.humidity = try humidity.range(
      "minPercent", "maxPercent", in: 0...100)
    temperature = try Temperature(fields.object("temperature"))
    fertilizer =
      try fields.isMissing("fertilizer")
      ? nil : Fertilizer(fields.object("fertilizer"))
    soil = try fields.isMissing("soil") ? nil : fields.text("soil")
    toxicity =
      try fields.isMissing("toxicity")
      ? nil : Toxicity(fields.object("toxicity"))
  }
}

extension CareProfile.Watering {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    intervalDays = try fields.integer("intervalDays", in: 1...365)
    amount = try fields.text("amount")
    seasonalIntervalDays = [:]
    guard !fields.isMissing("seasonalIntervalDays") else { return }
    let seasons = try fields.object("seasonalIntervalDays")
    for season in Season.allCases where !seasons.isMissing(season.rawValue) {
      seasonalIntervalDays[season] = try seasons.integer(
        season.rawValue, in: 1...365)
    }
  }
}

extension CareProfile.Temperature {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    bearable = try fields.range("minC", "maxC", in: -60...60)
    optimal = try fields.range("optimalMinC", "optimalMaxC", in: -60...60)
    isFrostTolerant = try fields.bool("frostTolerant")
  }
}

extension CareProfile.Fertilizer {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    frequency = try fields.choice("frequency")
    type = try fields.choice("type")
    activeMonths = try fields.integers("activeMonths", in: 1...12)
  }
}

extension CareProfile.Toxicity {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    harms = [:]
    for (eater, name) in Eater.members where !fields.isMissing(name) {
      harms[eater] = try fields.choice(name)
    }
    basis = try fields.choice("basis")
  }
}

extension CareProfile.Toxicity.Eater {
  /// The members of JSON that tell of each.
  public static let members: [(eater: Self, name: String)] = [
    (.cats, "cats"), (.dogs, "dogs"), (.humans, "people"),
  ]
}

extension CareProfile {
  /// What a journal records of it.
  public var recorded: CareProfiled {
    var recorded = CareProfiled(source: .catalogue)
    recorded.light = light
    recorded.watering = .init(
      intervalDays: watering.intervalDays,
      seasonalIntervalDays: SeasonalIntervals(watering.seasonalIntervalDays),
      amount: watering.amount)
    recorded.temperature = .init(
      minimum: temperature.bearable.lowerBound,
      maximum: temperature.bearable.upperBound,
      optimal: temperature.optimal.middle,
      isFrostTolerant: temperature.isFrostTolerant)
    recorded.humidity = humidity.middle
    recorded.fertilizer = fertilizer.map {
      .init(
        intervalDays: $0.frequency.days, type: $0.type,
        activeMonths: MonthSet($0.activeMonths) ?? .all)
    }
    recorded.soil = soil
    recorded.sourceURL = level.url
    return recorded
  }
}

extension ClosedRange<Int> {
  fileprivate var middle: Int { (lowerBound + upperBound) / 2 }
}
