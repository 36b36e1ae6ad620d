/// Makes the image of the bundled catalogue from the lists in `Resources`.
public struct CatalogueCompilation {
  /// The contents of `houseplants_list.json`.
  public var plants: [UInt8]
  /// The contents of `catalogue-synonyms.csv`.
  public var synonyms: [UInt8]
  /// The contents of `catalogue-sources.csv`.
  public var sources: [UInt8]
  /// The contents of `care_profiles.json`.
  public var profiles: [UInt8]

  /// Creates a compilation of files that were read already.
  public init(
    plants: [UInt8], synonyms: [UInt8], sources: [UInt8], profiles: [UInt8]
  ) {
    self.plants = plants
    self.synonyms = synonyms
    self.sources = sources
    self.profiles = profiles
  }

  /// The image, and the synonyms whose plants are not in the list.
  ///
  /// The same files give the same bytes.
  public func image() throws -> (bytes: [UInt8], unusedSynonyms: [String]) {
    let weights = try AttestationTable.weights(sources)
    var builder = CatalogueBuilder()
    for var record in try HouseplantList.records(in: plants.span.bytes) {
      record.weight = weights[record.scientificName] ?? 0
      builder.add(record)
    }
    let unused = try SynonymTable.add(synonyms, to: &builder)
    let careProfiles = try CareProfileList(profiles.span.bytes)
    return (builder.image(profiles: careProfiles), unused)
  }
}
