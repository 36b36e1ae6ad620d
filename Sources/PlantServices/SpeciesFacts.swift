package import JournalCare
package import JournalEvents

/// The facts that a service knows of a species. Nearly all may be missing.
package struct SpeciesFacts: Hashable, Sendable {
  /// A source of the service's data.
  package struct Source: Hashable, Sendable {
    package var name: String
    package var url: String?
    package var licence: String?
  }

  /// The values of one condition between which a species thrives, as sensors
  /// measure them.
  package struct Range: Hashable, Sendable {
    /// A condition that sensors measure.
    package enum Condition: String, CaseIterable, Sendable {
      /// The illuminance, in lux.
      case light
      /// The temperature of the air, in degrees Celsius.
      case temperature
      /// The relative humidity of the air, in percent.
      case humidity
      /// The water in the soil, in percent of its volume.
      case soilMoisture
      /// The electrical conductivity of the soil, which grows with its
      /// nutrients, in microsiemens per centimetre.
      case soilConductivity
    }

    /// The condition.
    package var condition: Condition
    /// The least value.
    package var minimum: Int
    /// The greatest value.
    package var maximum: Int
  }

  /// The name in addresses, which may differ from the asked one for a synonym.
  package var slug: String
  /// The accepted scientific name.
  package var scientificName: String
  /// The author of the name; empty if unknown.
  package var author = ""
  /// The family; empty if unknown.
  package var family = ""
  /// The genus; empty if unknown.
  package var genus = ""
  /// The common names by the language's two letters.
  package var commonNames: [String: [String]] = [:]
  /// The pictures with their credit.
  package var pictures: [IdentificationAnswer.Picture] = []
  /// The sources.
  package var sources: [Source] = []
  /// The growth data within their ranges.
  package var growth = GrowthFacts()
  /// The measured ranges, in the order of the conditions.
  package var ranges: [Range] = []
  /// The months in which it blooms on the northern hemisphere.
  package var bloom: MonthSet?
  /// The speed of growth.
  package var growthRate: GrowthRate?
  /// The names of data out of their ranges, with their values.
  package var rejected: [String] = []

  /// The temperatures that are believed, in degrees Celsius. Trefle states
  /// them for its own data.
  static let temperatures = -90...60

  /// Creates a species of which nothing else is known.
  init(slug: String, scientificName: String) {
    self.slug = slug
    self.scientificName = scientificName
  }

  /// Returns a number that is within its range, and notes one that is not.
  mutating func number(
    _ value: Int?, _ name: String, in range: ClosedRange<Int>
  ) -> Int? {
    guard let value else { return nil }
    guard range.contains(value) else {
      rejected.append("\(name) \(value)")
      return nil
    }
    return value
  }
}
