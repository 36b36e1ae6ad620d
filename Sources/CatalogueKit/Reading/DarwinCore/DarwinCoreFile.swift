internal import Encodings

/// The layout of a file in a Darwin Core archive.
public struct DarwinCoreFile: Sendable, Hashable {
  /// The file's name in the archive.
  public var name: String
  var separator: UInt8 = UInt8(ascii: "\t")
  var quote: UInt8?
  var headingLines = 1
  /// The number of each column, by its term's name in lower case.
  var columns: [String: Int] = [:]
  /// The values that every line has without a column, by the term's name.
  var defaults: [String: String] = [:]
}

/// A Darwin Core archive's description of itself in its `meta.xml`.
public struct DarwinCoreDescription: Sendable, Hashable {
  /// The file with the taxa.
  public var taxa: DarwinCoreFile
  /// The file with vernacular names, if there is one.
  public var vernacularNames: DarwinCoreFile?

  /// Reads a `meta.xml`.
  public init(_ bytes: [UInt8]) throws(CatalogueReadingError) {
    var taxa: DarwinCoreFile?
    var names: DarwinCoreFile?
    var current: DarwinCoreFile?
    var type = ""
    func take(_ event: XMLElements.Event) throws(CatalogueReadingError) {
      switch event {
      case .start(let name, let attributes):
        let tag = Tag(name: name, attributes: attributes)
        switch name {
        case "core", "extension":
          type = Self.term(attributes["rowType"] ?? "")
          current = try Self.file(tag)
        case "id", "coreid":
          current?.columns["id"] = try tag.number("index")
        case "field": try Self.addField(tag, to: &current)
        default: break
        }
      case .end("location", let text):
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        current?.name = words.joined(separator: " ")
      case .end(let name, _) where name == "core" || name == "extension":
        if type == "taxon", name == "core" { taxa = current }
        if type == "vernacularname" { names = current }
        current = nil
      case .end: break
      }
    }
    var fault: CatalogueReadingError?
    do throws(XMLError) {
      try XMLElements.read(bytes, atMost: 1 << 20) { event in
        do throws(CatalogueReadingError) {
          try take(event)
        } catch {
          fault = error
        }
        return fault == nil
      }
    } catch {
      fault = .badArchive("its meta.xml \(error.reason)")
    }
    if let fault { throw fault }
    guard let taxa, !taxa.name.isEmpty else {
      throw .badArchive("its meta.xml names no file of taxa")
    }
    self.taxa = taxa
    vernacularNames = names
  }

  private static func addField(
    _ tag: Tag, to file: inout DarwinCoreFile?
  ) throws(CatalogueReadingError) {
    guard let term = tag.attributes["term"].map(Self.term) else { return }
    if let index = try tag.number("index") {
      file?.columns[term] = index
    } else if let value = tag.attributes["default"] {
      file?.defaults[term] = value
    }
  }

  /// The beginning of an element.
  private struct Tag {
    let name: String
    let attributes: [String: String]

    /// The number in an attribute; `nil` if it is missing.
    func number(
      _ attribute: String
    ) throws(CatalogueReadingError) -> Int? {
      guard let text = attributes[attribute] else { return nil }
      guard let number = Int(text), (0...Self.highest).contains(number) else {
        throw .badArchive(
          "its meta.xml has \(attribute)=\"\(text)\" in \(name), where a "
            + "number from 0 to \(Self.highest) belongs")
      }
      return number
    }

    /// The highest number of a column, or of lines of heading, in any file.
    private static let highest = 9_999
  }

  private static func file(
    _ tag: Tag
  ) throws(CatalogueReadingError) -> DarwinCoreFile {
    var file = DarwinCoreFile(name: "")
    let separator = tag.attributes["fieldsTerminatedBy"] ?? "\\t"
    file.separator = separator == "\\t" ? 0x09 : separator.utf8.first ?? 0x09
    file.quote = (tag.attributes["fieldsEnclosedBy"] ?? "").utf8.first
    file.headingLines = try tag.number("ignoreHeaderLines") ?? 0
    return file
  }

  /// The last part of a term's address, in lower case.
  static func term(_ address: String) -> String {
    String(address.split(separator: "/").last ?? "").lowercased()
  }
}

/// The lines of a file in a Darwin Core archive; fields are found by their
/// terms.
struct DarwinCoreRows {
  private var lines: CatalogueLines
  private let file: DarwinCoreFile

  /// Begins to read a file with the layout `file`; without it the first line
  /// names the terms, separated by tabs.
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

  /// The terms with a column.
  var terms: [String] { file.columns.keys.sorted() }

  /// The place of the last line read in the file.
  var place: String { "line \(lines.number)" }

  /// Returns whether there is a column for a term.
  func has(_ term: String) -> Bool { file.columns[term] != nil }

  /// Reads the next line; returns whether there was one.
  mutating func next() throws -> Bool { try lines.next() }

  /// The field of a term in this line; empty if there is none.
  subscript(term: String) -> String {
    file.columns[term].map { lines[$0] }
      ?? file.defaults[term] ?? ""
  }
}
