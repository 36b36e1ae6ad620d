/// How well known the plants of the bundled catalogue are, from
/// `Resources/catalogue-sources.csv`: a plant that stands in many lists of
/// house plants is one that many people keep.
public enum AttestationTable {
  /// The weight of each plant, by scientific name.
  ///
  /// - Throws: ``CatalogueReadingError`` where a column is missing.
  public static func weights(
    _ bytes: [UInt8]
  ) throws(CatalogueReadingError) -> [String: UInt8] {
    var weights: [String: UInt8] = [:]
    for column in ["name_attested", "common_name_attested"] {
      try CatalogueTable.readPairs(
        bytes, "scientific_name", column
      ) { name, codes in
        let lists = codes.split(separator: " ").count { isList($0) }
        weights[name] = UInt8(
          clamping: Int(weights[name] ?? 0) + lists * 10)
      }
    }
    return weights
  }

  // Checklists name wild plants, too, and the other words are no lists.
  private static func isList(_ code: Substring) -> Bool {
    let others: Set<Substring> = [
      "VP", "VS", "file", "general", "composed", "trade",
    ]
    return !others.contains(code) && !code.hasPrefix("X")
  }
}
