public import CatalogueKit
internal import SearchEngine

/// What the catalogues make of a name that somebody typed.
public enum NameReading {
  /// One plant, or one genus.
  case found(Found)
  /// Several could be meant; the scientific names of some.
  case unclear(nearest: [String])
  /// Nothing comes near.
  case unknown

  /// How sure it is that this is meant.
  public enum Certainty: Comparable, Sendable {
    /// It is the scientific name, or that of the genus.
    case certain
    /// It is another name, or some words of one.
    case likely
    /// It is a typing error away from this name, and from no other so near.
    case near
    /// It is the best of several that come near.
    case guess
  }

  /// What a name leads to.
  public struct Found {
    /// What it is called.
    public let names: PlantNames
    /// How sure it is that this is meant.
    public let certainty: Certainty
    /// Scientific names that come near to what was typed.
    public var nearest: [String] = []
    private let plant: FoundPlant?

    init(
      _ plant: FoundPlant, _ certainty: Certainty, nearest: [String] = []
    ) {
      self.plant = plant
      self.certainty = certainty
      self.nearest = nearest
      names = plant.entry.names
    }

    init(_ genus: PlantNames, _ certainty: Certainty) {
      plant = nil
      self.certainty = certainty
      names = genus
    }

    /// The care profile that is nearest to it; `nil` where there is none.
    public func careProfile() throws -> CareProfile? {
      guard let plant else {
        return try BundledCatalogue.catalogue().careProfile(
          genus: names.genus, family: names.family, category: names.category)
      }
      return try plant.careProfile()
    }
  }
}

extension Catalogues {
  /// What the catalogues make of a name.
  ///
  /// A genus alone, "sp." behind it or not, means the genus, even where some
  /// plant of it is commonly called so: which plant it is, nobody said.
  public func reading(of name: String) throws -> NameReading {
    let undetermined = BotanicalName.genus(ofUndetermined: name)
    let wanted = undetermined ?? name
    if let genus = try genus(named: wanted) {
      return .found(.init(genus, .certain))
    }
    // A name too long to be looked for is no plant's.
    guard (try? SearchQuery(wanted)) != nil else { return .unknown }
    let plants = try search(wanted, limit: Self.mostRead).plants
    guard let best = plants.first else { return .unknown }
    let nearest = plants.prefix(Self.mostNamed).map(\.entry.scientificName)
    guard best.match.level == .fuzzy else {
      guard undetermined == nil, let found = Self.plantMeant(among: plants)
      else { return .unclear(nearest: nearest) }
      return .found(found)
    }
    if let genus = try nearGenus(to: wanted) {
      return .found(.init(genus, .near))
    }
    guard undetermined == nil else { return .unclear(nearest: nearest) }
    let near = Self.nearPlant(to: name, among: plants)
    return .found(
      .init(near ?? best, near == nil ? .guess : .near, nearest: nearest))
  }

  private static let mostRead = 50
  private static let mostNamed = 3

  /// The plant that is called so; else the best known of those that have the
  /// name's words, where all are of one genus, as with "swiss cheese" and not
  /// with "fern".
  private static func plantMeant(
    among plants: [FoundPlant]
  ) -> NameReading.Found? {
    guard let best = plants.first else { return nil }
    if best.match.level == .exact {
      return .init(best, best.match.kind == .scientific ? .certain : .likely)
    }
    let typed = plants.filter { $0.match.level != .fuzzy }
    let isOneGenus = typed.allSatisfy { $0.entry.genus == best.entry.genus }
    return isOneGenus ? .init(best, .likely) : nil
  }

  /// The only genus whose name is a typing error or two away from a single
  /// word.
  private func nearGenus(to name: String) throws -> PlantNames? {
    let words = MistypedWords(name)
    guard words.count == 1 else { return nil }
    let catalogue = try BundledCatalogue.catalogue()
    let names = try catalogue.groups(by: .genus).map(\.name)
    let near = Suggestion.nearest(to: name, among: names, atMost: 2)
      .filter(words.areNear)
    return near.count == 1 ? try catalogue.genus(named: near[0]) : nil
  }

  /// The only plant of whose names one, as a whole, is typing errors away.
  private static func nearPlant(
    to name: String, among plants: [FoundPlant]
  ) -> FoundPlant? {
    let words = MistypedWords(name)
    let near = plants.filter { words.areNear($0.match.name) }
    guard let first = near.first else { return nil }
    // The best come first, so those with as few errors follow.
    let equals = near.prefix { $0.match.edits == first.match.edits }
    return equals.count == 1 ? first : nil
  }
}

/// The words of a mistyped name.
private struct MistypedWords {
  private let words: [String]

  init(_ name: String) {
    let folded = FoldedText(name)
    words = folded.words.map {
      String(decoding: folded.bytes(of: $0), as: UTF8.self)
    }
  }

  var count: Int { words.count }

  /// Whether another name has as many words, and each comes as near as a word
  /// of its length must to be meant.
  func areNear(_ name: String) -> Bool {
    let others = MistypedWords(name).words
    return others.count == words.count
      && zip(words, others).allSatisfy { word, other in
        let allowance = EditDistance.allowance(for: word)
        return EditDistance.between(word, other, atMost: allowance) != nil
      }
  }
}
