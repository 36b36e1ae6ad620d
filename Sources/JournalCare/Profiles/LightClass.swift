/// How much light a plant needs, in four classes of a scale from 0 to 10.
public enum LightClass: String, CaseIterable, Sendable {
  case fullShade
  case partialShade
  case partialSun
  case fullSun

  /// The class of a level of light; levels beyond the scale count as its
  /// ends.
  public init(level: Int) {
    self =
      switch level {
      case ...2: .fullShade
      case 3...4: .partialShade
      case 5...6: .partialSun
      default: .fullSun
      }
  }

  /// The hours of direct sun a day that suit.
  public var hoursOfSun: ClosedRange<Int> {
    switch self {
    case .fullShade: 0...2
    case .partialShade: 2...4
    case .partialSun: 4...6
    case .fullSun: 6...12
    }
  }
}
