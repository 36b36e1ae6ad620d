internal import Catalogue
internal import CatalogueStore
internal import JournalQueries
internal import SearchEngine
internal import TerminalKit

/// What the catalogue makes of a name that somebody typed.
enum CatalogueReading {
  /// One plant, or one genus.
  case found(Found)
  /// Several could be meant; the scientific names of some.
  case unclear(nearest: [String])
  /// Nothing comes near.
  case unknown

  /// How sure it is that this is meant.
  enum Certainty: Comparable {
    /// It is the scientific name, or that of the genus.
    case certain
    /// It is another name, or some words of one.
    case likely
    /// It is a slip away from this name, and from no other so near.
    case near
    /// It is the best of several that come near.
    case guess
  }

  /// What a name leads to.
  struct Found {
    enum Subject {
      case plant(FoundPlant)
      case genus(CatalogueGenus)
    }

    let subject: Subject
    let certainty: Certainty
    /// Scientific names that come near to what was typed.
    var nearest: [String] = []

    /// What it is called.
    var names: CatalogueNames {
      switch subject {
      case .plant(let plant): CatalogueNames(plant.entry)
      case .genus(let genus): CatalogueNames(genus)
      }
    }
  }
}

extension CommandContext {
  /// What the catalogue makes of a name.
  ///
  /// A genus alone, "sp." behind it or not, means the genus, even where some
  /// plant of it is commonly called so: which plant it is, nobody said.
  func catalogueReading(of name: String) throws -> CatalogueReading {
    let undetermined = BotanicalName.genus(ofUndetermined: name)
    let wanted = undetermined ?? name
    if let genus = try genus(named: wanted) {
      return .found(.init(subject: .genus(genus), certainty: .certain))
    }
    let plants: [FoundPlant]
    do {
      plants = try search(wanted, limit: Self.mostRead).plants
    } catch is SearchQueryError {
      // A name too long to be looked for is no plant's.
      return .unknown
    }
    guard let best = plants.first else { return .unknown }
    let nearest = Self.scientificNames(of: plants)
    guard best.match.level == .fuzzy else {
      guard undetermined == nil, let found = Self.plantMeant(among: plants)
      else { return .unclear(nearest: nearest) }
      return .found(found)
    }
    if let genus = try nearGenus(to: wanted) {
      return .found(.init(subject: .genus(genus), certainty: .near))
    }
    guard undetermined == nil else { return .unclear(nearest: nearest) }
    let near = Self.nearPlant(to: name, among: plants)
    return .found(
      .init(
        subject: .plant(near ?? best), certainty: near == nil ? .guess : .near,
        nearest: nearest))
  }

  private static let mostRead = 50
  private static let mostNamed = 3

  private static func scientificNames(of plants: [FoundPlant]) -> [String] {
    plants.prefix(mostNamed).map(\.entry.scientificName)
  }

  /// The genus of a name in either catalogue.
  private func genus(named name: String) throws -> CatalogueGenus? {
    if let genus = try BundledCatalogue.catalogue().genus(named: name) {
      return genus
    }
    return try readImportedCatalogue { try $0.genus(named: name) } ?? nil
  }

  /// The plant that is called so; else the best known of those that have the
  /// name's words, where all are of one genus, as with "swiss cheese" and not
  /// with "fern".
  private static func plantMeant(
    among plants: [FoundPlant]
  ) -> CatalogueReading.Found? {
    guard let best = plants.first else { return nil }
    if best.match.level == .exact {
      let isScientific = best.match.kind == .scientific
      return .init(
        subject: .plant(best), certainty: isScientific ? .certain : .likely)
    }
    let typed = plants.filter { $0.match.level != .fuzzy }
    let isOneGenus = typed.allSatisfy { $0.entry.genus == best.entry.genus }
    return isOneGenus
      ? .init(subject: .plant(best), certainty: .likely) : nil
  }

  /// The only genus whose name is a slip or two away from a single word.
  private func nearGenus(to name: String) throws -> CatalogueGenus? {
    guard MistypedWords(name).count == 1 else { return nil }
    let catalogue = try BundledCatalogue.catalogue()
    let names = try catalogue.groups(by: .genus).map(\.name)
    let near = Suggestion.nearest(to: name, among: names, atMost: 2)
      .filter { MistypedWords(name).areNear($0) }
    return near.count == 1 ? try catalogue.genus(named: near[0]) : nil
  }

  /// The only plant of whose names one, as a whole, is slips away.
  private static func nearPlant(
    to name: String, among plants: [FoundPlant]
  ) -> FoundPlant? {
    let words = MistypedWords(name)
    let near = plants.filter { words.areNear($0.match.name) }
    guard let first = near.first else { return nil }
    // The best come first, so those with as few slips follow.
    let equals = near.prefix { $0.match.slips == first.match.slips }
    return equals.count == 1 ? first : nil
  }
}
