internal import Encodings

extension CatalogueTable {
  /// Reads two columns of a CSV file, line by line.
  static func readPairs(
    _ bytes: [UInt8], _ first: String, _ second: String,
    _ take: (String, String) -> Void
  ) throws {
    var lines = try CatalogueLines(
      byteSource(of: bytes), CSVDialect(delimiter: UInt8(ascii: ",")))
    let heading = try lines.heading()
    let columns = try [first, second].map { name in
      guard let column = heading.firstIndex(of: name) else {
        throw CatalogueReadingError.missingColumn(name, found: heading)
      }
      return column
    }
    while try lines.next() { take(lines[columns[0]], lines[columns[1]]) }
  }
}
