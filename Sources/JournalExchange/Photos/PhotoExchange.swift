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

/// What became of photos that went to a directory, or came from one.
public struct ExchangedPhotos: Sendable {
  /// A photo that did neither.
  public struct Refusal: Sendable, Hashable {
    /// Where its file lies or would, from the directory on.
    public let file: String
    /// Why.
    public let reason: String
  }

  /// How many were brought.
  public fileprivate(set) var brought = 0
  /// How many were there already.
  public fileprivate(set) var there = 0
  /// Those that were not brought.
  public internal(set) var refused: [Refusal] = []

  fileprivate mutating func refuse(_ file: String, _ reason: String) {
    refused.append(Refusal(file: file, reason: reason))
  }
}

extension CareJournal {
  /// How many photos one action holds.
  private static let batchCount = 50

  /// Writes photos to folders named by their plants, with an index that
  /// ``importPhotos(from:_:progress:)`` reads. Files that are there already
  /// stay, whatever they are; photos that an earlier export brought stay in
  /// the index, also those whose files the journal lacks by now. Others may
  /// write into the directory: no link in it is followed.
  ///
  /// - Parameters:
  ///   - plants: Whose photos; `nil` for all, of plants that left too.
  ///   - directory: Where; made where it is missing.
  ///   - progress: Is told how many photos are done.
  /// - Returns: What became of them.
  /// - Throws: ``PhotoIndexError``, `FileSystemError`, and what choosing
  ///   plants throws.
  public func exportPhotos(
    of plants: PlantChoice?, to directory: String,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> ExchangedPhotos {
    var index = try PhotoIndex(in: directory) ?? PhotoIndex()
    // What is not understood could not be written again.
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
    /// Has the index go on with what an earlier export said of a photo; what
    /// is known of it is as it is now where its file is whole there.
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
          isHere ? "the file that is kept is damaged" : "its file is not here")
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
  /// written: the same bytes, with their dates, remarks, favourites and
  /// covers. A plant is the one with its id, else with its nickname. What is
  /// there is passed over.
  ///
  /// - Parameters:
  ///   - directory: Where.
  ///   - mode: Whether it is only said what would come.
  ///   - open: Opens the bytes of a picture that was taken then, and gives what
  ///     it is, such as `image/jpeg`, with its thumbnail, or tells why it is
  ///     none; `nil` where nothing can open any.
  ///   - progress: Is told how many photos are done.
  /// - Returns: What became of them; what cannot be so keeps no other from
  ///   coming.
  /// - Throws: ``PhotoIndexError``, `FileSystemError`, `CareError`; what was
  ///   added before stays, and the same import goes on after it.
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
    // Of those that wait.
    var newFiles: [BlobName] = []
    func write() throws {
      guard !waiting.isEmpty else { return }
      // Where it is not known what names them they stay.
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
      // A photo that is there has a thumbnail of its own.
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
        exchanged.refuse(entry.file, "the id is another photo's")
        continue
      }
      guard let plant = plants[number] else {
        exchanged.refuse(
          entry.file, "there is no plant with its id, nor one '\(entry.name)'")
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
      // The journal knows those that it has.
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
      // The events of one that was taken away would speak of this one.
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

  /// A name that every usual file system takes, that hides nothing, and that
  /// the index does not have, however the system takes its letters.
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

  /// The plant whose photo it is: the one with that id, else the only one that
  /// is there and has that nickname.
  func plant(in snapshot: borrowing Snapshot) throws -> PlantID? {
    if try snapshot.plant(plant)?.profile != nil { return plant }
    guard let nickname else { return nil }
    let found = try snapshot.names(equalTo: nickname).filter {
      $0.role == .nickname && !$0.isRemoved
    }
    return found.count == 1 ? found[0].plant : nil
  }

  /// How files of the kinds begin that are kept.
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8))
      && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "image/webp" : nil
  }

  /// Why the photo cannot be taken over as the index has it; `nil` where it
  /// can. What other replicas say is taken as it is; this is a person's file.
  func refusal(
    of bytes: [UInt8], now: Instant, _ open: ([UInt8]) throws -> String?
  ) throws -> String? {
    guard let found = Self.mediaType(of: bytes) else {
      return "it is no JPEG and no WebP picture"
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

  /// Why a file is not taken.
  struct Refusal: Error { let reason: String }

  /// Puts its file into a directory.
  ///
  /// - Returns: Whether it was not there, or why it cannot be.
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
        return .failure(Refusal(reason: "something else has that name there"))
      }
      return .success(false)
    } catch {
      guard error.isOfLink else { throw error }
      return .failure(Refusal(reason: error.description))
    }
  }

  /// The bytes of its file, which are those that it names.
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
          Refusal(reason: "its bytes are not those that the index names"))
      }
      return .success(bytes)
    } catch {
      return .failure(Refusal(reason: error.description))
    }
  }
}

extension PhotoCaptured {
  /// The same file under another id, or with another source of its date, and
  /// with this thumbnail.
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
