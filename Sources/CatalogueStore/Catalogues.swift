public import CatalogueKit
public import JournalCare
internal import LMDBKit
internal import POSIXKit
public import SearchEngine

/// The bundled catalogue and the imported one, if any, searched together.
public struct Catalogues {
  /// The imported catalogue, which need not exist.
  public let imported: ImportedCatalogue
  private let passOver: (any Error) -> Void

  /// Creates an interface to the catalogues of a journal's home.
  ///
  /// - Parameters:
  ///   - home: The journal's home.
  ///   - passOver: Receives the reason if the imported catalogue cannot be
  ///     read. The answer then comes from the bundled catalogue alone.
  public init(home: String, passingOver passOver: @escaping (any Error) -> Void)
  {
    imported = ImportedCatalogue(home: home)
    self.passOver = passOver
  }

  private func readImported<R>(
    _ body: (borrowing Catalogue) throws -> R
  ) throws -> R? {
    do {
      return try imported.read(body)
    } catch
      where error is ImageError || error is LMDBError
      || error is FileSystemError
    {
      passOver(error)
      return nil
    }
  }

  /// Searches both: the better matches first, those of the bundled catalogue
  /// first among equals, and each plant once.
  ///
  /// - Parameters:
  ///   - text: The text to look for.
  ///   - languages: The languages of the common names that count; empty for
  ///     all. English always counts.
  ///   - limit: The number of plants to return; `nil` for all.
  /// - Returns: The plants, and the number of all matches.
  /// - Throws: `SearchQueryError`.
  public func search(
    _ text: String, in languages: [CatalogueLanguage] = [], limit: Int?
  ) throws -> (plants: [FoundPlant], total: Int) {
    let query = try SearchQuery(text)
    var search = Search()
    var (matches, total) = try BundledCatalogue.catalogue().matches(
      for: query, in: languages, using: &search, limit: limit)
    var plants = matches.map { FoundPlant(match: $0, isImported: false) }
    let imported = try readImported { catalogue in
      try catalogue.matches(
        for: query, in: languages, using: &search, limit: limit)
    }
    guard let imported else { return (plants, total) }
    (matches, total) = (imported.matches, total + imported.total)
    let known = Set(plants.map(\.entry.scientificName))
    for match in matches {
      if known.contains(match.entry.scientificName) {
        total -= 1
      } else {
        plants.append(FoundPlant(match: match, isImported: true))
      }
    }
    plants = Self.ordered(plants)
    return (limit.map { Array(plants.prefix($0)) } ?? plants, total)
  }

  // Both lists are in order already, and equal matches must keep theirs.
  private static func ordered(_ plants: [FoundPlant]) -> [FoundPlant] {
    plants.enumerated().sorted { left, right in
      let (first, second) = (left.element.match, right.element.match)
      return (first.level.rawValue, UInt8(clamping: first.edits), left.offset)
        < (second.level.rawValue, UInt8(clamping: second.edits), right.offset)
    }.map(\.element)
  }

  /// The genus of a name, in upper or lower case; `nil` if neither has it.
  func genus(named name: String) throws -> PlantNames? {
    try BundledCatalogue.catalogue().genus(named: name)
      ?? readImported { try $0.genus(named: name) } ?? nil
  }

  /// Returns the page of the plant that a name means: the plant with exactly
  /// this name, else the only one that matches.
  ///
  /// - Throws: ``CatalogueNameError`` if it means none, or several.
  public func page(
    of name: String, in languages: [CatalogueLanguage] = []
  ) throws -> SpeciesPage {
    let (plants, total) = try search(name, in: languages, limit: 5)
    guard let plant = plants.first else {
      throw CatalogueNameError.unknown(name)
    }
    let namesakes = Self.namesakes(among: plants)
    guard namesakes.isEmpty, plant.match.level == .exact || total == 1 else {
      throw CatalogueNameError.ambiguous(
        name,
        candidates: namesakes.isEmpty
          ? plants.map(\.entry.scientificName) : namesakes)
    }
    let relatives =
      plant.isImported
      ? try readImported { try $0.relatives(ofEntry: plant.entry.number) }
      : try BundledCatalogue.catalogue().relatives(
        ofEntry: plant.entry.number)
    return SpeciesPage(
      plant: plant, profile: try plant.careProfile(),
      relatives: relatives ?? [])
  }
}

extension Catalogue {
  fileprivate func entries(
    inGroupNamed name: String
  ) throws -> (title: String, entries: [Int]) {
    let groupings = [Grouping.category, .family, .genus]
    for grouping in groupings {
      if let group = try group(called: name, by: grouping) {
        return (group.name, try entries(in: group, by: grouping))
      }
    }
    if name.count == 1, let letter = name.uppercased().first {
      return (String(letter), try entries(underLetter: letter))
    }
    let names = try groupings.flatMap { try groups(by: $0).map(\.name) }
    throw CatalogueNameError.noGroup(
      name, nearest: Suggestion.nearest(to: name, among: names).first)
  }

  /// The scientific names of the best known plants of an entry's genus.
  fileprivate func relatives(ofEntry number: Int) throws -> [String] {
    try relatives(of: number).prefix(8).map { try scientificName(of: $0) }
  }
}

/// A plant that was found in one of the two catalogues.
public struct FoundPlant: Sendable {
  /// The match that found it.
  public let match: CatalogueMatch
  /// A Boolean value that indicates whether it is from the imported catalogue.
  public let isImported: Bool

  /// The plant.
  public var entry: CatalogueEntry { match.entry }

  /// The plant's names; a name typed in a language other than English comes
  /// first, as its keeper knows it by that.
  var names: PlantNames {
    let language = match.kind.language
    return entry.names(
      calledFirst: language ?? .english == .english ? nil : match.name)
  }

  /// The nearest care profile; `nil` if there is none.
  func careProfile() throws -> CareProfile? {
    let bundled = try BundledCatalogue.catalogue()
    return isImported
      ? try bundled.careProfile(
        genus: entry.genus, family: entry.family, category: entry.category)
      : try bundled.careProfile(of: entry.number)
  }
}

/// The catalogues' information about a plant.
public struct SpeciesPage: Sendable {
  /// The plant.
  public let plant: FoundPlant
  /// The care it needs; `nil` if nothing is known.
  public let profile: CareProfile?
  /// The scientific names of the best known plants of its genus.
  public let relatives: [String]
}

/// A catalogue in numbers.
public struct CatalogueSummary: Sendable {
  /// The number of plants.
  public let plants: Int
  /// The number of names.
  public let names: Int
  /// The size of the image in bytes.
  public let bytes: Int

  init(_ catalogue: borrowing Catalogue) {
    plants = catalogue.count
    names = catalogue.nameCount
    bytes = catalogue.byteCount
  }
}

/// The grouping of the plants of the bundled catalogue.
public enum BrowseGrouping: String, CaseIterable, Sendable {
  case category
  case family
  case genus
  case letter
}

/// The conditions for browsing plants of the bundled catalogue.
public struct BrowseQuery: Sendable {
  /// The category, family, genus or letter, in any case; `nil` for all.
  public var group: String?
  /// The eaters to whom the plants are known not to be poisonous.
  public var safeFor: [CareProfile.Toxicity.Eater] = []
  /// The light that the plants need; empty for any.
  public var light: [LightClass] = []
  /// A text in the plants' names; `nil` for anything.
  public var text: String?
  /// The languages of the names; empty for all.
  public var languages: [CatalogueLanguage] = []
  /// The number of plants to return; `nil` for all.
  public var limit: Int?

  /// Creates a query for all plants.
  public init() {}

  /// A Boolean value that indicates whether it selects only some plants.
  public var isNarrowed: Bool {
    group != nil || !safeFor.isEmpty || !light.isEmpty || text != nil
  }

  /// Returns whether a plant with this care fits. A plant that is not known to
  /// be safe, or whose light is not known, does not.
  fileprivate func admits(_ profile: CareProfile?) -> Bool {
    safeFor.allSatisfy { profile?.isHarmful(to: $0) == false }
      && (light.isEmpty
        || profile.map { light.contains(LightClass(level: $0.light)) }
          ?? false)
  }
}

/// A plant in the result, and its care.
public struct BrowsedPlant: Sendable {
  /// The plant.
  public let entry: CatalogueEntry
  /// The nearest care profile; `nil` if there is none.
  public let profile: CareProfile?
}

extension BundledCatalogue {
  /// Returns the groups with the number of plants of each, and the number of all
  /// plants.
  public static func groups(
    by grouping: BrowseGrouping
  ) throws -> (groups: [CatalogueGroup], total: Int) {
    let catalogue = try catalogue()
    let groups =
      switch grouping {
      case .category: try catalogue.groups(by: .category)
      case .family: try catalogue.groups(by: .family)
      case .genus: try catalogue.groups(by: .genus)
      case .letter: try catalogue.letters()
      }
    return (groups, catalogue.count)
  }

  /// The plants that a query selects, by scientific name or, if the query has a
  /// text, the best match first.
  ///
  /// - Returns: The name of the group, if any, the plants, and the number of
  ///   all matches.
  /// - Throws: ``CatalogueNameError/noGroup(_:nearest:)``, and
  ///   `SearchQueryError` if the text is too long.
  public static func plants(
    _ query: BrowseQuery
  ) throws -> (group: String?, plants: [BrowsedPlant], total: Int) {
    let catalogue = try catalogue()
    let group = try query.group.map {
      try catalogue.entries(inGroupNamed: $0)
    }
    var numbers = group?.entries ?? Array(0..<catalogue.count)
    if let text = query.text {
      let members = Set(numbers)
      var search = Search()
      let found = try search.matches(
        for: SearchQuery(text), in: catalogue.tables,
        passingOver: CatalogueNameKind.passedOver(for: query.languages),
        limit: nil)
      let best = found.matches.filter { members.contains($0.document) }
      // A near spelling counts only if nothing else has the words.
      let typed = best.filter { $0.level != .fuzzy }
      numbers = (typed.isEmpty ? best : typed).map(\.document)
    }
    var plants: [BrowsedPlant] = []
    var total = 0
    let readsAll = !query.safeFor.isEmpty || !query.light.isEmpty
    for number in numbers {
      let isShown = plants.count < query.limit ?? .max
      guard isShown || readsAll else {
        total += 1
        continue
      }
      let profile = try catalogue.careProfile(of: number)
      guard query.admits(profile) else { continue }
      total += 1
      guard isShown else { continue }
      plants.append(
        BrowsedPlant(entry: try catalogue.entry(number), profile: profile))
    }
    return (group?.title, plants, total)
  }

  /// Returns the catalogue in numbers.
  public static func summary() throws(ImageError) -> CatalogueSummary {
    CatalogueSummary(try catalogue())
  }
}

extension ImportedCatalogue {
  /// Returns the catalogue in numbers after verifying its checksum; `nil` if
  /// none was imported.
  public func checkedSummary() throws -> CatalogueSummary? {
    try read { catalogue in
      try catalogue.checkSum()
      return CatalogueSummary(catalogue)
    }
  }
}
