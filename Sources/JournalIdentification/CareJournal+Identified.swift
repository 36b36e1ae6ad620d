package import CatalogueStore
package import JournalActions
package import JournalEvents
package import JournalPhotos
package import JournalQueries

extension NewPlant {
  /// Creates the plant that an identification found, with the names and the
  /// care of the catalogues.
  ///
  /// - Parameters:
  ///   - found: The identification.
  ///   - index: The index of the plant among the results.
  ///   - place: The place that a person gave.
  ///   - catalogues: The catalogues.
  /// - Throws: `CatalogueNameError` for a name that several plants have.
  package init(
    _ found: Identification, choosing index: Int, at place: Coordinates?,
    in catalogues: Catalogues
  ) throws {
    let result = found.plants[index]
    self.init(scientificName: result.scientificName)
    commonNames = result.commonNames
    family = result.family
    try complete(from: catalogues, takesCare: true)
    source = found.source
    identification = found.record(choosing: index, at: place)
  }
}

extension CareJournal {
  /// Records the result of an identification for an existing plant, and adds
  /// the photos to it, as one action. The names of the plant stay.
  ///
  /// - Parameters:
  ///   - found: The identification.
  ///   - index: The index of the plant among the results.
  ///   - place: The place that a person gave.
  ///   - plant: The existing plant.
  ///   - files: Returns the files of the photos, of the plant with the given id.
  ///   - program: The path of `plantguide-photo`.
  ///   - occasion: The time and remark.
  ///   - mode: Whether it is a rehearsal.
  /// - Returns: The receipt.
  /// - Throws: `RefusedPhotos`, `CareError`, and errors of choosing plants.
  package func record(
    _ found: Identification, choosing index: Int, at place: Coordinates?,
    of plant: PlantChoice,
    photos files: (PlantID) -> [PhotoFile], by program: String,
    _ occasion: Occasion, _ mode: ActionMode
  ) throws -> Receipt {
    let id = try read { try $0.plants(plant)[0] }
    return try withPhotos(files(id), by: program, mode) { photos in
      try recordIdentification(
        IdentificationRequest(
          plant, found.record(choosing: index, at: place), photos: photos,
          occasion), mode)
    }
  }
}
