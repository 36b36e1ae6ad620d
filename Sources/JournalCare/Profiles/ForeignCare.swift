public import JournalEvents

/// The care that an outside source gives for a plant. It rarely covers all
/// needs, so the catalogue's care fills it up.
public struct ForeignCare: Hashable, Sendable {
  /// The profile, without what the source does not know.
  public let profile: CareProfiled
  /// The needs that the source knows, in the order of ``CareNeed``.
  public let needs: [CareNeed]

  /// A Boolean value that indicates whether the source knows no need.
  public var isEmpty: Bool { needs.isEmpty }

  /// Creates the care that follows from growth data.
  ///
  /// - Parameters:
  ///   - facts: The growth data.
  ///   - bloom: The months in which the plant blooms.
  ///   - growth: The speed of growth.
  ///   - source: The source.
  ///   - url: The address of the data, without a fragment.
  public init(
    _ facts: GrowthFacts, bloom: MonthSet? = nil, growth: GrowthRate? = nil,
    source: CareProfileSource, url: String
  ) {
    var profile = facts.profile(source: source)
    profile.bloom = bloom
    profile.growth = growth
    profile.sourceURL = url
    var needs = CareNeed.allCases.filter { $0.isKnown(in: profile) }
    // Plants of poor soil get no fertilizer, which is known, too.
    if facts.soilNutriments != nil, !needs.contains(.fertilizer) {
      needs.append(.fertilizer)
    }
    self.profile = profile
    self.needs = needs.sorted()
  }

  /// Returns the profile with the needs that its source does not know from
  /// another one. The address says which needs are the source's own and where
  /// the others come from.
  public func filled(from base: CareProfiled) -> CareProfiled {
    guard !isEmpty else { return base }
    var filled = profile
    for need in CareNeed.allCases where !needs.contains(need) {
      need.copy(from: base, to: &filled)
    }
    let rest = CareLevel(of: base).map { ";\($0.rawValue)" } ?? ""
    filled.sourceURL =
      "\(profile.sourceURL ?? "")#\(needs.map(\.rawValue).joined(separator: ","))"
      + rest
    return filled
  }
}

/// A need of a plant that a profile describes.
public enum CareNeed: String, CaseIterable, Sendable, Comparable {
  /// The light.
  case light
  /// The watering.
  case watering
  /// The temperatures.
  case temperature
  /// The humidity of the air.
  case humidity
  /// The fertilizer.
  case fertilizer
  /// The soil.
  case soil
  /// The speed of growth.
  case growth
  /// The months of bloom.
  case bloom

  fileprivate func isKnown(in profile: CareProfiled) -> Bool {
    switch self {
    case .light: profile.light != nil
    case .watering: profile.watering != nil
    case .temperature: profile.temperature != nil
    case .humidity: profile.humidity != nil
    case .fertilizer: profile.fertilizer != nil
    case .soil: profile.soil != nil
    case .growth: profile.growth != nil
    case .bloom: profile.bloom != nil
    }
  }

  fileprivate func copy(
    from other: CareProfiled, to profile: inout CareProfiled
  ) {
    switch self {
    case .light: profile.light = other.light
    case .watering: profile.watering = other.watering
    case .temperature: profile.temperature = other.temperature
    case .humidity: profile.humidity = other.humidity
    case .fertilizer: profile.fertilizer = other.fertilizer
    case .soil: profile.soil = other.soil
    case .growth: profile.growth = other.growth
    case .bloom: profile.bloom = other.bloom
    }
  }

  /// Returns whether one need comes before another in lists.
  public static func < (left: Self, right: Self) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The origins of the needs in a profile of an outside source, which its
/// address states: `https://trefle.io/…#light,watering;genus`.
public struct CareOrigins: Hashable, Sendable {
  /// The source.
  public let source: CareProfileSource
  /// The address of the source's data.
  public let url: String
  /// The needs that the source knows.
  public let needs: [CareNeed]
  /// The level of the catalogue's care that covers the other needs; `nil` if
  /// there is none.
  public let rest: CareLevel?

  /// Creates the origins of a recorded profile; `nil` if it does not state
  /// them.
  public init?(of profile: CareProfiled) {
    guard profile.source.isService, let text = profile.sourceURL,
      let mark = text.firstIndex(of: "#")
    else { return nil }
    let parts = text[text.index(after: mark)...].split(
      separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    source = profile.source
    url = String(text[..<mark])
    needs = parts[0].split(separator: ",").compactMap {
      CareNeed(rawValue: String($0))
    }
    rest = parts.count > 1 ? CareLevel(rawValue: String(parts[1])) : nil
    guard !needs.isEmpty else { return nil }
  }
}
