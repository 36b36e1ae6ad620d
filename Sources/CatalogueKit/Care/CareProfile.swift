internal import Encodings
public import JournalCare
public import JournalEvents

/// The care that a plant needs, as far as the catalogue knows.
public struct CareProfile: Sendable, Hashable {
  /// The specificity of the profile.
  public var level: CareLevel
  /// The light it needs, from 0, none, to 10, full sun.
  public var light: Int
  /// The intervals and amount of watering.
  public var watering: Watering
  /// The air's humidity in percent.
  public var humidity: ClosedRange<Int>
  /// The temperatures that it bears and prefers.
  public var temperature: Temperature
  /// The times and kind of feeding; `nil` for never.
  public var fertilizer: Fertilizer?
  /// The potting mix, in words; `nil` if nothing is said.
  public var soil: String?
  /// The known toxicity.
  public var toxicity: Toxicity?

  /// The intervals and amount of watering.
  public struct Watering: Sendable, Hashable {
    /// The days between two waterings.
    public var intervalDays: Int
    /// The days in the seasons that differ.
    public var seasonalIntervalDays: [Season: Int]
    /// The amount: "light", "moderate", "thorough" or "soak".
    public var amount: String

    /// The frequency that the interval stands for.
    public var frequency: Frequency { Frequency(everyDays: intervalDays) }
  }

  /// Temperatures in degrees Celsius.
  public struct Temperature: Sendable, Hashable {
    /// The range that it bears.
    public var bearable: ClosedRange<Int>
    /// The range that it prefers.
    public var optimal: ClosedRange<Int>
    /// A Boolean value that indicates whether it bears frost.
    public var isFrostTolerant: Bool
  }

  /// The times and kind of feeding.
  public struct Fertilizer: Sendable, Hashable {
    /// The frequency of feeding.
    public var frequency: Frequency
    /// The type of fertilizer.
    public var type: FertilizerType
    /// The months, 1 to 12, of the northern hemisphere.
    public var activeMonths: [Int]
  }

  /// The attested toxicity; `nil` means that nothing is attested, not that the
  /// plant is safe.
  public struct Toxicity: Sendable, Hashable {
    /// The possible eaters of a plant.
    public enum Eater: String, Sendable, CaseIterable {
      case cats
      case dogs
      case humans
    }

    /// The effect of a plant on its eaters.
    public enum Harm: String, Sendable, CaseIterable {
      case toxic
      case irritant
      case nonToxic
    }

    /// The evidence for the toxicity.
    public enum Basis: String, Sendable, CaseIterable {
      /// A list of poisonous plants.
      case list
      /// General knowledge.
      case general
    }

    /// The attested effects by eater.
    public var harms: [Eater: Harm]
    /// The evidence for them.
    public var basis: Basis
  }

  /// Returns whether the plant is known to harm an eater, or known not to;
  /// `nil` if neither is attested.
  public func isHarmful(to eater: Toxicity.Eater) -> Bool? {
    toxicity?.harms[eater].map { $0 != .nonToxic }
  }
}

extension CareProfile {
  /// Reads a profile of `care_profiles.json`.
  ///
  /// Errors name `place`.
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
  /// The JSON members for each eater.
  public static let members: [(eater: Self, name: String)] = [
    (.cats, "cats"), (.dogs, "dogs"), (.humans, "people"),
  ]
}

extension CareProfile {
  /// The profile as a journal records it.
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
