internal import Encodings

/// Reads a list of house plants in the form of
/// `Resources/houseplants_list.json`.
public enum HouseplantList {
  /// The plants of a list, in its order.
  public static func records(
    in text: RawSpan
  ) throws(CatalogueReadingError) -> [CatalogueRecord] {
    let document = try JSONFields.parse(text)
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
    let fields = JSONFields(plant, place)
    let name = try fields.optionalText("scientific_name") ?? ""
    guard !name.isEmpty else { throw fields.wrong("scientific_name", "a name") }
    let record = CatalogueRecord(
      scientificName: name,
      commonNames: try fields.texts("common_names"),
      family: try fields.optionalText("family") ?? "",
      category: try fields.optionalText("category") ?? "",
      synonyms: try fields.texts("synonyms"))
    try record.checkNames(at: place)
    return record
  }
}
