/// The scientific names that plants of the bundled catalogue were known by,
/// as `Resources/catalogue-synonyms.csv` lists them.
enum SynonymTable {
  /// Adds the synonyms to the plants in a builder. A species' synonym is one
  /// of its cultivars, too, with the cultivar's name behind it.
  ///
  /// - Returns: The lines whose plant is not there.
  /// - Throws: ``CatalogueReadingError`` where a column is missing.
  static func add(
    _ bytes: [UInt8], to builder: inout CatalogueBuilder
  ) throws -> [String] {
    var plants: [String: [String]] = [:]
    for name in builder.scientificNames {
      plants[name, default: []].append(name)
      if let species = BotanicalName.species(ofCultivar: name) {
        plants[species, default: []].append(name)
      }
    }
    var unused: [String] = []
    try CatalogueTable.readPairs(
      bytes, "former_name", "scientific_name"
    ) { synonym, name in
      let found = plants[name] ?? []
      if found.isEmpty { unused.append("\(synonym),\(name)") }
      for plant in found {
        let cultivar = plant == name ? nil : BotanicalName.cultivar(of: plant)
        builder.add(synonym + (cultivar ?? ""), .synonym, to: plant)
      }
    }
    return unused
  }
}
