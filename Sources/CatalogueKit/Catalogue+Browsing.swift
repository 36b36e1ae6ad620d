public import SearchEngine

extension Catalogue {
  /// The properties by which entries are grouped.
  public enum Grouping: Int, Sendable, CaseIterable {
    // The raw value is the place of the group's number in an entry.
    case family = 0
    case category = 1
    case genus = 2
  }

  /// Returns the groups by name.
  public func groups(
    by grouping: Grouping
  ) throws(ImageError) -> [CatalogueGroup] {
    var found: [CatalogueGroup] = []
    for number in 0..<(groups(grouping).count / GroupNumbers.count) {
      found.append(try group(number, by: grouping))
    }
    return found.sorted { $0.name < $1.name }
  }

  /// The group with this name, in upper or lower case; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for *n* groups; only those with the same first letter
  ///   are folded and compared.
  public func group(
    called name: String, by grouping: Grouping
  ) throws(ImageError) -> CatalogueGroup? {
    let folded = FoldedText(name).bytes
    guard let first = folded.first else { return nil }
    for number in 0..<(groups(grouping).count / GroupNumbers.count) {
      let text = try texts.bytes(in: nameRange(ofGroup: number, grouping))
      guard !text.isEmpty else { continue }
      let begin = FoldedText.firstByte(
        ofTextWith: text.unsafeLoad(fromByteOffset: 0, as: UInt8.self))
      guard begin == nil || begin == first else { continue }
      let group = try group(number, by: grouping)
      if FoldedText(group.name).bytes == folded { return group }
    }
    return nil
  }

  /// The numbers of a group's entries, ordered by scientific name.
  ///
  /// - Complexity: O(*n*) for *n* entries in all.
  public func entries(
    in group: CatalogueGroup, by grouping: Grouping
  ) throws(ImageError) -> [Int] {
    var found: [Int] = []
    for entry in group.firstEntry..<max(count, group.firstEntry)
    where try groupNumber(grouping, of: entry) == group.number {
      found.append(entry)
    }
    return found
  }

  /// The numbers of the other entries of an entry's genus, the best known
  /// first.
  public func relatives(of entry: Int) throws(ImageError) -> [Int] {
    guard let genus = try groupNumber(.genus, of: entry) else { return [] }
    return try entries(ofGenus: genus).filter { $0 != entry }
  }

  /// The initial letters of entries, as groups.
  public func letters() throws(ImageError) -> [CatalogueGroup] {
    var counts: [Character: Int] = [:]
    for entry in 0..<count {
      counts[try firstLetter(of: entry), default: 0] += 1
    }
    return counts.sorted { $0.key < $1.key }.map { letter, count in
      CatalogueGroup(
        number: 0, name: String(letter), entryCount: count, firstEntry: 0)
    }
  }

  /// The numbers of the entries with an initial letter.
  public func entries(
    underLetter letter: Character
  ) throws(ImageError) -> [Int] {
    var found: [Int] = []
    for entry in 0..<count where try firstLetter(of: entry) == letter {
      found.append(entry)
    }
    return found
  }

  /// The initial letter of an entry in a list: that of its folded scientific
  /// name, in upper case.
  func firstLetter(of entry: Int) throws(ImageError) -> Character {
    let folded = FoldedText(try scientificName(of: entry))
    guard let first = folded.bytes.first, first < 0x80 else { return "#" }
    return Character(Unicode.Scalar(first & 0xdf))
  }

  /// The numbers of a genus' entries, the best known first.
  func entries(ofGenus genus: Int) throws(ImageError) -> [Int] {
    let group = try group(genus, by: .genus)
    let end = min(group.firstEntry + group.entryCount, count)
    guard group.firstEntry <= end else { throw .damaged }
    var weighed: [(weight: UInt8, entry: Int)] = []
    for entry in group.firstEntry..<end {
      let name = try tables.names(of: entry).lowerBound
      weighed.append((try tables.weight(ofName: name), entry))
    }
    return weighed.sorted {
      ($1.weight, $0.entry) < ($0.weight, $1.entry)
    }.map(\.entry)
  }
}

/// A family, a category or a genus of a catalogue.
public struct CatalogueGroup: Sendable, Hashable {
  let number: Int
  /// The group's name.
  public let name: String
  /// The number of entries in the group.
  public let entryCount: Int
  /// The first entry in the group.
  let firstEntry: Int
}

/// The names of a plant, or of an unspecified plant of a genus.
public struct PlantNames: Sendable {
  /// The scientific name; for a genus, its name.
  public let scientificName: String
  /// Common names, the most usual first.
  public let commonNames: [String]
  /// The genus.
  public let genus: String
  /// The family; empty if it is not known.
  public let family: String
  /// The category; empty if there is none, or if a genus has plants of several.
  public let category: String
  /// The number of plants of the genus, if only a genus is known.
  public let genusCount: Int?

  /// The names of an unlisted plant that belongs to the plant or genus with
  /// these names.
  public func ofMember(called name: String) -> PlantNames {
    PlantNames(
      scientificName: name, commonNames: [], genus: genus, family: family,
      category: category, genusCount: nil)
  }
}

extension Catalogue {
  /// The genus of a name, in upper or lower case; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) for *n* genera and the plants of one.
  public func genus(
    named name: String
  ) throws(ImageError) -> PlantNames? {
    guard let group = try group(called: name, by: .genus) else { return nil }
    var families: Set<String> = []
    var categories: Set<String> = []
    for number in try entries(ofGenus: group.number) {
      let entry = try entry(number)
      families.insert(entry.family)
      categories.insert(entry.category)
    }
    return PlantNames(
      scientificName: group.name, commonNames: [], genus: group.name,
      family: Self.only(families), category: Self.only(categories),
      genusCount: group.entryCount)
  }

  /// The scientific names of a genus' plants, without their cultivars.
  public func speciesNames(
    ofGenus name: String
  ) throws(ImageError) -> [String] {
    guard let group = try groups(by: .genus).first(where: { $0.name == name })
    else { return [] }
    var names: Set<String> = []
    for number in try entries(ofGenus: group.number) {
      names.insert(BotanicalName.binomial(of: try scientificName(of: number)))
    }
    return names.sorted()
  }

  private static func only(_ names: Set<String>) -> String {
    names.count == 1 ? names.first ?? "" : ""
  }
}

/// The pictures of categories, named like those of rooms.
public enum CategoryIcon {
  private static let names = [
    "air plant": "wind", "bromeliad": "rosette", "cactus": "cactus",
    "fern": "fern", "flowering houseplant": "flower", "herb": "herb",
    "orchid": "orchid", "palm": "palm", "succulent": "succulent",
    "trailing/climbing": "vine", "tropical foliage": "leaf",
  ]

  /// The name of a category's picture, in any case; `nil` if it has none.
  /// Families and genera have none.
  public static func name(of category: String) -> String? {
    names[category.lowercased()]
  }
}
