internal import SearchEngine

/// The columns of a catalogue while they are filled, entry by entry.
struct CatalogueLayout {
  private var tables = SearchTablesBuilder()
  private var entries: [UInt32] = []
  private var families = GroupLayout()
  private var categories = GroupLayout()
  private var genera = GroupLayout()
  private var places: [String: Int] = [:]

  /// Adds an entry. A species precedes its cultivars, as their names begin with
  /// its name.
  mutating func add(_ record: CatalogueRecord, profile: Int?) {
    let entry = tables.beginDocument(weight: record.weight)
    addNames(of: record)
    places[record.scientificName] = entry
    let species = BotanicalName.species(ofCultivar: record.scientificName)
      .flatMap { places[$0] }
    entries += [
      families.add(record.family, entry: entry),
      categories.add(record.category, entry: entry),
      genera.add(record.genus, entry: entry),
      Self.stored(species), Self.stored(profile),
    ]
  }

  private mutating func addNames(of record: CatalogueRecord) {
    var known: Set<String> = []
    var names = [
      (CatalogueNameKind.scientific, [record.scientificName]),
      (.common(.english), record.commonNames), (.synonym, record.synonyms),
    ]
    for language in CatalogueLanguage.allCases where language != .english {
      let foreign = record.foreignNames.filter { $0.language == language }
      names.append((.common(language), foreign.map(\.text)))
    }
    for (kind, texts) in names {
      // Several languages may have the same name.
      if kind.language ?? .english != .english { known = [] }
      for (place, text) in texts.enumerated()
      where known.insert(text).inserted {
        tables.addName(text, kind: kind.nameKind(at: place))
      }
    }
  }

  static func stored(_ number: Int?) -> UInt32 {
    number.map { UInt32($0) + 1 } ?? 0
  }

  /// The finished image.
  func image(profiles: CareProfileList) -> [UInt8] {
    var image = ImageWriter(version: Catalogue.version)
    tables.write(to: &image)
    var texts: [UInt8] = []
    image.add(CatalogueSection.entries, entries)
    image.add(
      CatalogueSection.families,
      families.numbers(profiles.families, &texts))
    image.add(
      CatalogueSection.categories,
      categories.numbers(profiles.categories, &texts))
    image.add(
      CatalogueSection.genera, genera.numbers(profiles.genera, &texts))
    var starts = [UInt32(texts.count)]
    for profile in profiles.texts {
      texts += profile
      starts.append(UInt32(texts.count))
    }
    image.add(CatalogueSection.profiles, starts)
    image.add(CatalogueSection.texts, texts)
    return image.finished()
  }
}

/// Families, categories or genera while they are counted.
private struct GroupLayout {
  private var names: [String] = []
  private var counts: [UInt32] = []
  private var firstEntries: [UInt32] = []
  private var places: [String: Int] = [:]

  /// Counts an entry in the group of a name.
  ///
  /// - Returns: The group's number as an entry stores it: zero if the name is
  ///   empty.
  mutating func add(_ name: String, entry: Int) -> UInt32 {
    guard !name.isEmpty else { return 0 }
    if let place = places[name] {
      counts[place] += 1
      return UInt32(place) + 1
    }
    places[name] = names.count
    names.append(name)
    counts.append(1)
    firstEntries.append(UInt32(entry))
    return UInt32(names.count)
  }

  /// The groups' numbers; their names are added to the texts.
  func numbers(
    _ profiles: [String: Int], _ texts: inout [UInt8]
  ) -> [UInt32] {
    var numbers: [UInt32] = []
    for (index, name) in names.enumerated() {
      numbers += [
        UInt32(texts.count), UInt32(name.utf8.count), counts[index],
        firstEntries[index], CatalogueLayout.stored(profiles[name]),
      ]
      texts += name.utf8
    }
    return numbers
  }
}

/// The sections that a catalogue's image has besides the search tables.
enum CatalogueSection {
  /// The entries: see ``EntryNumbers``.
  static let entries = SectionNumber.firstFree
  /// Families, categories and genera: see ``GroupNumbers``.
  static let families = SectionNumber.firstFree + 1
  static let categories = SectionNumber.firstFree + 2
  static let genera = SectionNumber.firstFree + 3
  /// The texts of groups and profiles.
  static let texts = SectionNumber.firstFree + 4
  /// The start of each profile in the texts, and the end of the last one.
  static let profiles = SectionNumber.firstFree + 5
}

/// The numbers of an entry, in order. Optional ones are stored one higher, and
/// zero means none.
enum EntryNumbers {
  // The groups come first: see ``Catalogue/Grouping``.

  /// For a cultivar, the entry of its species.
  static let species = 3
  /// The care profile of the species itself.
  static let profile = 4
  static let count = 5
}

/// The numbers of a group, in order. The profile is stored as in an entry.
enum GroupNumbers {
  static let textStart = 0
  static let textLength = 1
  /// The number of entries in the group.
  static let entryCount = 2
  /// The first entry. Entries of a genus are consecutive.
  static let firstEntry = 3
  /// The care profile for entries without a nearer one.
  static let profile = 4
  static let count = 5
}
