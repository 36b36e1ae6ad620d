extension CatalogueTable {
  /// Reads two columns of a CSV file, line by line.
  static func readPairs(
    _ bytes: [UInt8], _ first: String, _ second: String,
    _ take: (String, String) -> Void
  ) throws(CatalogueReadingError) {
    var text = DelimitedText(bytes, separator: UInt8(ascii: ","))
    var fields: [DelimitedText.Field] = []
    guard try text.next(&fields) else { throw .noPlants }
    let heading = fields.indices.map { text.text($0, fields) }
    guard let left = heading.firstIndex(of: first) else {
      throw .missingColumn(first, found: heading)
    }
    guard let right = heading.firstIndex(of: second) else {
      throw .missingColumn(second, found: heading)
    }
    while try text.next(&fields) {
      take(text.text(left, fields), text.text(right, fields))
    }
  }
}
