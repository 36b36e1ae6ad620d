public import CatalogueKit
public import JournalCare
internal import LMDBKit
internal import POSIXKit
public import SearchEngine

/// The catalogue in the program and the one that was imported, where there is
/// one, asked together.
public struct Catalogues {
  /// The one that was imported, which need not exist.
  public let imported: ImportedCatalogue
  private let passOver: (any Error) -> Void

  /// Creates what asks the catalogues of a journal's home.
  ///
  /// - Parameters:
  ///   - home: The journal's home.
  ///   - passOver: Is told why the imported catalogue cannot be read. The
  ///     answer is then made without it, as the bundled one is enough.
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
  ///   - text: What to look for.
  ///   - languages: The languages of the common names that count; empty for
  ///     all. English always does.
  ///   - limit: How many plants to return; `nil` for all.
  /// - Returns: The plants, and how many there are beyond the limit.
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

  // Both lists are in order already, and equals must keep theirs.
  private static func ordered(_ plants: [FoundPlant]) -> [FoundPlant] {
    plants.enumerated().sorted { left, right in
      let (first, second) = (left.element.match, right.element.match)
      return (first.level.rawValue, UInt8(clamping: first.edits), left.offset)
        < (second.level.rawValue, UInt8(clamping: second.edits), right.offset)
    }.map(\.element)
  }

  /// The genus of a name, in any case; `nil` where neither has it.
  func genus(named name: String) throws -> PlantNames? {
    try BundledCatalogue.catalogue().genus(named: name)
      ?? readImported { try $0.genus(named: name) } ?? nil
  }

  /// What is known of the one plant that a name means: that which is called
  /// so, else the only one that matches.
  ///
  /// - Throws: ``CatalogueNameError`` where it means none, or several.
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
  /// How it was found.
  public let match: CatalogueMatch
  /// Whether it stands in the catalogue that was imported.
  public let isImported: Bool

  /// The plant.
  public var entry: CatalogueEntry { match.entry }

  /// What it is called; where a name in another language than English was
  /// typed, that is how its keeper knows it.
  var names: PlantNames {
    let language = match.kind.language
    return entry.names(
      calledFirst: language ?? .english == .english ? nil : match.name)
  }

  /// The care profile that is nearest to it; `nil` where there is none.
  func careProfile() throws -> CareProfile? {
    let bundled = try BundledCatalogue.catalogue()
    return isImported
      ? try bundled.careProfile(
        genus: entry.genus, family: entry.family, category: entry.category)
      : try bundled.careProfile(of: entry.number)
  }
}

/// What the catalogues know of a plant.
public struct SpeciesPage: Sendable {
  /// The plant.
  public let plant: FoundPlant
  /// What care it wants; `nil` where nothing is known.
  public let profile: CareProfile?
  /// The scientific names of the best known of its genus.
  public let relatives: [String]
}

/// A catalogue in numbers.
public struct CatalogueSummary: Sendable {
  /// How many plants it has.
  public let plants: Int
  /// How many names they have.
  public let names: Int
  /// How large its image is.
  public let bytes: Int

  init(_ catalogue: borrowing Catalogue) {
    plants = catalogue.count
    names = catalogue.nameCount
    bytes = catalogue.byteCount
  }
}

/// Which plants of the bundled catalogue somebody looks through.
public struct BrowseQuery: Sendable {
  /// The category, family, genus or letter, in any case; `nil` for all.
  public var group: String?
  /// Those to whom the plants are known not to be poisonous.
  public var safeFor: [CareProfile.Toxicity.Eater] = []
  /// The light that the plants want; empty for any.
  public var light: [LightClass] = []
  /// What the plants are called; `nil` for anything.
  public var text: String?
  /// The languages in which they are; empty for all.
  public var languages: [CatalogueLanguage] = []
  /// How many plants are returned; `nil` for all.
  public var limit: Int?

  /// Creates a query for all plants.
  public init() {}

  /// Whether it asks for some plants only.
  public var isNarrowed: Bool {
    group != nil || !safeFor.isEmpty || !light.isEmpty || text != nil
  }

  /// Whether a plant of such care is wanted. What is not known to be safe is
  /// not, nor what wants light that is not known.
  fileprivate func admits(_ profile: CareProfile?) -> Bool {
    safeFor.allSatisfy { profile?.isHarmful(to: $0) == false }
      && (light.isEmpty
        || profile.map { light.contains(LightClass(level: $0.light)) }
          ?? false)
  }
}

/// A plant that was looked through, and its care.
public struct BrowsedPlant: Sendable {
  /// The plant.
  public let entry: CatalogueEntry
  /// The care profile that is nearest to it; `nil` where there is none.
  public let profile: CareProfile?
}

extension BundledCatalogue {
  /// The plants that a query asks for, by scientific name, or where it asks
  /// for names the best match first.
  ///
  /// - Returns: The name of the group, if any, the plants, and how many there
  ///   are beyond the limit.
  /// - Throws: ``CatalogueNameError/noGroup(_:nearest:)``, and
  ///   `SearchQueryError` where the text is too long.
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
      // A near spelling counts where nothing else has the words.
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

  /// What it holds.
  public static func summary() throws(ImageError) -> CatalogueSummary {
    CatalogueSummary(try catalogue())
  }
}

extension ImportedCatalogue {
  /// What it holds, once its sum is checked; `nil` where none was imported.
  public func checkedSummary() throws -> CatalogueSummary? {
    try read { catalogue in
      try catalogue.checkSum()
      return CatalogueSummary(catalogue)
    }
  }
}
