public import Encodings

/// Reads the taxa of a Darwin Core archive: species and lower ranks, with names
/// that are no longer accepted as synonyms.
public struct DarwinCoreTaxa {
  /// The plants that were read.
  public private(set) var builder = CatalogueBuilder()
  private var names: [String: String] = [:]
  private var synonyms: [(name: String, accepted: String)] = []

  /// Creates a reader.
  public init() {}

  /// Reads the file of taxa.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - file: The file's layout; `nil` to follow its first line.
  /// - Throws: ``CatalogueReadingError``.
  public mutating func read(
    _ source: @escaping ByteSource, _ file: DarwinCoreFile?
  ) throws {
    var rows = try DarwinCoreRows(source, file)
    guard rows.has("scientificname") || rows.has("canonicalname") else {
      throw CatalogueReadingError.missingColumn(
        "scientificName", found: rows.terms)
    }
    while try rows.next() { try add(rows) }
    for synonym in synonyms {
      guard let accepted = names[synonym.accepted] else { continue }
      builder.add(synonym.name, .synonym, to: accepted)
    }
    synonyms = []
    guard builder.count > 0 else { throw CatalogueReadingError.noPlants }
  }

  /// Reads the file of vernacular names; a name without a language is English,
  /// and names in unknown languages are skipped.
  public mutating func readVernacularNames(
    _ source: @escaping ByteSource, _ file: DarwinCoreFile?
  ) throws {
    var rows = try DarwinCoreRows(source, file)
    while try rows.next() {
      let code = rows["language"]
      let id = rows["id"].isEmpty ? rows["taxonid"] : rows["id"]
      guard let language = code.isEmpty ? .english : CatalogueLanguage(code),
        !rows["vernacularname"].isEmpty, let name = names[id]
      else { continue }
      let commonName = rows["vernacularname"]
      try CatalogueRecord.checkName(commonName, at: rows.place)
      builder.add(commonName, .common(language), to: name)
    }
  }

  private mutating func add(
    _ row: DarwinCoreRows
  ) throws(CatalogueReadingError) {
    let name = Self.name(row)
    guard !name.isEmpty, Self.isSpecies(row["taxonrank"], name) else {
      return
    }
    try CatalogueRecord.checkName(name, at: row.place)
    let id = row["taxonid"].isEmpty ? row["id"] : row["taxonid"]
    let accepted = row["acceptednameusageid"]
    guard accepted.isEmpty || accepted == id else {
      synonyms.append((name, accepted))
      return
    }
    guard !row["taxonomicstatus"].lowercased().contains("synonym") else {
      return
    }
    names[id] = name
    let record = CatalogueRecord(
      scientificName: name,
      commonNames: CatalogueTable.names(row["vernacularname"]),
      family: row["family"])
    try record.checkNames(at: row.place)
    builder.add(record)
  }

  /// The name without its author.
  private static func name(_ row: DarwinCoreRows) -> String {
    guard row["canonicalname"].isEmpty else { return row["canonicalname"] }
    let name = row["scientificname"]
    let author = row["scientificnameauthorship"]
    guard !author.isEmpty, name.hasSuffix(" " + author) else { return name }
    return String(name.dropLast(author.count + 1))
  }

  // Without a rank, a name of one word is a genus or higher.
  private static func isSpecies(_ rank: String, _ name: String) -> Bool {
    let ranks = [
      "species", "subspecies", "variety", "form", "cultivar", "hybrid",
      "nothospecies", "subvariety", "subform", "convariety",
    ]
    return rank.isEmpty
      ? name.contains(" ") : ranks.contains(rank.lowercased())
  }
}
