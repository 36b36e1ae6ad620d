/// The familiarity of plants in the bundled catalogue, from
/// `Resources/catalogue-sources.csv`: a plant in many lists of house plants, or
/// with many cultivars, is one that many people keep.
enum AttestationTable {
  /// The weight of each plant, by scientific name.
  static func weights(
    _ bytes: [UInt8]
  ) throws -> [String: UInt8] {
    var lists: [String: Int] = [:]
    var cultivars: [String: Int] = [:]
    try CatalogueTable.readPairs(
      bytes, "scientific_name", "name_attested"
    ) { name, codes in
      lists[name] = codes.split(separator: " ").count { isList($0) }
      if let species = BotanicalName.species(ofCultivar: name) {
        cultivars[species, default: 0] += 1
      }
    }
    var weights: [String: UInt8] = [:]
    for (name, count) in lists {
      weights[name] = UInt8(
        clamping: count * 10 + min(cultivars[name] ?? 0, 9))
    }
    return weights
  }

  // A checklist includes wild plants, and a single text is no list.
  private static func isList(_ code: Substring) -> Bool {
    code != "VP" && code != "VS" && !code.hasPrefix("X")
  }
}

/// The former scientific names of plants in the bundled catalogue, from
/// `Resources/catalogue-synonyms.csv`.
enum SynonymTable {
  /// Adds the synonyms to the plants in a builder. A species' synonym also
  /// applies to its cultivars, followed by the cultivar's name.
  ///
  /// - Returns: The lines whose plant is missing.
  /// - Throws: ``CatalogueReadingError`` if a column is missing.
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

/// The names of plants in the bundled catalogue in languages other than
/// English, from `Resources/catalogue-names.csv`.
enum ForeignNameTable {
  /// Adds the names to the plants in a builder.
  ///
  /// - Returns: The lines with an unknown plant or language.
  /// - Throws: ``CatalogueReadingError`` if a column is missing.
  static func add(
    _ bytes: [UInt8], to builder: inout CatalogueBuilder
  ) throws -> [String] {
    var unused: [String] = []
    try CatalogueTable.readColumns(
      bytes, ["scientific_name", "language", "name"]
    ) { line in
      guard let language = CatalogueLanguage(line[1]),
        builder.add(line[2], .common(language), to: line[0])
      else {
        unused.append(line.joined(separator: ","))
        return
      }
    }
    return unused
  }
}
