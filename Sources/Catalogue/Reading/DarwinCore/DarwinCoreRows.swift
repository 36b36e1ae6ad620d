/// The lines of a file of a Darwin Core archive, whose fields are asked for
/// by their terms.
struct DarwinCoreRows {
  private var text: DelimitedText
  private var fields: [DelimitedText.Field] = []
  private let file: DarwinCoreFile

  /// Begins to read bytes that are laid out as `file` says; without it their
  /// first line names the terms, with tabs between them.
  init(
    _ bytes: [UInt8], _ file: DarwinCoreFile?
  ) throws(CatalogueReadingError) {
    var layout = file ?? DarwinCoreFile(name: "")
    text = DelimitedText(
      bytes, separator: layout.separator, quote: layout.quote)
    for line in 0..<layout.headingLines {
      guard try text.next(&fields) else { throw .noPlants }
      guard file == nil, line == 0 else { continue }
      for index in fields.indices {
        let term = DarwinCoreDescription.term(text.text(index, fields))
        layout.columns[String(term.split(separator: ":").last ?? "")] = index
      }
    }
    self.file = layout
  }

  /// The terms that there are columns for.
  var terms: [String] { file.columns.keys.sorted() }

  /// Where the line that was read last stands in the file.
  var place: String { "line \(text.line)" }

  /// Whether there is a column for a term.
  func has(_ term: String) -> Bool { file.columns[term] != nil }

  /// Reads the next line; says whether there was one.
  mutating func next() throws(CatalogueReadingError) -> Bool {
    try text.next(&fields)
  }

  /// The field of a term in this line; empty where there is none.
  subscript(term: String) -> String {
    file.columns[term].map { text.text($0, fields) }
      ?? file.defaults[term] ?? ""
  }
}
