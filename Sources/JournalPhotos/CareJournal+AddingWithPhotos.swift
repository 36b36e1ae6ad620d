public import JournalActions
public import JournalEvents
internal import JournalProjections
public import JournalQueries

extension CareJournal {
  /// Adds a plant with photos of it, all or nothing.
  ///
  /// - Parameters:
  ///   - plant: The plant.
  ///   - files: Returns the files of the photos, of the plant with the given id.
  ///   - program: The path of `plantguide-photo`.
  ///   - mode: Whether it is a rehearsal.
  /// - Returns: The receipt of adding the plant.
  /// - Throws: ``RefusedPhotos`` for a refused file; the errors of
  ///   ``PhotoIntake`` and of adding a plant.
  public func add(
    _ plant: NewPlant, photos files: (PlantID) -> [PhotoFile],
    by program: String, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    var randomness = Randomness.system()
    return try withPhotos(files(randomness.id()), by: program, mode) { photos in
      var plant = plant
      plant.photos = photos
      return try add(plant, mode)
    }
  }

  /// Takes photos in, and writes the action that names them. If it fails, none
  /// stays.
  ///
  /// - Throws: ``RefusedPhotos`` for a refused file; the errors of
  ///   ``PhotoIntake`` and of `write`.
  public func withPhotos(
    _ files: [PhotoFile], by program: String, _ mode: ActionMode,
    _ write: ([NewPhoto]) throws -> Receipt
  ) throws -> Receipt {
    let intake = try PhotoIntake(
      into: self, program: program, files: files.count,
      isRehearsal: mode == .rehearse)
    return try intake.act(on: files, write)
  }
}
