internal import SearchEngine

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
  /// Where each profile starts in the texts, and the last one ends.
  static let profiles = SectionNumber.firstFree + 5
}

/// The numbers of an entry, in their order. Those that may be missing are
/// stored one higher, and zero is none.
enum EntryNumbers {
  // Before these, the groups: see ``Catalogue/Grouping``.

  /// For a cultivar, the entry of its species.
  static let species = 3
  /// The care profile of the species itself.
  static let profile = 4
  static let count = 5
}

/// The numbers of a group, in their order. The profile is stored as an entry's.
enum GroupNumbers {
  static let textStart = 0
  static let textLength = 1
  /// How many entries belong to it.
  static let entryCount = 2
  /// The first of them. Those of a genus follow each other.
  static let firstEntry = 3
  /// The care profile for those that have no nearer one.
  static let profile = 4
  static let count = 5
}
