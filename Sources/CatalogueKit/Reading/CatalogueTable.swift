public import Encodings

/// Reads a catalogue from lines with a heading: CSV, or separated by tabs or
/// semicolons.
///
/// The column `scientific_name` is required; `common_names`, `family`,
/// `category` and `synonyms` are optional. Several names in a field are
/// separated by semicolons or vertical bars.
public enum CatalogueTable {
  /// Reads all plants, one by one.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - take: Receives each plant.
  /// - Throws: ``CatalogueReadingError``, which names the line.
  public static func read(
    _ source: @escaping ByteSource, _ take: (CatalogueRecord) -> Void
  ) throws {
    var lines = try CatalogueLines(source, CSVDialect(isLenient: true))
    let heading = try lines.heading()
    let headings = heading.map { $0.lowercased().filter(\.isLetter) }
    // The names of columns vary between files.
    func column(_ names: String...) -> Int? {
      headings.firstIndex(where: names.contains)
    }
    let (common, family) = (
      column("commonnames", "commonname", "vernacularname"), column("family")
    )
    let (category, synonyms) = (
      column("category"), column("synonyms", "synonym")
    )
    guard let name = column("scientificname", "species", "name") else {
      throw CatalogueReadingError.missingColumn(
        "scientific_name", found: heading)
    }
    var isEmpty = true
    while try lines.next() {
      let scientificName = lines[name]
      guard !scientificName.isEmpty else {
        throw CatalogueReadingError.shortLine(number: lines.number)
      }
      isEmpty = false
      let record = CatalogueRecord(
        scientificName: scientificName,
        commonNames: names(lines[common]),
        family: lines[family],
        category: lines[category],
        synonyms: names(lines[synonyms]))
      try record.checkNames(at: "line \(lines.number)")
      take(record)
    }
    guard !isEmpty else { throw CatalogueReadingError.noPlants }
  }

  static func names(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "|" }.compactMap { part in
      let words = part.split(separator: " ", omittingEmptySubsequences: true)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }
}

/// The lines of a catalogue that are not empty.
struct CatalogueLines {
  private var reader: CSVReader
  private var record = CSVRecord()

  init(_ source: @escaping ByteSource, _ dialect: CSVDialect) throws {
    reader = try Self.translated { try CSVReader(source, dialect) }
  }

  /// The number of the last line read, from 1.
  var number: Int { record.line }

  /// The fields of the first line.
  mutating func heading() throws -> [String] {
    guard try next() else { throw CatalogueReadingError.noPlants }
    return (0..<record.count).map { self[$0] }
  }

  /// Reads the next line; returns whether there was one.
  mutating func next() throws -> Bool {
    repeat {
      guard try Self.translated({ try reader.read(&record) }) else {
        return false
      }
    } while record.isBlank
    return true
  }

  /// A field's text, without spaces around it; empty if the line lacks the
  /// field.
  subscript(index: Int?) -> String {
    guard let index, index < record.count else { return "" }
    let bytes = record.bytes(of: index)
    let space = UInt8(ascii: " ")
    guard let first = bytes.firstIndex(where: { $0 != space }),
      let last = bytes.lastIndex(where: { $0 != space })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  private static func translated<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as CSVError {
      throw CatalogueReadingError.badText(error)
    }
  }
}

extension CatalogueTable {
  /// Reads two columns of a CSV file, line by line.
  static func readPairs(
    _ bytes: [UInt8], _ first: String, _ second: String,
    _ take: (String, String) -> Void
  ) throws {
    try readColumns(bytes, [first, second]) { take($0[0], $0[1]) }
  }

  /// Reads some columns of a CSV file, line by line.
  static func readColumns(
    _ bytes: [UInt8], _ names: [String], _ take: ([String]) throws -> Void
  ) throws {
    var lines = try CatalogueLines(
      byteSource(of: bytes), CSVDialect(delimiter: UInt8(ascii: ",")))
    let heading = try lines.heading()
    let columns = try names.map { name in
      guard let column = heading.firstIndex(of: name) else {
        throw CatalogueReadingError.missingColumn(name, found: heading)
      }
      return column
    }
    while try lines.next() { try take(columns.map { lines[$0] }) }
  }
}
