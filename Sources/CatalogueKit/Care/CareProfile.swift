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
