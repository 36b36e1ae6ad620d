internal import Encodings

/// The care profiles of `Resources/care_profiles.json`: for some species, for
/// genera, for families and for categories.
public struct CareProfileList: Sendable {
  /// No profiles.
  public static let none = CareProfileList()

  /// The profiles as JSON, the form in which an image keeps them.
  private(set) var texts: [[UInt8]] = []
  /// The profiles' places in ``texts``, by the name of species.
  private(set) var species: [String: Int] = [:]
  private(set) var genera: [String: Int] = [:]
  private(set) var families: [String: Int] = [:]
  private(set) var categories: [String: Int] = [:]

  private init() {}

  /// Reads the file, and checks each profile.
  public init(_ text: RawSpan) throws(CatalogueReadingError) {
    let document = try JSONFields.parse(text)
    species = try read("species", of: document)
    genera = try read("genera", of: document)
    families = try read("families", of: document)
    categories = try read("categories", of: document)
  }

  /// The profile of the plant itself rather than its genus, if any.
  func ownProfile(of record: CatalogueRecord) -> Int? {
    species[record.scientificName]
      ?? BotanicalName.species(ofCultivar: record.scientificName)
      .flatMap { species[$0] }
  }

  private mutating func read(
    _ group: String, of document: JSONValue
  ) throws(CatalogueReadingError) -> [String: Int] {
    guard case .object(let members)? = document[group] else {
      throw .wrongShape(place: group, expected: "an object")
    }
    var places: [String: Int] = [:]
    for member in members {
      _ = try CareProfile(member.value, at: "\(group).\(member.name)")
      places[member.name] = texts.count
      var writer = JSONWriter()
      writer.value(member.value)
      texts.append(writer.bytes)
    }
    return places
  }
}
