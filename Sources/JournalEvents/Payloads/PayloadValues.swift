/// The method by which a plant was identified.
public enum IdentificationSource: String, CaseIterable, Sendable {
  /// A person named the species.
  case manual
  /// The catalogue was searched.
  case catalogue
  /// A model on the device looked at a photo.
  case onDevice
  /// Pl@ntNet looked at a photo.
  case plantNetAPI
  /// A model and a service both looked at a photo.
  case hybrid
}

/// The source of the time at which a photo was taken.
public enum PhotoDateSource: String, CaseIterable, Sendable {
  /// The user entered it.
  case given
  /// The camera's record of the time of the exposure.
  case original
  /// The camera's or scanner's record of the time of digitization.
  case digitized
  /// The record of a program that edited the photo.
  case xmp
  /// The clock of the satellites.
  case gps
  /// The name of the file.
  case fileName
  /// The time of the file's last change.
  case fileTime
  /// Unknown; the time at which the photo was added stands in.
  case added
}

/// The interval at which photos of a plant are due.
public enum PhotoCadence: String, CaseIterable, Sendable {
  /// Every week, on a weekday.
  case weekly
  /// Every other week, on a weekday.
  case biweekly
  /// Every month, on a date, or on the last day of a shorter month.
  case monthly
  /// Never.
  case off
}

/// The reason for which a plant left the collection.
public enum RemovalReason: String, CaseIterable, Sendable {
  /// The plant died.
  case died
  /// The plant was given away.
  case givenAway
  /// The plant was sold.
  case sold
  /// The plant was added by mistake.
  case mistake
  /// Any other reason.
  case other
}

/// The nutrients of a fertilizer.
public enum FertilizerType: String, CaseIterable, Sendable {
  /// No nutrient prevails.
  case balanced
  /// Nitrogen prevails.
  case highNitrogen
  /// Phosphorus prevails.
  case highPhosphorus
  /// Potassium prevails.
  case highPotassium
  /// The fertilizer is organic, such as compost.
  case organic
}

/// An amount of water that is not given in millilitres.
public enum WateringAmount: String, CaseIterable, Sendable {
  /// A little water.
  case light
  /// The usual amount of water.
  case moderate
  /// Water for the whole pot.
  case thorough
  /// Water until the soil is soaked.
  case soak

  /// Returns whether `text` is an amount or millilitres such as "250ml".
  public static func isAmount(_ text: String) -> Bool {
    if WateringAmount(rawValue: text) != nil { return true }
    guard text.hasSuffix("ml"), let amount = Int(text.dropLast(2)) else {
      return false
    }
    return (1...100_000).contains(amount) && text == "\(amount)ml"
  }
}

/// The place of a plant, which affects how fast it dries out.
public enum GrowingLocation: String, CaseIterable, Sendable {
  /// In a room.
  case indoor
  /// In a garden or on a terrace.
  case outdoor
  /// In a greenhouse.
  case greenhouse
  /// On a balcony.
  case balcony
}

/// The source of a care profile.
public enum CareProfileSource: String, CaseIterable, Sendable {
  /// Trefle, a service on the network.
  case trefle
  /// Open Plantbook, a service on the network.
  case openPlantbook
  /// The bundled or imported catalogue.
  case catalogue
  /// A person wrote the profile.
  case manual

  /// A Boolean value that indicates whether it is a service on the network.
  public var isService: Bool { self == .trefle || self == .openPlantbook }
}

/// The speed at which a plant grows.
public enum GrowthRate: String, CaseIterable, Sendable {
  /// Slower than most plants.
  case slow
  /// About as fast as most plants.
  case moderate
  /// Faster than most plants.
  case rapid
}

/// A meteorological season.
public enum Season: String, CaseIterable, Sendable {
  /// The season after winter.
  case spring
  /// The warmest season.
  case summer
  /// The season after summer.
  case autumn
  /// The coldest season.
  case winter
}

/// The value of a setting.
public enum SettingValue: Hashable, Sendable {
  /// The value is text.
  case text(String)
  /// The value is true or false.
  case bool(Bool)
  /// The value is a whole number.
  case integer(Int64)
  /// The setting has its default again.
  case null
}

extension ScheduleSet {
  /// The longest interval, in days: a hundred years.
  public static let maximumInterval = 36_500
}

extension RoomCreated {
  /// The greatest `sortOrder` of a room.
  public static let maximumSortOrder = 1_000_000
}

/// A set of months of the year.
public struct MonthSet: Hashable, Sendable {
  private var mask: UInt16

  /// The set of all twelve months.
  public static let all = MonthSet(mask: 0x1ffe)

  private init(mask: UInt16) {
    self.mask = mask
  }

  /// Creates a set from months 1 to 12; `nil` if there is none or another
  /// number.
  public init?(_ months: some Sequence<Int>) {
    mask = 0
    for month in months {
      guard (1...12).contains(month) else { return nil }
      mask |= 1 << UInt16(month)
    }
    guard mask != 0 else { return nil }
  }

  /// Returns whether `month` (1 to 12) is in the set.
  public func contains(_ month: Int) -> Bool {
    mask & (1 << UInt16(month)) != 0
  }

  /// The months in ascending order.
  public var months: [Int] { (1...12).filter(contains) }
}

/// The intervals of the seasons that differ from the base interval, in days.
public struct SeasonalIntervals: Hashable, Sendable {
  private var days: [Season: Int]

  /// No intervals: no season differs.
  public static let none = SeasonalIntervals([:])

  /// Creates intervals from days per season.
  public init(_ days: [Season: Int]) {
    self.days = days
  }

  /// A Boolean value that indicates whether no season differs.
  public var isEmpty: Bool { days.isEmpty }

  /// Returns the days in `season`, or `nil` if the base interval applies.
  public subscript(season: Season) -> Int? { days[season] }

  /// The seasons that differ, in the order of the year from spring.
  public var entries: [(season: Season, days: Int)] {
    Season.allCases.compactMap { season in
      days[season].map { (season, $0) }
    }
  }
}

/// The effect of an edit on a field.
public enum FieldEdit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The field keeps its value.
  case keep
  /// The field loses its value.
  case clear
  /// The field gets this value.
  case set(Value)

  /// Returns the field's value after the edit, given the `old` value.
  public func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}
