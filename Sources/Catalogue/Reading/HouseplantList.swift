internal import Encodings

/// Reads a list of house plants as `Resources/houseplants_list.json` is one.
public enum HouseplantList {
  /// The plants of a list, in its order.
  public static func records(
    in text: RawSpan
  ) throws(CatalogueReadingError) -> [CatalogueRecord] {
    let document: JSONValue
    do {
      document = try JSONReader.parse(text)
    } catch {
      throw .notJSON(error)
    }
    guard case .object = document else {
      throw .wrongShape(
        place: "the whole", expected: "an object with a list 'plants'")
    }
    guard case .array(let plants)? = document["plants"] else {
      throw .wrongShape(place: "plants", expected: "a list")
    }
    guard !plants.isEmpty else { throw .noPlants }
    var records: [CatalogueRecord] = []
    records.reserveCapacity(plants.count)
    for (index, plant) in plants.enumerated() {
      records.append(try record(plant, at: "plants[\(index)]"))
    }
    return records
  }

  private static func record(
    _ plant: JSONValue, at place: String
  ) throws(CatalogueReadingError) -> CatalogueRecord {
    let name = try text("scientific_name", of: plant, at: place)
    guard !name.isEmpty else {
      throw .wrongShape(
        place: "\(place).scientific_name", expected: "a name")
    }
    let record = CatalogueRecord(
      scientificName: name,
      commonNames: try texts("common_names", of: plant, at: place),
      family: try text("family", of: plant, at: place),
      category: try text("category", of: plant, at: place),
      synonyms: try texts("synonyms", of: plant, at: place))
    try record.checkNames(at: place)
    return record
  }

  /// A member that is a text; an empty one where it is missing.
  private static func text(
    _ name: String, of plant: JSONValue, at place: String
  ) throws(CatalogueReadingError) -> String {
    switch plant[name] {
    case .string(let text)?: return text
    case nil, .null?: return ""
    default:
      throw .wrongShape(place: "\(place).\(name)", expected: "a text")
    }
  }

  /// A member that is a list of texts; none where it is missing.
  private static func texts(
    _ name: String, of plant: JSONValue, at place: String
  ) throws(CatalogueReadingError) -> [String] {
    guard let member = plant[name], member != .null else { return [] }
    guard case .array(let items) = member else {
      throw .wrongShape(place: "\(place).\(name)", expected: "a list")
    }
    var texts: [String] = []
    for item in items {
      guard case .string(let text) = item else {
        throw .wrongShape(
          place: "\(place).\(name)", expected: "a list of texts")
      }
      texts.append(text)
    }
    return texts
  }
}
