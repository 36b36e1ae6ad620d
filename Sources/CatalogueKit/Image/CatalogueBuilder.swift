internal import SearchEngine

/// Collects records and writes them as the image of a ``Catalogue``.
///
/// The same records give the same bytes, whatever their order. Records of the
/// same scientific name are merged: the first one's family, category and weight
/// stay, and names are added.
public struct CatalogueBuilder {
  private var records: [CatalogueRecord] = []
  private var places: [String: Int] = [:]

  /// Creates a builder without records.
  public init() {}

  /// The number of plants.
  public var count: Int { records.count }

  /// Adds a source's data about a plant.
  public mutating func add(_ record: CatalogueRecord) {
    guard let place = places[record.scientificName] else {
      places[record.scientificName] = records.count
      records.append(record)
      return
    }
    records[place].commonNames += record.commonNames
    records[place].foreignNames += record.foreignNames
    records[place].synonyms += record.synonyms
    if records[place].family.isEmpty { records[place].family = record.family }
  }

  /// Adds a common name or a synonym to a plant; returns whether the plant
  /// exists.
  @discardableResult
  mutating func add(
    _ name: String, _ kind: CatalogueNameKind, to scientificName: String
  ) -> Bool {
    guard let place = places[scientificName] else { return false }
    switch kind {
    case .scientific: break
    case .common(.english): records[place].commonNames.append(name)
    case .common(let language):
      records[place].foreignNames.append(CommonName(name, in: language))
    case .synonym: records[place].synonyms.append(name)
    }
    return true
  }

  /// The names of all plants, in the order in which they were added.
  var scientificNames: [String] { records.map(\.scientificName) }

  /// The finished image.
  ///
  /// - Parameter profiles: The care profiles of its plants.
  /// - Returns: The image's bytes.
  public func image(profiles: CareProfileList = .none) -> [UInt8] {
    var layout = CatalogueLayout()
    for record in sortedRecords() {
      layout.add(record, profile: profiles.ownProfile(of: record))
    }
    return layout.image(profiles: profiles)
  }

  // Sorts by folded words, so that ×Sedeveria is among the names with S and the
  // entries of a genus are consecutive.
  private func sortedRecords() -> [CatalogueRecord] {
    let keyed = records.map { record in
      let folded = FoldedText(record.scientificName)
      let key = folded.words.map { Array(folded.bytes(of: $0)) }
        .joined(separator: [0x20])
      return (key: Array(key), record: record)
    }
    return keyed.sorted { left, right in
      if left.key != right.key {
        return left.key.lexicographicallyPrecedes(right.key)
      }
      return left.record.scientificName.utf8.lexicographicallyPrecedes(
        right.record.scientificName.utf8)
    }.map(\.record)
  }
}
