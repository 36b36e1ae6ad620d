/// Makes the image of the bundled catalogue from the lists in `Resources`.
public enum CatalogueCompilation {
  /// The image, and the synonyms and names whose plants are not in the list.
  ///
  /// The same files give the same bytes.
  ///
  /// - Parameters:
  ///   - plants: The contents of `houseplants_list.json`.
  ///   - synonyms: The contents of `catalogue-synonyms.csv`.
  ///   - names: The contents of `catalogue-names.csv`.
  ///   - sources: The contents of `catalogue-sources.csv`.
  ///   - profiles: The contents of `care_profiles.json`.
  /// - Returns: The image's bytes, and the lines of unknown plants.
  /// - Throws: ``CatalogueReadingError``.
  public static func image(
    plants: [UInt8], synonyms: [UInt8], names: [UInt8], sources: [UInt8],
    profiles: [UInt8]
  ) throws -> (bytes: [UInt8], unused: [String]) {
    let weights = try AttestationTable.weights(sources)
    var builder = CatalogueBuilder()
    for var record in try HouseplantList.records(in: plants.span.bytes) {
      record.weight = weights[record.scientificName] ?? 0
      builder.add(record)
    }
    let unused =
      try SynonymTable.add(synonyms, to: &builder)
      + ForeignNameTable.add(names, to: &builder)
    let careProfiles = try CareProfileList(profiles.span.bytes)
    return (builder.image(profiles: careProfiles), unused)
  }
}
