package import JournalEvents

/// A reader of typed places.
package enum PlaceInput {
  /// Reads a latitude and a longitude in degrees, such as `52.52, 13.405` or
  /// `33.86S 151.2E`.
  ///
  /// - Throws: ``InputError``.
  package static func place(_ text: String) throws(InputError) -> Coordinates {
    let parts = text.split { $0 == "," || $0.isWhitespace }
    guard parts.count == 2, let latitude = degrees(parts[0], "N", "S"),
      let longitude = degrees(parts[1], "E", "W")
    else {
      throw InputError(
        "'\(text)' is not a place",
        hint:
          "write a latitude and a longitude in degrees: 52.52,13.405 or 33.86S 151.2E"
      )
    }
    guard let place = Coordinates(latitude: latitude, longitude: longitude)
    else {
      throw InputError(
        "'\(text)' is not on the earth",
        hint: "latitudes are from -90 to 90, longitudes from -180 to 180")
    }
    return place
  }

  private static func degrees(
    _ text: Substring, _ positive: Character, _ negative: Character
  ) -> Double? {
    var number = text
    let mark = text.last?.uppercased().first
    let isMarked = mark == positive || mark == negative
    if isMarked { number.removeLast() }
    // `Double` reads names of numbers, exponents and hexadecimal digits, too.
    let signs = isMarked ? "" : "+-"
    guard let first = number.first,
      "0123456789\(signs)".contains(first),
      number.dropFirst().allSatisfy({ "0123456789.".contains($0) }),
      let degrees = Double(number)
    else { return nil }
    return isMarked && mark == negative ? -degrees : degrees
  }
}
