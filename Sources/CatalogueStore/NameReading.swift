public import CatalogueKit
internal import SearchEngine

/// The catalogues' reading of a typed name.
public enum NameReading: Sendable {
  /// A single plant or genus.
  case found(Found)
  /// Several plants are possible; the scientific names of some.
  case unclear(nearest: [String])
  /// No name is near.
  case unknown

  /// The certainty that this is meant.
  public enum Certainty: Comparable, Sendable {
    /// It is the scientific name, a former one, or that of the genus; or an
    /// unlisted name that begins with its species or genus.
    case certain
    /// It is another of its names.
    case likely
    /// It is some words of a name.
    case partial
    /// It is a typing error away from this name, and from no other so near.
    case near
    /// It is the best of several near names.
    case guess
  }

  /// The plant or genus found for a name.
  public struct Found: Sendable {
    /// The names of the plant or genus.
    public let names: PlantNames
    /// The certainty that this is meant.
    public let certainty: Certainty
    /// The species or genus that stands for an unlisted plant.
    public let standIn: String?
    /// Scientific names near the typed name.
    public let nearest: [String]
    /// The nearest care profile; `nil` if there is none.
    public let profile: CareProfile?

    init(
      _ plant: FoundPlant, _ certainty: Certainty, nearest: [String] = []
    ) throws {
      self.certainty = certainty
      self.nearest = nearest
      names = plant.names
      standIn = nil
      profile = try plant.careProfile()
    }

    init(_ genus: PlantNames, _ certainty: Certainty) throws {
      self.certainty = certainty
      nearest = []
      names = genus
      standIn = nil
      profile = try Self.profile(of: genus)
    }

    /// Reads an unlisted plant whose species or genus is known.
    init(_ name: String, of known: PlantNames, _ profile: CareProfile?) throws {
      certainty = .certain
      nearest = []
      names = known.ofMember(called: name)
      standIn = known.scientificName
      self.profile = try profile ?? Self.profile(of: known)
    }

    private static func profile(of names: PlantNames) throws -> CareProfile? {
      try BundledCatalogue.catalogue().careProfile(
        genus: names.genus, family: names.family, category: names.category)
    }
  }

  /// The scientific names of possible plants, the likeliest first.
  public var candidates: [String] {
    switch self {
    case .found(let found):
      [found.names.scientificName]
        + found.nearest.filter { $0 != found.names.scientificName }
    case .unclear(let nearest): nearest
    case .unknown: []
    }
  }
}

extension Catalogues {
  /// Returns the catalogues' reading of a name.
  ///
  /// A genus alone, with or without "sp.", means the genus, even if it is also
  /// the common name of one of its plants, as it does not say which. An
  /// unlisted cultivar or species counts as one of its species or genus.
  public func reading(of name: String) throws -> NameReading {
    let undetermined = BotanicalName.genus(ofUndetermined: name)
    let wanted = undetermined ?? name
    if let genus = try genus(named: wanted) {
      return .found(try .init(genus, .certain))
    }
    // A name too long to search for is no plant's name.
    guard (try? SearchQuery(wanted)) != nil else { return .unknown }
    let plants = try search(wanted, limit: Self.mostRead).plants
    let nearest = plants.prefix(Self.mostNamed).map(\.entry.scientificName)
    if let best = plants.first, best.match.level < .inside {
      let (found, meant) = try Self.plantMeant(among: plants)
      guard undetermined == nil, let found else {
        return .unclear(nearest: meant.isEmpty ? nearest : meant)
      }
      return .found(found)
    }
    if let genus = try nearGenus(to: wanted) {
      return .found(try .init(genus, .near))
    }
    if undetermined == nil {
      if let near = Self.nearPlant(to: name, among: plants) {
        return .found(try .init(near, .near, nearest: nearest))
      }
      if let best = plants.first {
        // Each word of the only match is near.
        return .found(
          try .init(best, plants.count == 1 ? .near : .guess, nearest: nearest))
      }
      if let known = try relative(of: name) { return known }
    }
    return nearest.isEmpty ? .unknown : .unclear(nearest: nearest)
  }

  private static let mostRead = 50
  private static let mostNamed = 5

  /// The plant with this name; otherwise the best known plant with the name's
  /// words if all such plants are of one genus, as with "swiss cheese" but not
  /// "fern". If several species have exactly this name, none is meant, and they
  /// are listed.
  private static func plantMeant(
    among plants: [FoundPlant]
  ) throws -> (found: NameReading.Found?, meant: [String]) {
    guard let best = plants.first else { return (nil, []) }
    if best.match.level == .exact {
      if best.match.kind == .scientific {
        return (try .init(best, .certain), [])
      }
      let namesakes = namesakes(among: plants)
      guard namesakes.isEmpty else { return (nil, namesakes) }
      return (
        try .init(best, best.match.kind.language == nil ? .certain : .likely),
        []
      )
    }
    let typed = plants.filter { $0.match.level < .inside }
    let isOneGenus = typed.allSatisfy { $0.entry.genus == best.entry.genus }
    return (isOneGenus ? try .init(best, .partial) : nil, [])
  }

  /// The scientific names of the plants if several species have exactly the
  /// common name `name`; otherwise empty.
  public func namesakes(of name: String) throws -> [String] {
    Self.namesakes(among: try search(name, limit: Self.mostRead).plants)
  }

  /// The same among plants found by a search, the best first.
  static func namesakes(among plants: [FoundPlant]) -> [String] {
    guard plants.first?.match.kind != .scientific else { return [] }
    let names = plants.filter { $0.match.level == .exact }
      .map(\.entry.scientificName)
    return Set(names.map(BotanicalName.binomial)).count > 1
      ? Array(names.prefix(mostNamed)) : []
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

  /// The only plant with a name that, as a whole, is only typing errors away.
  private static func nearPlant(
    to name: String, among plants: [FoundPlant]
  ) -> FoundPlant? {
    let words = MistypedWords(name)
    let near = plants.filter { words.areNear($0.match.name) }
    guard let first = near.first else { return nil }
    // The best come first, so those with equally few errors follow.
    let equals = near.prefix { $0.match.edits == first.match.edits }
    return equals.count == 1 ? first : nil
  }

  /// Returns the species or genus that begins an otherwise unknown name. If the
  /// species' short epithet may contain a typing error, the reading is unclear.
  private func relative(of name: String) throws -> NameReading? {
    let binomial = BotanicalName.binomial(of: name)
    let species = try search(binomial, limit: 1).plants.first {
      $0.match.level == .exact && $0.match.kind.language == nil
    }
    if let species {
      return .found(
        try .init(name, of: species.entry.names, species.careProfile()))
    }
    let words = name.split(whereSeparator: \.isWhitespace)
    guard words.count > 1,
      let genus = try genus(named: BotanicalName.genus(of: name))
    else { return nil }
    let catalogue = try BundledCatalogue.catalogue()
    let near = Suggestion.nearest(
      to: binomial, among: try catalogue.speciesNames(ofGenus: genus.genus),
      atMost: Self.mostNamed)
    guard let first = near.first else {
      return .found(try .init(name, of: genus, nil))
    }
    guard near.count == 1, words.count == 2,
      let plant = try search(first, limit: 1).plants.first
    else { return .unclear(nearest: near) }
    return .found(try .init(plant, .near))
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

  /// Returns whether another name has as many words, each near enough for a
  /// word of its length.
  func areNear(_ name: String) -> Bool {
    let others = MistypedWords(name).words
    return others.count == words.count
      && zip(words, others).allSatisfy { word, other in
        let allowance = EditDistance.allowance(for: word)
        return EditDistance.between(word, other, atMost: allowance) != nil
      }
  }
}
