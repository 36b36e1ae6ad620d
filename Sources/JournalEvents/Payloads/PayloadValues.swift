internal import Encodings

/// How a plant was identified.
public enum IdentificationSource: String, CaseIterable, Sendable {
  case manual
  case catalogue
  case onDevice
  case plantNetAPI
  case hybrid
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

/// Who vouches for a care profile.
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

  func encode(into writer: inout CBORWriter) {
    switch self {
    case .text(let value): writer.text(value)
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .null: writer.null()
    }
  }
}

extension ScheduleSet {
  /// The longest interval, in days: a hundred years.
  public static let maximumInterval = 36_500
}

extension RoomCreated {
  /// The greatest place among the rooms.
  public static let maximumSortOrder = 1_000_000
}
