/// A source's data about a plant of a catalogue.
public struct CatalogueRecord: Sendable, Hashable {
  /// The accepted scientific name; a cultivar's is in single quotes.
  public var scientificName: String
  /// English names, the most usual first.
  public var commonNames: [String]
  /// Names in other languages, the most usual of each language first.
  public var foreignNames: [CommonName] = []
  /// The family; empty if it is not known.
  public var family: String
  /// The category; empty if there is none.
  public var category: String
  /// Former scientific names.
  public var synonyms: [String]
  /// The plant's familiarity, 0 to 255, which ranks matches.
  public var weight: UInt8

  /// Creates a record.
  public init(
    scientificName: String, commonNames: [String] = [], family: String = "",
    category: String = "", synonyms: [String] = [], weight: UInt8 = 0
  ) {
    self.scientificName = scientificName
    self.commonNames = commonNames
    self.family = family
    self.category = category
    self.synonyms = synonyms
    self.weight = weight
  }

  /// The first word of the scientific name.
  public var genus: String { BotanicalName.genus(of: scientificName) }
}

extension CatalogueRecord {
  /// The longest name in bytes, as in a journal.
  static let longestName = 200

  /// Throws unless a journal could store every name of the record.
  ///
  /// - Parameter place: The record's place, for the error.
  /// - Throws: ``CatalogueReadingError/badName(place:reason:)``.
  func checkNames(
    at place: @autoclosure () -> String
  ) throws(CatalogueReadingError) {
    try Self.checkName(scientificName, at: place())
    try Self.checkName(family, at: place())
    try Self.checkName(category, at: place())
    for name in commonNames { try Self.checkName(name, at: place()) }
    for name in synonyms { try Self.checkName(name, at: place()) }
  }

  /// Throws unless a journal could store a name.
  static func checkName(
    _ name: String, at place: @autoclosure () -> String
  ) throws(CatalogueReadingError) {
    guard let reason = problem(of: name) else { return }
    throw .badName(place: place(), reason: reason)
  }

  /// The problem with a name; `nil` if it is valid.
  private static func problem(of name: String) -> String? {
    guard name.utf8.count <= longestName else {
      return "is \(name.utf8.count) bytes long, and at most \(longestName) "
        + "are kept"
    }
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0: return "holds a control character"
      // Bytes that are not UTF-8 are read as this.
      case 0xfffd: return "is not UTF-8"
      default: break
      }
    }
    return nil
  }
}
