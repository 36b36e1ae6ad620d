/// Reads a catalogue from lines with a heading: CSV, or separated by tabs or
/// semicolons.
///
/// `scientific_name` must be there; `common_names`, `family`, `category` and
/// `synonyms` may. Several names in a field have semicolons or vertical bars
/// between them.
public enum CatalogueTable {
  /// Reads all plants, one by one.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - take: Is given each plant.
  /// - Throws: ``CatalogueReadingError``, which names the line.
  public static func read(
    _ bytes: [UInt8], _ take: (CatalogueRecord) -> Void
  ) throws(CatalogueReadingError) {
    var text = DelimitedText(bytes, separator: separator(in: bytes))
    var fields: [DelimitedText.Field] = []
    guard try text.next(&fields) else { throw .noPlants }
    let heading = fields.indices.map { text.text($0, fields) }
    let columns = Columns(heading)
    guard let name = columns.scientificName else {
      throw .missingColumn("scientific_name", found: heading)
    }
    var isEmpty = true
    while try text.next(&fields) {
      let scientificName = text.text(name, fields)
      guard !scientificName.isEmpty else {
        throw .shortLine(number: text.line)
      }
      isEmpty = false
      let record = CatalogueRecord(
        scientificName: scientificName,
        commonNames: names(text.text(columns.commonNames, fields)),
        family: text.text(columns.family, fields),
        category: text.text(columns.category, fields),
        synonyms: names(text.text(columns.synonyms, fields)))
      try record.checkNames(at: "line \(text.line)")
      take(record)
    }
    guard !isEmpty else { throw .noPlants }
  }

  /// The separator that the heading has most of.
  private static func separator(in bytes: [UInt8]) -> UInt8 {
    let heading = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let candidates = [",", "\t", ";"].map { UInt8(ascii: $0) }
    let counts = candidates.map { candidate in
      heading.count { $0 == candidate }
    }
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return candidates[counts[most] == counts[0] ? 0 : most]
  }

  static func names(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "|" }.compactMap { part in
      let words = part.split(separator: " ", omittingEmptySubsequences: true)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  /// Where the columns stand, as different files call them.
  private struct Columns {
    let scientificName: Int?
    let commonNames: Int?
    let family: Int?
    let category: Int?
    let synonyms: Int?

    init(_ heading: [String]) {
      let names = heading.map { name in
        String(name.lowercased().filter { $0.isLetter })
      }
      let place = { (accepted: [String]) in
        names.firstIndex { accepted.contains($0) }
      }
      scientificName = place(["scientificname", "species", "name"])
      commonNames = place(["commonnames", "commonname", "vernacularname"])
      family = place(["family"])
      category = place(["category"])
      synonyms = place(["synonyms", "synonym"])
    }
  }
}
