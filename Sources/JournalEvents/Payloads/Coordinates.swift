/// A place on the earth, to five decimals of a degree: about a metre.
public struct Coordinates: FieldGroup, Hashable, Sendable {
  /// The degrees north of the equator, from -90 to 90.
  public let latitude: Double
  /// The degrees east of Greenwich, from -180 to 180.
  public let longitude: Double

  static let latitudes = 90
  static let longitudes = 180

  /// Creates a place, rounded; `nil` if a number is NaN or out of range.
  public init?(latitude: Double, longitude: Double) {
    guard abs(latitude) <= Double(Self.latitudes),
      abs(longitude) <= Double(Self.longitudes)
    else { return nil }
    self.latitude = Self.rounded(latitude)
    self.longitude = Self.rounded(longitude)
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    latitude = Self.rounded(
      try fields.required("latitude", .degrees(Self.latitudes)) { $0.latitude })
    longitude = Self.rounded(
      try fields.required("longitude", .degrees(Self.longitudes)) {
        $0.longitude
      })
  }

  /// Returns five decimals, and zero without a sign.
  private static func rounded(_ degrees: Double) -> Double {
    (degrees * 100_000).rounded() / 100_000 + 0
  }
}

extension Coordinates: CustomStringConvertible {
  /// The latitude and the longitude, as `52.52, 13.405`.
  public var description: String {
    "\(Self.text(latitude)), \(Self.text(longitude))"
  }

  /// Returns degrees without an exponent, which small numbers would get.
  private static func text(_ degrees: Double) -> String {
    let parts = Int((abs(degrees) * 100_000).rounded())
      .quotientAndRemainder(dividingBy: 100_000)
    var decimals = String(String(100_000 + parts.remainder).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return (degrees < 0 ? "-" : "") + "\(parts.quotient)"
      + (decimals.isEmpty ? "" : ".\(decimals)")
  }
}
