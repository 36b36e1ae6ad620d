internal import Encodings

/// What kind of care a plant wants, as far as the catalogue knows.
public struct CareProfile: Sendable, Hashable {
  /// For what a profile was written: the nearer to the plant, the better.
  public enum Level: String, Sendable, CaseIterable {
    case species
    case genus
    case family
    case category
  }

  /// How specific the profile is.
  public var level: Level
  /// The light it wants.
  public var light: Light
  /// When and how to water it.
  public var watering: Watering
  /// The air's humidity in percent.
  public var humidity: ClosedRange<Int>
  /// The temperatures that it bears and likes.
  public var temperature: Temperature
  /// When and with what to feed it; `nil` for never.
  public var fertilizer: Fertilizer?
  /// For whom it is poisonous, as far as that is attested.
  public var toxicity: Toxicity?

  /// How much light.
  public struct Light: Sendable, Hashable {
    /// From 0, none, to 10, full sun.
    public var score: Int
    /// The class that the score falls into.
    public var lightClass: LightClass
  }

  /// How a score of light is called.
  public enum LightClass: String, Sendable, CaseIterable {
    case fullShade
    case partialShade
    case partialSun
    case fullSun
  }

  /// When and how to water.
  public struct Watering: Sendable, Hashable {
    /// The frequency that is nearest: "weekly", "biweekly" …
    public var frequency: String
    /// The days between two waterings.
    public var intervalDays: Int
    /// The days in seasons that differ, by the season's name, northern.
    public var seasonalIntervalDays: [String: Int]
    /// How much: "light", "moderate", "thorough" or "soak".
    public var amount: String
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
    /// The frequency: "weekly", "monthly" …
    public var frequency: String
    /// The kind: "balanced", "highNitrogen" …
    public var type: String
    /// The months, 1 to 12, of the northern hemisphere.
    public var activeMonths: [Int]
  }

  /// For whom it is poisonous; `nil` where nothing is attested.
  public struct Toxicity: Sendable, Hashable {
    public var cats: String?
    public var dogs: String?
    public var people: String?
    /// "list" where a list of poisonous plants says so, else "general".
    public var basis: String
  }
}

extension CareProfile {
  /// Reads a profile of `care_profiles.json`.
  ///
  /// What is wrong is said to be at `place`.
  init(_ json: JSONValue, at place: String) throws(CatalogueReadingError) {
    let fields = JSONFields(json, place)
    level = try fields.choice("level")
    let light = try fields.object("light")
    self.light = Light(
      score: try light.integer("score", in: 0...10),
      lightClass: try light.choice("class"))
    watering = try Watering(fields.object("watering"))
    let humidity = try fields.object("humidity")
    self.humidity = try humidity.range(
      "minPercent", "maxPercent", in: 0...100)
    temperature = try Temperature(fields.object("temperature"))
    fertilizer =
      try fields.isMissing("fertilizer")
      ? nil : Fertilizer(fields.object("fertilizer"))
    toxicity =
      try fields.isMissing("toxicity")
      ? nil : Toxicity(fields.object("toxicity"))
  }
}

extension CareProfile.Watering {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    frequency = try fields.text("frequency")
    intervalDays = try fields.integer("intervalDays", in: 1...365)
    amount = try fields.text("amount")
    seasonalIntervalDays = [:]
    guard !fields.isMissing("seasonalIntervalDays") else { return }
    let seasons = try fields.object("seasonalIntervalDays")
    for season in ["spring", "summer", "autumn", "winter"]
    where !seasons.isMissing(season) {
      seasonalIntervalDays[season] = try seasons.integer(season, in: 1...365)
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
    frequency = try fields.text("frequency")
    type = try fields.text("type")
    activeMonths = try fields.integers("activeMonths", in: 1...12)
  }
}

extension CareProfile.Toxicity {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    cats = try fields.optionalText("cats")
    dogs = try fields.optionalText("dogs")
    people = try fields.optionalText("people")
    basis = try fields.text("basis")
  }
}
