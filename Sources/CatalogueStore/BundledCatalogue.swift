internal import CCatalogue
public import CatalogueKit
public import SearchEngine
internal import Synchronization

/// The catalogue that is part of the program.
public enum BundledCatalogue {
  /// The image, which lives as long as the program runs.
  public static var bytes: RawSpan {
    @_lifetime(immortal)
    get {
      let span = RawSpan(
        _unsafeStart: ccatalogue_image(),
        byteCount: ccatalogue_image_size())
      // The bytes are constants of the program.
      return _overrideLifetime(span, copying: ())
    }
  }

  /// The catalogue in it.
  ///
  /// - Throws: ``SearchEngine/ImageError`` if the program was built with an
  ///   invalid image.
  @_lifetime(immortal)
  public static func catalogue() throws(ImageError) -> Catalogue {
    try Catalogue(bytes)
  }

  /// Suggests plants for a name with a confidence from 0 to 1: see
  /// ``CatalogueKit/Catalogue/suggestMatches(_:confidence:using:)``.
  public static func suggestions(
    for name: String, confidence: Double
  ) throws -> CatalogueSuggestions {
    var search = Search()
    return try catalogue().suggestMatches(
      name, confidence: confidence, using: &search)
  }

  /// The categories, families and genera with this name, in upper or lower
  /// case, and the number of plants of each.
  public static func groups(
    called name: String
  ) throws -> [(grouping: Catalogue.Grouping, group: CatalogueGroup)] {
    let catalogue = try catalogue()
    var found: [(grouping: Catalogue.Grouping, group: CatalogueGroup)] = []
    for grouping in [Catalogue.Grouping.category, .family, .genus] {
      if let group = try catalogue.group(called: name, by: grouping) {
        found.append((grouping, group))
      }
    }
    return found
  }

  /// The category of a plant by its name in a journal, found like its care;
  /// `nil` if none is known.
  public static func category(
    ofPlantCalled name: String
  ) throws(ImageError) -> String? {
    let catalogue = try catalogue()
    for name in [name, BotanicalName.binomial(of: name)] {
      if let entry = try catalogue.entry(called: name) {
        return entry.category.isEmpty ? nil : entry.category
      }
    }
    let genus = try catalogue.genus(named: BotanicalName.genus(of: name))
    return genus.flatMap { $0.category.isEmpty ? nil : $0.category }
  }

  /// The care profile for a plant by its name in a journal: that of the plant
  /// with this scientific or former name, else of the species in its first two
  /// words, else of its genus; `nil` if none is known.
  ///
  /// Profiles are kept in memory, because many plants of a collection have the
  /// same, and lists ask for all of them.
  public static func careProfile(
    ofPlantCalled name: String
  ) throws(ImageError) -> CareProfile? {
    if let known = known.withLock({ $0[name] }) { return known }
    let profile = try readCareProfile(ofPlantCalled: name)
    known.withLock { known in
      if known.count >= mostKnown { known = [:] }
      known[name] = .some(profile)
    }
    return profile
  }

  /// The profiles by the names that were asked for; `nil` is known, too.
  private static let known = Mutex<[String: CareProfile?]>([:])
  private static let mostKnown = 4_096

  private static func readCareProfile(
    ofPlantCalled name: String
  ) throws(ImageError) -> CareProfile? {
    let catalogue = try catalogue()
    for name in [name, BotanicalName.binomial(of: name)] {
      if let entry = try catalogue.entry(called: name) {
        return try catalogue.careProfile(of: entry.number)
      }
    }
    guard
      let genus = try catalogue.genus(named: BotanicalName.genus(of: name))
    else { return nil }
    return try catalogue.careProfile(genus: genus.genus, family: "")
  }
}
