internal import Encodings
public import SearchEngine

extension Catalogue {
  /// The profile nearest to an entry: that of its species, else its genus,
  /// family or category; `nil` if there is none.
  public func careProfile(
    of entry: Int
  ) throws(ImageError) -> CareProfile? {
    if let own = try storedNumber(EntryNumbers.profile, of: entry) {
      return try careProfile(number: own)
    }
    for grouping in Grouping.byNearness {
      if let group = try groupNumber(grouping, of: entry),
        let profile = try profile(ofGroup: group, grouping)
      {
        return try careProfile(number: profile)
      }
    }
    return nil
  }

  /// The nearest profile for a plant that is not in this catalogue: that of its
  /// genus, family or category.
  public func careProfile(
    genus: String, family: String, category: String = ""
  ) throws(ImageError) -> CareProfile? {
    let names = [genus, family, category]
    for (grouping, name) in zip(Grouping.byNearness, names)
    where !name.isEmpty {
      if let group = try group(called: name, by: grouping),
        let profile = try profile(ofGroup: group.number, grouping)
      {
        return try careProfile(number: profile)
      }
    }
    return nil
  }

  private func profile(
    ofGroup number: Int, _ grouping: Grouping
  ) throws(ImageError) -> Int? {
    let place = number * GroupNumbers.count + GroupNumbers.profile
    let stored = try groups(grouping).place(at: place)
    return stored == 0 ? nil : stored - 1
  }

  private func careProfile(number: Int) throws(ImageError) -> CareProfile {
    let text = try texts.copiedBytes(in: profileStarts.range(at: number))
    guard let json = try? JSONReader.parse(text.span.bytes),
      let profile = try? CareProfile(json, at: "")
    else { throw .damaged }
    return profile
  }
}

extension Catalogue.Grouping {
  /// The groups from the most to the least specific.
  fileprivate static let byNearness = [Self.genus, .family, .category]
}
