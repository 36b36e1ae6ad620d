public import SearchEngine

extension Catalogue {
  /// Reads an entry.
  public func entry(_ number: Int) throws(ImageError) -> CatalogueEntry {
    var scientificName = ""
    var commonNames: [String] = []
    var synonyms: [String] = []
    var weight: UInt8 = 0
    for name in try tables.names(of: number) {
      let text = try tables.text(ofName: name)
      switch CatalogueNameKind(try tables.kind(ofName: name)) {
      case .scientific: scientificName = text
      case .common: commonNames.append(text)
      case .synonym: synonyms.append(text)
      }
      weight = try tables.weight(ofName: name)
    }
    return CatalogueEntry(
      number: number, scientificName: scientificName,
      commonNames: commonNames, synonyms: synonyms,
      family: try groupName(EntryNumbers.family, families, of: number),
      category: try groupName(EntryNumbers.category, categories, of: number),
      genus: try groupName(EntryNumbers.genus, genera, of: number),
      species: try storedNumber(EntryNumbers.species, of: number),
      weight: weight)
  }

  /// An entry's scientific name.
  public func scientificName(of entry: Int) throws(ImageError) -> String {
    try tables.text(ofName: tables.names(of: entry).lowerBound)
  }

  /// One of an entry's numbers; `nil` where it has none.
  func storedNumber(
    _ which: Int, of entry: Int
  ) throws(ImageError) -> Int? {
    let stored = try entries.place(at: entry * EntryNumbers.count + which)
    return stored == 0 ? nil : stored - 1
  }

  private func groupName(
    _ which: Int, _ groups: borrowing Column<UInt32>, of entry: Int
  ) throws(ImageError) -> String {
    guard let group = try storedNumber(which, of: entry) else { return "" }
    return try self.group(group, in: groups).name
  }

  func group(
    _ number: Int, in groups: borrowing Column<UInt32>
  ) throws(ImageError) -> CatalogueGroup {
    let first = number * GroupNumbers.count
    let start = try groups.place(at: first + GroupNumbers.textStart)
    let length = try groups.place(at: first + GroupNumbers.textLength)
    return CatalogueGroup(
      number: number, name: try texts.text(in: start..<(start + length)),
      entryCount: try groups.place(at: first + GroupNumbers.entryCount),
      firstEntry: try groups.place(at: first + GroupNumbers.firstEntry))
  }
}
