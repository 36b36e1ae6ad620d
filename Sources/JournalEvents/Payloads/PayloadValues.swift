/// How a plant was identified.
public enum IdentificationSource: String, CaseIterable, Sendable {
  case manual
  case catalogue
  case onDevice
  case plantNetAPI
  case hybrid
}

/// How it is known when a photo was taken.
public enum PhotoDateSource: String, CaseIterable, Sendable {
  /// The keeper said so.
  case given
  /// The camera wrote down when it was taken.
  case original
  /// The camera or scanner wrote down when it was made a file.
  case digitized
  /// A program that edited it wrote it down.
  case xmp
  /// The satellites' clock.
  case gps
  /// The name of the file.
  case fileName
  /// When the file was last changed.
  case fileTime
  /// It is not known; the moment at which it was added.
  case added
}

/// How often a photo of a plant is to be taken.
public enum PhotoCadence: String, CaseIterable, Sendable {
  /// Each week, on one weekday.
  case weekly
  /// Every other week, on one weekday.
  case biweekly
  /// Each month, on one date; the last day of a month that is too short.
  case monthly
  /// Never.
  case off
}

/// Why a plant left the collection.
public enum RemovalReason: String, CaseIterable, Sendable {
  case died
  case givenAway
  case sold
  case mistake
  case other
}

/// What a fertilizer is rich in.
public enum FertilizerType: String, CaseIterable, Sendable {
  case balanced
  case highNitrogen
  case highPhosphorus
  case highPotassium
  case organic
}

/// How much water was or is to be given, where it is not in millilitres.
public enum WateringAmount: String, CaseIterable, Sendable {
  case light
  case moderate
  case thorough
  case soak

  /// Whether `text` is one of the amounts or millilitres such as "250ml".
  public static func isAmount(_ text: String) -> Bool {
    if WateringAmount(rawValue: text) != nil { return true }
    guard text.hasSuffix("ml"), let amount = Int(text.dropLast(2)) else {
      return false
    }
    return (1...100_000).contains(amount) && text == "\(amount)ml"
  }
}

/// Where a plant grows, which decides how much its water dries up.
public enum GrowingLocation: String, CaseIterable, Sendable {
  case indoor
  case outdoor
  case greenhouse
  case balcony
}

/// Where a care profile comes from.
public enum CareProfileSource: String, CaseIterable, Sendable {
  case trefle
  case catalogue
  case manual
}

/// How fast a plant grows.
public enum GrowthRate: String, CaseIterable, Sendable {
  case slow
  case moderate
  case rapid
}

/// A meteorological season.
public enum Season: String, CaseIterable, Sendable {
  case spring
  case summer
  case autumn
  case winter
}

/// What a setting may hold.
public enum SettingValue: Hashable, Sendable {
  case text(String)
  case bool(Bool)
  case integer(Int64)
  case null
}

extension ScheduleSet {
  /// The longest interval, in days: a hundred years.
  public static let maximumInterval = 36_500
}

extension RoomCreated {
  /// The greatest place among the rooms.
  public static let maximumSortOrder = 1_000_000
}

/// A set of months of the year.
public struct MonthSet: Hashable, Sendable {
  private var mask: UInt16

  /// All twelve months.
  public static let all = MonthSet(mask: 0x1ffe)

  private init(mask: UInt16) {
    self.mask = mask
  }

  /// Creates a set from months 1 to 12; `nil` where one is outside of that
  /// or there is none.
  public init?(_ months: some Sequence<Int>) {
    mask = 0
    for month in months {
      guard (1...12).contains(month) else { return nil }
      mask |= 1 << UInt16(month)
    }
    guard mask != 0 else { return nil }
  }

  /// Whether `month` (1 to 12) is in the set.
  public func contains(_ month: Int) -> Bool {
    mask & (1 << UInt16(month)) != 0
  }

  /// The months, ascending.
  public var months: [Int] { (1...12).filter(contains) }
}

/// Days from one time of care to the next, per season that differs from the
/// base interval.
public struct SeasonalIntervals: Hashable, Sendable {
  private var days: [Season: Int]

  /// No season differs.
  public static let none = SeasonalIntervals([:])

  /// Creates intervals from days per season.
  public init(_ days: [Season: Int]) {
    self.days = days
  }

  /// Whether no season differs.
  public var isEmpty: Bool { days.isEmpty }

  /// The days in `season`, or `nil` where the base interval holds.
  public subscript(season: Season) -> Int? { days[season] }

  /// The seasons that differ, in the order of the year from spring.
  public var entries: [(season: Season, days: Int)] {
    Season.allCases.compactMap { season in
      days[season].map { (season, $0) }
    }
  }
}

/// What an edit does to one field.
public enum FieldEdit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The field stays as it is.
  case keep
  /// The field has no value from now on.
  case clear
  /// The field gets this value.
  case set(Value)

  /// The field's value after the edit, where it was `old` before.
  public func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}
