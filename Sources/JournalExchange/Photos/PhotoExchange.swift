internal import Encodings
internal import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// The outcome for photos written to or read from a directory.
public struct ExchangedPhotos: Sendable {
  /// A photo that was not brought.
  public struct Refusal: Sendable, Hashable {
    /// The path of its file, existing or not, from the directory on.
    public let file: String
    /// The reason.
    public let reason: String
  }

  /// The number of photos brought.
  public fileprivate(set) var brought = 0
  /// The number of photos that were there already.
  public fileprivate(set) var there = 0
  /// The photos that were not brought.
  public internal(set) var refused: [Refusal] = []

  fileprivate mutating func refuse(_ file: String, _ reason: String) {
    refused.append(Refusal(file: file, reason: reason))
  }
}

extension CareJournal {
  /// The number of photos in one action.
  private static let batchCount = 50

  /// Writes photos to folders named by their plants, with an index that
  /// ``importPhotos(from:_:progress:)`` reads. Existing files stay, whatever
  /// they are; the index keeps the photos of earlier exports, even if the
  /// journal lacks their files by now. Others may write into the directory, so
  /// no link in it is followed.
  ///
  /// - Parameters:
  ///   - plants: The plants whose photos to write; `nil` for all, including
  ///     plants that left.
  ///   - directory: The directory, which is made if it is missing.
  ///   - progress: Receives the number of photos done.
  /// - Returns: The outcome for the photos.
  /// - Throws: ``PhotoIndexError``, `FileSystemError`, and the errors of
  ///   choosing plants.
  public func exportPhotos(
    of plants: PlantChoice?, to directory: String,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ExchangedPhotos {
    var index = try PhotoIndex(in: directory) ?? PhotoIndex()
    // Entries that are not understood could not be written again.
    if let fault = index.faults.first {
      throw PhotoIndexError.unreadable(
        path: PhotoIndex.file(in: directory),
        reason: "\(fault.file): \(fault.reason)")
    }
    let entries = try read { snapshot in
      let chosen: [PlantID]
      if let plants {
        chosen = try snapshot.plants(plants)
      } else {
        var all: [PlantID] = []
        try snapshot.forEachPlant { id, _ in
          all.append(id)
          return true
        }
        chosen = all
      }
      return try snapshot.photos(of: chosen).flatMap { series in
        let nickname = try snapshot.plant(series.plant.id)?.profile?.nickname
        return series.photos.map {
          PhotoIndex.Entry(of: $0, series.plant, nickname: nickname)
        }
      }
    }
    var exchanged = ExchangedPhotos()
    let folder = BlobFolder(of: home)
    try FileSystem.makeDirectory(directory, isShared: true)
    let place = try Folder(directory)
    let new = Set(entries.map(\.photo.photo))
    let earlier = Dictionary(
      index.entries.filter { new.contains($0.photo.photo) }
        .map { ($0.photo.photo, $0) }, uniquingKeysWith: { first, _ in first })
    index.entries.removeAll { new.contains($0.photo.photo) }
    /// Keeps the entry of an earlier export in the index; if the file is whole
    /// there, the entry gets the current data of the photo.
    func keep(_ entry: PhotoIndex.Entry) -> Bool {
      guard var kept = earlier[entry.photo.photo] else { return false }
      var isWhole = false
      if kept.photo.sha256 == entry.photo.sha256,
        case .success = kept.content(in: place)
      {
        isWhole = true
        let file = kept.file
        kept = entry
        kept.file = file
      }
      index.entries.append(kept)
      return isWhole
    }
    for (number, entry) in entries.enumerated() {
      progress(.copyingPhotos, number, entries.count)
      guard let bytes = try? folder.content(of: entry.photo.sha256) else {
        guard !keep(entry) else {
          exchanged.there += 1
          continue
        }
        let isHere = folder.byteCount(of: entry.photo.sha256) != nil
        exchanged.refuse(
          entry.file,
          isHere ? "the stored file is damaged" : "its file is missing here")
        continue
      }
      switch try entry.put(bytes, in: place) {
      case .success(true): exchanged.brought += 1
      case .success(false): exchanged.there += 1
      case .failure(let refusal):
        _ = keep(entry)
        exchanged.refuse(entry.file, refusal.reason)
        continue
      }
      index.entries.append(entry)
    }
    try index.write(in: place)
    return exchanged
  }

  /// Takes photos from a directory that ``exportPhotos(of:to:progress:)`` has
  /// written: the same bytes, with their dates, remarks, favourites and covers.
  /// Plants are found by id, else by nickname. Existing photos are skipped.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - mode: The mode; other modes than `commit` only count the photos.
  ///   - open: Opens the bytes of a picture taken at that moment, and returns
  ///     its type, such as `image/jpeg`, with its thumbnail; throws if it is no
  ///     picture; `nil` if nothing can open any.
  ///   - progress: Receives the number of photos done.
  /// - Returns: The outcome for the photos; a refused one does not stop the
  ///   others.
  /// - Throws: ``PhotoIndexError``, `FileSystemError`, `CareError`; the photos
  ///   added before stay, and the same import resumes after them.
  public func importPhotos(
    from directory: String, _ mode: ActionMode = .commit,
    opening open: (
      _ bytes: [UInt8], _ taken: OffsetInstant
    ) throws -> (mediaType: String, thumbnail: [UInt8])? = { _, _ in nil },
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ExchangedPhotos {
    guard let index = try PhotoIndex(in: directory) else {
      throw PhotoIndexError.absent(path: PhotoIndex.file(in: directory))
    }
    let place = try Folder(directory)
    let folder = BlobFolder(of: home)
    let lock = mode == .commit ? try folder.locked(isShared: true) : nil
    defer { lock?.unlock() }
    let (plants, known) = try read { snapshot in
      (
        try index.entries.map { try $0.plant(in: snapshot) },
        try NamedPhotos(in: snapshot)
      )
    }
    let ids = Set(known.photos.map(\.photo))
    let named = known.files
    let shown = Dictionary(
      grouping: known.photos.filter(\.isShown), by: \.photo)
    var randomness = Randomness.system()
    var exchanged = ExchangedPhotos()
    exchanged.refused = index.faults
    var waiting: [NewPhoto] = []
    // The files of the waiting photos.
    var newFiles: [BlobName] = []
    func write() throws {
      guard !waiting.isEmpty else { return }
      // If the files that events name are unknown, all stay.
      func removeUnnamed() {
        if let named = try? read({ try NamedPhotos(in: $0).files }) {
          for name in newFiles where !named.contains(name) {
            _ = try? folder.remove(name)
          }
        }
      }
      var there = 0
      do {
        for change in try addPhotos(waiting, mode).changes {
          guard case .photographed(_, let added) = change else { continue }
          if added.isNew { exchanged.brought += 1 } else { there += 1 }
        }
      } catch {
        removeUnnamed()
        throw error
      }
      exchanged.there += there
      // A photo that was there already has a thumbnail of its own.
      if there > 0, !newFiles.isEmpty { removeUnnamed() }
      waiting = []
      newFiles = []
    }
    var seen: Set<PhotoID> = []
    for (number, entry) in index.entries.enumerated() {
      progress(.copyingPhotos, number, index.entries.count)
      let held = shown[entry.photo.photo]
      guard seen.insert(entry.photo.photo).inserted,
        held?.contains(where: { $0.name == entry.photo.sha256 }) != false
      else {
        exchanged.refuse(entry.file, "another photo has this id")
        continue
      }
      guard let plant = plants[number] else {
        exchanged.refuse(
          entry.file, "no plant has its id or the name '\(entry.name)'")
        continue
      }
      let bytes: [UInt8]
      switch entry.content(in: place) {
      case .success(let found): bytes = found
      case .failure(let refusal):
        exchanged.refuse(entry.file, refusal.reason)
        continue
      }
      var thumbnail: [UInt8]?
      // The journal vouches for the photos that it has.
      if held == nil,
        let refusal = try entry.refusal(
          of: bytes, now: now,
          {
            let opened = try open($0, entry.takenAt)
            thumbnail = opened?.thumbnail
            return opened?.mediaType
          })
      {
        exchanged.refuse(entry.file, refusal)
        continue
      }
      for file in [bytes, thumbnail].compactMap(\.self)
      where mode == .commit {
        let (name, isNew) = try folder.store(file)
        if isNew, !named.contains(name) { newFiles.append(name) }
      }
      var photo = entry.photo
      if held != nil {
        exchanged.there += 1
        continue
      }
      // The events of a removed photo would apply to this one.
      photo = photo.called(
        ids.contains(photo.photo) ? randomness.id() : photo.photo,
        thumbnail: thumbnail.map { BlobName(of: $0) })
      waiting.append(
        NewPhoto(
          of: plant, photo, at: entry.takenAt, note: entry.note,
          isFavorite: entry.isFavorite, isCover: entry.isCover))
      if waiting.count == Self.batchCount { try write() }
    }
    try write()
    return exchanged
  }
}

extension PhotoIndex.Entry {
  init(of view: PhotoView, _ plant: PlantName, nickname: String?) {
    let clock = view.at.localTime.description.filter { $0 != ":" }
    let ending = view.file.mediaType == "image/webp" ? "webp" : "jpg"
    self.init(
      plant: plant.id, name: plant.displayName, nickname: nickname,
      file: Self.safeName(plant.displayName)
        + "/\(view.at.localDay) \(clock) \(view.shortID).\(ending)",
      photo: view.file.called(view.id, dated: view.dateSource),
      takenAt: view.at, note: view.note,
      isFavorite: view.isFavorite, isCover: view.isCover)
  }

  private static let mostNameBytes = 80

  /// Returns a name that every usual file system accepts, that hides nothing,
  /// and that differs from the index's, in whatever case.
  static func safeName(_ name: String) -> String {
    var safe = String(
      String.UnicodeScalarView(
        name.unicodeScalars.compactMap { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: "_"
          case .format, .privateUse, .unassigned, .surrogate: nil
          default: "/\\:*?\"<>|".unicodeScalars.contains(scalar) ? "_" : scalar
          }
        }))
    while safe.utf8.count > mostNameBytes { safe.removeLast() }
    while let last = safe.last, last == " " || last == "." {
      safe.removeLast()
    }
    if safe.isEmpty { return "plant" }
    let isTaken = safe.hasPrefix(".") || safe.lowercased() == PhotoIndex.name
    return isTaken ? "_" + safe : safe
  }

  /// Returns the photo's plant: the one with its id, else the only existing one
  /// with its nickname.
  func plant(in snapshot: borrowing Snapshot) throws -> PlantID? {
    if try snapshot.plant(plant)?.profile != nil { return plant }
    guard let nickname else { return nil }
    let found = try snapshot.names(equalTo: nickname).filter {
      $0.role == .nickname && !$0.isRemoved
    }
    return found.count == 1 ? found[0].plant : nil
  }

  /// Returns the type of a picture by its first bytes, if its kind is kept.
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8))
      && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "image/webp" : nil
  }

  /// Returns the reason why the photo cannot be added as the index has it;
  /// `nil` if it can. Unlike events of other replicas, a person may have edited
  /// the file.
  func refusal(
    of bytes: [UInt8], now: Instant, _ open: ([UInt8]) throws -> String?
  ) throws -> String? {
    guard let found = Self.mediaType(of: bytes) else {
      return "it is neither a JPEG nor a WebP picture"
    }
    guard found == photo.mediaType else { return "it is \(found)" }
    do {
      if let note { _ = try NameInput.note(note) }
      try ActionSession.checkIsCredible(takenAt, now: now)
      let payload = EventPayload(
        at: takenAt, note: note, body: .photoCaptured(photo)
      ).encoded(salt: UUIDBits(high: 0, low: 0))
      _ = try EventPayload(
        decoding: payload.span.bytes, type: .photoCaptured,
        schema: EventType.photoCaptured.currentSchema)
    } catch let error as EventDecodingError {
      return error.description
    } catch {
      return ErrorFacts(of: error).message
    }
    if photo.dhash != nil, photo.looks == nil {
      return "the field 'dhash' must be 16 hexadecimal digits"
    }
    do {
      guard let opened = try open(bytes), opened != found else { return nil }
      return "it is \(opened)"
    } catch {
      return ErrorFacts(of: error).message
    }
  }

  /// The reason why a file is not taken.
  struct Refusal: Error { let reason: String }

  /// Puts the photo's file into a directory.
  ///
  /// - Returns: `true` if it was not there, or the reason why it cannot be.
  /// - Throws: `FileSystemError`.
  func put(
    _ bytes: [UInt8], in folder: borrowing Folder
  ) throws(FileSystemError) -> Result<Bool, Refusal> {
    let name = FileSystem.name(of: file)
    do throws(FileSystemError) {
      let plant = try folder.makeFolder(
        FileSystem.parent(of: file) ?? ".", isShared: true)
      if try plant.make(name, with: bytes, isShared: true) {
        return .success(true)
      }
      guard (try? plant.contents(of: name, atMost: bytes.count)) == bytes else {
        return .failure(Refusal(reason: "another file already has that name"))
      }
      return .success(false)
    } catch {
      guard error.isOfLink else { throw error }
      return .failure(Refusal(reason: error.description))
    }
  }

  /// Returns the bytes of the photo's file if they have the hash that it names.
  func content(in folder: borrowing Folder) -> Result<[UInt8], Refusal> {
    let parts = FileSystem.parts(of: file)
    guard parts.joined(separator: "/") == file,
      !parts.contains(where: { [".", ".."].contains($0) })
    else {
      return .failure(Refusal(reason: "its path leads elsewhere"))
    }
    do {
      let bytes = try folder.contents(
        of: file, atMost: BlobFolder.maximumByteCount)
      guard let bytes else {
        return .failure(Refusal(reason: "its file is missing"))
      }
      guard bytes.count == photo.byteCount, BlobName(of: bytes) == photo.sha256
      else {
        return .failure(
          Refusal(reason: "its contents do not match the index"))
      }
      return .success(bytes)
    } catch {
      return .failure(Refusal(reason: error.description))
    }
  }
}

extension PhotoCaptured {
  /// Returns the same file under another id, or with another source of its
  /// date, and with this thumbnail.
  fileprivate func called(
    _ id: PhotoID, dated source: PhotoDateSource? = nil,
    thumbnail: BlobName? = nil
  ) -> PhotoCaptured {
    PhotoCaptured(
      photo: id, sha256: sha256, byteCount: byteCount, width: width,
      height: height, mediaType: mediaType, dateSource: source ?? dateSource,
      sourceSha256: sourceSha256, dhash: dhash, thumbnailSha256: thumbnail)
  }
}
