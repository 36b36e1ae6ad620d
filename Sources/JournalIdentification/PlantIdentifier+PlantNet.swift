internal import JournalPhotos
package import JournalQueries
package import PlantServices

extension PlantIdentifier {
  /// Creates an identifier with the settings of a journal and of this machine.
  ///
  /// - Parameters:
  ///   - journal: The journal, in whose home the models are.
  ///   - programs: The programs that run them.
  ///   - surroundings: The surroundings of the service.
  /// - Throws: Errors of reading the journal, or of the file of services.
  package init(
    of journal: CareJournal, _ programs: StoredModel.Programs,
    _ surroundings: ServiceSurroundings
  ) throws {
    try self.init(
      of: journal, programs, service: Self.plantNet(surroundings, programs))
    isOffline = surroundings.isOffline
  }

  /// The longest edge at which Pl@ntNet looks, in pixels, and the quality of
  /// JPEG that it advises.
  private static let copy = PhotoStudio.Form(edge: 1_280, quality: 90)

  /// Returns the question to Pl@ntNet, which sees small copies of the photos
  /// without their metadata; `nil` if this machine has no key.
  ///
  /// - Throws: `ServiceError`, or errors of the file of services.
  package static func plantNet(
    _ surroundings: ServiceSurroundings, _ programs: StoredModel.Programs
  ) throws -> Service? {
    let plantNet = try PlantNet(surroundings)
    guard plantNet.client.keySource != nil else { return nil }
    return { photos in
      let studio = PhotoStudio(program: programs.photo)
      let copies = try photos.map { photo in
        let file = try PhotoFault.naming(photo.name) {
          _ = try studio.open(photo.file)
          return try studio.develop(copy, taken: nil).file
        }
        return PlantNet.Photo(
          file, organ: (photo.organ ?? .auto).rawValue)
      }
      return try plantNet.identify(copies)
    }
  }
}
