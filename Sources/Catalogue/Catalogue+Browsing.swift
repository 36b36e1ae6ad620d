public import SearchEngine

extension Catalogue {
  /// By what entries are grouped.
  public enum Grouping: Sendable, Hashable {
    case family
    case category
    case genus

    /// Where an entry keeps the number of its group.
    var entryNumber: Int {
      switch self {
      case .family: EntryNumbers.family
      case .category: EntryNumbers.category
      case .genus: EntryNumbers.genus
      }
    }
  }

  /// All groups, by name.
  public func groups(
    by grouping: Grouping
  ) throws(ImageError) -> [CatalogueGroup] {
    switch grouping {
    case .family: try groups(in: families)
    case .category: try groups(in: categories)
    case .genus: try groups(in: genera)
    }
  }

  /// The numbers of a group's entries, by scientific name.
  ///
  /// - Complexity: O(*n*) for *n* entries in all.
  public func entries(
    in group: CatalogueGroup, by grouping: Grouping
  ) throws(ImageError) -> [Int] {
    var found: [Int] = []
    for entry in group.firstEntry..<max(count, group.firstEntry)
    where try storedNumber(grouping.entryNumber, of: entry) == group.number {
      found.append(entry)
    }
    return found
  }

  /// The numbers of a genus' entries, those of an entry itself left out, the
  /// best known first.
  public func relatives(of entry: Int) throws(ImageError) -> [Int] {
    guard let genus = try storedNumber(EntryNumbers.genus, of: entry) else {
      return []
    }
    return try entries(ofGenus: genus).filter { $0 != entry }
  }

  /// The letters under which entries stand, as groups.
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

  /// The numbers of the entries that stand under a letter.
  public func entries(
    underLetter letter: Character
  ) throws(ImageError) -> [Int] {
    var found: [Int] = []
    for entry in 0..<count where try firstLetter(of: entry) == letter {
      found.append(entry)
    }
    return found
  }

  /// The letter under which an entry stands in a list: that of its folded
  /// scientific name, in upper case.
  func firstLetter(of entry: Int) throws(ImageError) -> Character {
    let folded = FoldedText(try scientificName(of: entry))
    guard let first = folded.bytes.first, first < 0x80 else { return "#" }
    return Character(Unicode.Scalar(first & 0xdf))
  }

  /// The numbers of a genus' entries, the best known first.
  func entries(ofGenus genus: Int) throws(ImageError) -> [Int] {
    let group = try group(genus, in: genera)
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

  private func groups(
    in column: borrowing Column<UInt32>
  ) throws(ImageError) -> [CatalogueGroup] {
    var found: [CatalogueGroup] = []
    for number in 0..<(column.count / GroupNumbers.count) {
      found.append(try group(number, in: column))
    }
    return found.sorted { $0.name < $1.name }
  }
}
