public import JournalEvents

/// The growth data of a species from plant databases. Any value may be missing,
/// and most are.
///
/// Scales without a unit run from 0 to 10, as in Trefle; values beyond count as
/// 0 or 10.
public struct GrowthFacts: Hashable, Sendable {
  /// The suitable light, from none to full sun.
  public var light: Int?
  /// The humidity of the air, 10 meaning 100 %.
  public var atmosphericHumidity: Int?
  /// The relative humidity of the air in rooms, in percent. Unlike that of the
  /// wild, it says nothing about watering.
  public var humidity: Int?
  /// The humidity of the soil, from desert to water.
  public var soilHumidity: Int?
  /// The minimum precipitation in a year, in millimetres.
  public var minimumPrecipitation: Int?
  /// The nutrients that the soil should contain.
  public var soilNutriments: Int?
  /// The lowest temperature tolerated, in degrees Celsius.
  public var minimumTemperature: Int?
  /// The highest temperature tolerated, in degrees Celsius.
  public var maximumTemperature: Int?

  /// Creates empty facts.
  public init() {}
}

extension GrowthFacts {
  /// Returns the care that follows from the facts. Unknown values stay open;
  /// ``ScheduleAdvice`` fills them in conservatively.
  public func profile(source: CareProfileSource) -> CareProfiled {
    var profile = CareProfiled(source: source)
    profile.light = light.map(Self.level)
    profile.humidity =
      humidity ?? atmosphericHumidity.map { Self.level($0) * 10 }
    profile.watering = wateringInterval.map { .init(intervalDays: $0) }
    profile.fertilizer = soilNutriments.flatMap(Self.fertilizer)
    if minimumTemperature != nil || maximumTemperature != nil {
      profile.temperature = temperature
    }
    return profile
  }

  /// The days between waterings: from one on moist ground to seven on dry
  /// ground. If the ground is unknown, the humidity of the air decides, then
  /// the rain.
  private var wateringInterval: Int? {
    if let humidity = (soilHumidity ?? atmosphericHumidity).map(Self.level) {
      return switch humidity {
      case ...3: 7
      case 4...5: 4
      case 6...7: 2
      default: 1
      }
    }
    return minimumPrecipitation.map { millimetres in
      switch millimetres {
      case ..<500: 14
      case ..<1_000: 7
      case ..<2_000: 4
      default: 2
      }
    }
  }

  /// Returns the fertilizing advice. Plants of poor soil get none.
  private static func fertilizer(
    _ nutriments: Int
  ) -> CareProfiled.Fertilizer? {
    let growingSeason = MonthSet(3...9) ?? .all
    return switch level(nutriments) {
    case ...3: nil
    case 4...6:
      .init(intervalDays: 90, type: .balanced, activeMonths: growingSeason)
    default:
      .init(intervalDays: 30, type: .balanced, activeMonths: growingSeason)
    }
  }

  private var temperature: CareProfiled.Temperature {
    let range = CareProfiled.temperatures
    let low = minimumTemperature.map { Self.clamped($0, to: range) }
    let high = maximumTemperature.map { Self.clamped($0, to: range) }
    return .init(
      minimum: low, maximum: high,
      optimal: low.flatMap { low in high.map { (low + $0) / 2 } },
      isFrostTolerant: low.map { $0 <= 0 })
  }

  private static func level(_ value: Int) -> Int { clamped(value, to: 0...10) }

  private static func clamped(_ value: Int, to range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }
}

/// The light that a plant needs, in four classes of a scale from 0 to 10.
public enum LightClass: String, CaseIterable, Sendable {
  /// At most 2 hours of strong light a day.
  case fullShade
  /// From 2 to 4 hours of strong light a day.
  case partialShade
  /// From 4 to 6 hours of strong light a day.
  case partialSun
  /// At least 6 hours of strong light a day.
  case fullSun

  /// Creates the class of a level of light. Levels beyond the scale count as
  /// its ends.
  public init(level: Int) {
    self =
      switch level {
      case ...2: .fullShade
      case 3...4: .partialShade
      case 5...6: .partialSun
      default: .fullSun
      }
  }

  /// The suitable hours of strong light a day.
  public var hours: ClosedRange<Int> {
    switch self {
    case .fullShade: 0...2
    case .partialShade: 2...4
    case .partialSun: 4...6
    case .fullSun: 6...10
    }
  }
}
