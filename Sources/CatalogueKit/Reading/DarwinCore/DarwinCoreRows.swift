internal import Encodings

/// The lines of a file of a Darwin Core archive, whose fields are asked for
/// by their terms.
struct DarwinCoreRows {
  private var lines: CatalogueLines
  private let file: DarwinCoreFile

  /// Begins to read a file that is laid out as `file` says; without it the
  /// first line names the terms, with tabs between them.
  init(_ source: @escaping ByteSource, _ file: DarwinCoreFile?) throws {
    var layout = file ?? DarwinCoreFile(name: "")
    lines = try CatalogueLines(
      source,
      CSVDialect(
        delimiter: layout.separator, quote: layout.quote, isLenient: true))
    for line in 0..<layout.headingLines {
      let heading = try lines.heading()
      guard file == nil, line == 0 else { continue }
      for (index, name) in heading.enumerated() {
        let term = DarwinCoreDescription.term(name)
        layout.columns[String(term.split(separator: ":").last ?? "")] = index
      }
    }
    self.file = layout
  }

  /// The terms that there are columns for.
  var terms: [String] { file.columns.keys.sorted() }

  /// Where the line that was read last stands in the file.
  var place: String { "line \(lines.number)" }

  /// Whether there is a column for a term.
  func has(_ term: String) -> Bool { file.columns[term] != nil }

  /// Reads the next line; says whether there was one.
  mutating func next() throws -> Bool { try lines.next() }

  /// The field of a term in this line; empty where there is none.
  subscript(term: String) -> String {
    file.columns[term].map { lines[$0] }
      ?? file.defaults[term] ?? ""
  }
}
