public import SearchEngine

extension Catalogue {
  /// Reads an entry.
  public func entry(_ number: Int) throws(ImageError) -> CatalogueEntry {
    var scientificName = ""
    var commonNames: [String] = []
    var synonyms: [String] = []
    var weight: UInt8 = 0
    for name in try tables.names(of: number) {
      let text = try tables.text(ofName: name)
      switch CatalogueNameKind(try tables.kind(ofName: name)) {
      case .scientific: scientificName = text
      case .common: commonNames.append(text)
      case .synonym: synonyms.append(text)
      }
      weight = try tables.weight(ofName: name)
    }
    return CatalogueEntry(
      number: number, scientificName: scientificName,
      commonNames: commonNames, synonyms: synonyms,
      family: try groupName(.family, of: number),
      category: try groupName(.category, of: number),
      genus: try groupName(.genus, of: number),
      species: try storedNumber(EntryNumbers.species, of: number),
      weight: weight)
  }

  /// The entry of a scientific name, former ones included; `nil` where there
  /// is none. Case and accents do not count.
  ///
  /// - Complexity: O(log *n*) for *n* names.
  public func entry(
    called name: String
  ) throws(ImageError) -> CatalogueEntry? {
    var former: Int?
    for (number, document) in try tables.names(equalTo: FoldedText(name)) {
      switch CatalogueNameKind(try tables.kind(ofName: number)) {
      case .scientific: return try entry(document)
      case .synonym: former = former ?? document
      case .common: break
      }
    }
    return try former.map { number throws(ImageError) in try entry(number) }
  }

  /// An entry's scientific name.
  public func scientificName(of entry: Int) throws(ImageError) -> String {
    try tables.text(ofName: tables.names(of: entry).lowerBound)
  }

  /// One of an entry's numbers; `nil` where it has none.
  func storedNumber(
    _ which: Int, of entry: Int
  ) throws(ImageError) -> Int? {
    let stored = try entries.place(at: entry * EntryNumbers.count + which)
    return stored == 0 ? nil : stored - 1
  }

  /// The number of the group that an entry belongs to.
  func groupNumber(
    _ grouping: Grouping, of entry: Int
  ) throws(ImageError) -> Int? {
    try storedNumber(grouping.rawValue, of: entry)
  }

  private func groupName(
    _ grouping: Grouping, of entry: Int
  ) throws(ImageError) -> String {
    guard let number = try groupNumber(grouping, of: entry) else { return "" }
    return try group(number, by: grouping).name
  }

  func group(
    _ number: Int, by grouping: Grouping
  ) throws(ImageError) -> CatalogueGroup {
    let groups = groups(grouping)
    let first = number * GroupNumbers.count
    let start = try groups.place(at: first + GroupNumbers.textStart)
    let length = try groups.place(at: first + GroupNumbers.textLength)
    return CatalogueGroup(
      number: number, name: try texts.text(in: start..<(start + length)),
      entryCount: try groups.place(at: first + GroupNumbers.entryCount),
      firstEntry: try groups.place(at: first + GroupNumbers.firstEntry))
  }
}

/// One plant of a catalogue, read from its image.
public struct CatalogueEntry: Sendable, Hashable {
  /// Its number in its catalogue.
  public let number: Int
  /// The accepted scientific name.
  public let scientificName: String
  /// Common names, the most usual first.
  public let commonNames: [String]
  /// Scientific names that it was known by.
  public let synonyms: [String]
  /// The family; empty where it is not known.
  public let family: String
  /// The category; empty where there is none.
  public let category: String
  /// The genus.
  public let genus: String
  /// For a cultivar, the number of its species' entry, if there is one.
  public let species: Int?
  /// How well known it is, 0 to 255.
  public let weight: UInt8

  /// What it is called.
  public var names: PlantNames {
    PlantNames(
      scientificName: scientificName, commonNames: commonNames, genus: genus,
      family: family, category: category, genusCount: nil)
  }
}

/// What kind of name of a plant a name is.
public enum CatalogueNameKind: UInt8, Sendable, Hashable, CaseIterable {
  /// The accepted scientific name, with the cultivar's.
  case scientific
  /// A common name.
  case common
  /// A scientific name that is no longer accepted.
  case synonym

  /// The kind as the search engine keeps it. The name by which a plant is
  /// usually called comes before its others, and former names come last.
  ///
  /// - Parameter place: Its place among the plant's names of that kind.
  /// - Returns: The kind, with its rank.
  func nameKind(at place: Int) -> NameKind {
    let rank: UInt8 =
      switch self {
      case .scientific: 0
      case .common: place == 0 ? 0 : 1
      case .synonym: 2
      }
    return NameKind(
      number: rawValue, rank: rank, isBotanical: self != .common)
  }

  /// The kind that an image names; a common name where it is none.
  init(_ kind: NameKind) {
    self = Self(rawValue: kind.number) ?? .common
  }
}
