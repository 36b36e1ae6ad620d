public import SearchEngine

extension Catalogue {
  /// Reads an entry.
  public func entry(_ number: Int) throws(ImageError) -> CatalogueEntry {
    var scientificName = ""
    var commonNames: [String] = []
    var foreignNames: [CommonName] = []
    var synonyms: [String] = []
    var weight: UInt8 = 0
    for name in try tables.names(of: number) {
      let text = try tables.text(ofName: name)
      switch CatalogueNameKind(try tables.kind(ofName: name)) {
      case .scientific: scientificName = text
      case .common(.english): commonNames.append(text)
      case .common(let language):
        foreignNames.append(CommonName(text, in: language))
      case .synonym: synonyms.append(text)
      }
      weight = try tables.weight(ofName: name)
    }
    return CatalogueEntry(
      number: number, scientificName: scientificName,
      commonNames: commonNames, foreignNames: foreignNames,
      synonyms: synonyms, family: try groupName(.family, of: number),
      category: try groupName(.category, of: number),
      genus: try groupName(.genus, of: number),
      species: try storedNumber(EntryNumbers.species, of: number),
      weight: weight)
  }

  /// The entry with a scientific name, current or former; `nil` if there is
  /// none. Case and accents do not count.
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

  /// A number of an entry; `nil` if it has none of this kind.
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
    let name = try nameRange(ofGroup: number, grouping)
    return CatalogueGroup(
      number: number, name: try texts.text(in: name),
      entryCount: try groups.place(at: first + GroupNumbers.entryCount),
      firstEntry: try groups.place(at: first + GroupNumbers.firstEntry))
  }

  /// The range of a group's name in the texts.
  func nameRange(
    ofGroup number: Int, _ grouping: Grouping
  ) throws(ImageError) -> Range<Int> {
    let groups = groups(grouping)
    let first = number * GroupNumbers.count
    let start = try groups.place(at: first + GroupNumbers.textStart)
    let length = try groups.place(at: first + GroupNumbers.textLength)
    return start..<(start + length)
  }
}

/// A plant of a catalogue, read from its image.
public struct CatalogueEntry: Sendable, Hashable {
  /// The entry's number in its catalogue.
  public let number: Int
  /// The accepted scientific name.
  public let scientificName: String
  /// English names, the most usual first.
  public let commonNames: [String]
  /// Names in other languages, grouped by language, the most usual first.
  public let foreignNames: [CommonName]
  /// Former scientific names.
  public let synonyms: [String]
  /// The family; empty if it is not known.
  public let family: String
  /// The category; empty if there is none.
  public let category: String
  /// The genus.
  public let genus: String
  /// The number of the species' entry, if this is a cultivar and there is one.
  public let species: Int?
  /// The plant's familiarity, 0 to 255, which ranks matches.
  public let weight: UInt8

  /// The plant's names.
  public var names: PlantNames { names(calledFirst: nil) }

  /// The plant's names, `name` first if it is known: it precedes the English
  /// names.
  public func names(calledFirst name: String?) -> PlantNames {
    PlantNames(
      scientificName: scientificName,
      commonNames: (name.map { [$0] } ?? [])
        + commonNames.filter { $0 != name },
      genus: genus, family: family, category: category, genusCount: nil)
  }

  /// The common names, each with its language.
  public var namesByLanguage: [CommonName] {
    commonNames.map { CommonName($0, in: .english) } + foreignNames
  }

  /// The common names in some languages, in the order of the languages; if
  /// there are none, or no language is given, the English ones.
  public func commonNames(in languages: [CatalogueLanguage]) -> [String] {
    let names = namesByLanguage
    let wanted = languages.flatMap { language in
      names.filter { $0.language == language }.map(\.text)
    }
    return wanted.isEmpty ? commonNames : wanted
  }
}

/// The kind of a plant's name.
public enum CatalogueNameKind: Sendable, Hashable {
  /// The accepted scientific name, including the cultivar's.
  case scientific
  /// A common name.
  case common(CatalogueLanguage)
  /// A scientific name that is no longer accepted.
  case synonym

  /// The language of a common name.
  public var language: CatalogueLanguage? {
    if case .common(let language) = self { language } else { nil }
  }

  /// The kinds in the order of their numbers; new kinds are only added at the
  /// end.
  private static let numbered: [CatalogueNameKind] =
    [.scientific, .common(.english), .synonym]
    + [.german, .french, .spanish, .italian, .dutch, .polish].map {
      .common($0)
    }

  /// The kinds that a search in some languages ignores, each as the bit of its
  /// number: common names of other languages except English. Without languages,
  /// none.
  public static func passedOver(
    for languages: [CatalogueLanguage]
  ) -> UInt16 {
    guard !languages.isEmpty else { return 0 }
    var bits: UInt16 = 0
    for (number, kind) in numbered.enumerated() {
      guard let language = kind.language, language != .english,
        !languages.contains(language)
      else { continue }
      bits |= 1 << UInt16(number)
    }
    return bits
  }

  /// The kind in the search engine's form. The usual name of a plant precedes
  /// its others; former names and names in other languages than English follow.
  ///
  /// - Parameter place: Its place among the plant's names of this kind.
  /// - Returns: The kind, with its rank.
  func nameKind(at place: Int) -> NameKind {
    let rank: UInt8 =
      switch self {
      case .scientific: 0
      case .common(.english): place == 0 ? 0 : 1
      case .synonym: 2
      case .common: 3
      }
    let number = Self.numbered.firstIndex(of: self) ?? 1
    return NameKind(
      number: UInt8(number), rank: rank, isBotanical: language == nil)
  }

  /// The kind in an image; if it is unknown, an English name.
  init(_ kind: NameKind) {
    let number = Int(kind.number)
    self =
      Self.numbered.indices.contains(number)
      ? Self.numbered[number] : .common(.english)
  }
}
