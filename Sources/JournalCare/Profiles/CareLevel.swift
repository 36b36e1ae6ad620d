public import JournalEvents

/// The taxonomic level of a catalogue profile: the closer to the plant, the
/// better.
public enum CareLevel: String, Sendable, CaseIterable {
  /// The profile is the species' own.
  case species
  /// The profile is that of the genus.
  case genus
  /// The profile is that of the family.
  case family
  /// The profile is that of a category, such as succulents.
  case category
  /// Any unknown plant.
  case generic

  private static let prefix = "plantguide:catalogue/"

  /// The source address by which a recorded profile states the level.
  public var url: String { Self.prefix + rawValue }

  /// Creates the level of a recorded profile; `nil` if the profile is not of
  /// the catalogue or does not state its level.
  public init?(of profile: CareProfiled) {
    guard profile.source == .catalogue, let url = profile.sourceURL,
      url.hasPrefix(Self.prefix)
    else { return nil }
    self.init(rawValue: String(url.dropFirst(Self.prefix.utf8.count)))
  }
}

extension CareLevel: Comparable {
  /// Returns whether one profile is closer to the plant than another.
  public static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CareProfiled {
  /// Care for unknown plants: they recover from drought, but not from wet
  /// roots, burning sun or salts that they do not use.
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

  /// Returns whether both profiles advise the same care, wherever they were
  /// found.
  public func advisesSame(as other: CareProfiled) -> Bool {
    var other = other
    other.sourceURL = sourceURL
    return self == other
  }
}
