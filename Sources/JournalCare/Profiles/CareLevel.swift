public import JournalEvents

/// For what a care profile of the catalogue was written: the nearer to the
/// plant, the better.
public enum CareLevel: String, Sendable, CaseIterable {
  case species
  case genus
  case family
  case category
  /// Any plant of which nothing is known.
  case generic

  private static let prefix = "plantguide:catalogue/"

  /// How a recorded profile tells it, as the place that says so.
  public var url: String { Self.prefix + rawValue }

  /// The level of a recorded profile; `nil` where the profile is not of the
  /// catalogue, or does not tell.
  public init?(of profile: CareProfiled) {
    guard profile.source == .catalogue, let url = profile.sourceURL,
      url.hasPrefix(Self.prefix)
    else { return nil }
    self.init(rawValue: String(url.dropFirst(Self.prefix.utf8.count)))
  }
}

extension CareLevel: Comparable {
  /// Whether one profile is nearer to the plant than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CareProfiled {
  /// Care for plants of which nothing is known: they recover from drought, and
  /// not from wet roots, the burning sun or salts that they do not use.
  public static let generic = {
    var profile = CareProfiled(source: .catalogue)
    profile.light = 5
    profile.watering = .init(
      intervalDays: ScheduleAdvice.standardWatering,
      seasonalIntervalDays: SeasonalIntervals([
        .winter: 2 * ScheduleAdvice.standardWatering
      ]), amount: WateringAmount.moderate.rawValue)
    profile.temperature = .init(
      minimum: 12, maximum: 30, isFrostTolerant: false)
    profile.soil = "loose potting mix with perlite, which drains well"
    profile.sourceURL = CareLevel.generic.url
    return profile
  }()

  /// Whether it says the same of care, wherever it was taken from.
  public func advisesSame(as other: CareProfiled) -> Bool {
    var other = other
    other.sourceURL = sourceURL
    return self == other
  }
}
