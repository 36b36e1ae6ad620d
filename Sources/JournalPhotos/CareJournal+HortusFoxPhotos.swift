internal import ErrorKit
public import JournalActions
internal import JournalEvents
public import JournalExchange
internal import JournalProjections
public import JournalQueries
internal import POSIXKit

extension CareJournal {
  /// Imports a HortusFox backup with its photos, in one action.
  ///
  /// It imports a picture once for each plant, even if the photo was removed
  /// since. The date comes from the camera, otherwise from HortusFox.
  ///
  /// - Parameters:
  ///   - request: The backup.
  ///   - program: The path of `plantguide-photo`; without it, photos are only
  ///     counted.
  ///   - mode: The mode; pictures are decoded in any mode.
  ///   - progress: Receives the progress.
  /// - Returns: The outcome, with the refused pictures.
  /// - Throws: Errors of ``importHortusFox(_:_:progress:)`` and
  ///   ``PhotoIntake/take(_:until:_:)``.
  public func importHortusFox(
    _ request: HortusFoxImport, photosBy program: String,
    _ mode: ActionMode = .commit,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ImportReceipt {
    let backup = try HortusFoxBackup(
      request.archive.files, zone: request.zone ?? zone())
    var request = request
    var taken: [TakenPhoto] = []
    let pictures = try request.archive.openPictures()
    var photos = HortusFoxPhotos()
    let files = try self.files(of: backup, in: pictures, &photos)
    let intake = try PhotoIntake(
      into: self, program: program, files: files.count,
      isRehearsal: mode == .rehearse,
      reading: {
        try pictures.contents(of: $0, atMost: PhotoStudio.mostBytes)
      })
    // Files that the journal names in the end stay, and no others.
    defer {
      if mode == .commit, !taken.isEmpty,
        let named = try? read({ try NamedPhotos(in: $0).files })
      {
        for photo in taken { intake.discard(photo, keeping: named) }
      }
    }
    do {
      var done = 0
      try intake.take(files.map(\.file)) { place, result in
        switch result {
        case .success(let photo):
          taken.append(photo)
          photos.new.append(photo.photo.cover(files[place].isCover))
        case .failure(let error):
          photos.refused.append(
            TableProblem(
              place: files[place].file.path,
              reason: "is skipped: \(ErrorFacts(of: error).message)"))
        }
        done += 1
        progress(.copyingPhotos, done, files.count)
      }
      request.photos = photos
    } catch let fault as PhotoFault {
      request.noPhotos = fault.facts
    }
    return try importHortusFox(request, mode, progress: progress)
  }

  /// Returns the files of photos that were not imported before.
  private func files(
    of backup: HortusFoxBackup, in pictures: HortusFoxPictures,
    _ photos: inout HortusFoxPhotos
  ) throws -> [(file: PhotoFile, isCover: Bool)] {
    var found: [(photo: HortusFoxPhoto, path: String, source: BlobName?)] = []
    for photo in backup.photos {
      guard let path = photo.files.first(where: pictures.has) else {
        photos.missing += 1
        continue
      }
      // An unreadable picture is reported when it is imported.
      let bytes = try? pictures.contents(
        of: path, atMost: PhotoStudio.mostBytes)
      found.append((photo, path, bytes.map { BlobName(of: $0) }))
    }
    let sources = Set(found.compactMap(\.source))
    let imported = ImportedFiles(of: home)
    let (known, erased) = try read { snapshot in
      (
        try Dictionary(
          uniqueKeysWithValues: Set(found.map(\.photo.plant)).map {
            ($0, try PhotoView.sources(of: $0, in: snapshot))
          }), try imported.erased(of: sources, in: snapshot)
      )
    }
    var seen = known
    return found.compactMap { photo, path, source in
      if let source {
        guard seen[photo.plant, default: []].insert(source).inserted else {
          photos.known += 1
          return nil
        }
        guard !erased.contains(source) else {
          photos.erased += 1
          return nil
        }
      }
      var file = PhotoFile(at: path, of: photo.plant, note: photo.note)
      file.addedAt = photo.addedAt
      return (file, photo.isCover)
    }
  }
}

extension NewPhoto {
  /// Returns a copy that is the picture of its plant or not.
  fileprivate func cover(_ isCover: Bool) -> NewPhoto {
    NewPhoto(of: plant, file, at: at, note: note, isCover: isCover)
  }
}
