internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalSync
internal import JournalTime

extension APIRoute {
  /// The routes of photos and their files.
  static let photos: [APIRoute] = [
    .get("photos/{photo}", dependsOnJournalAlone: false) { call in
      try call.photoFile()
    },
    .get("photos/{photo}/thumbnail", dependsOnJournalAlone: false) { call in
      try call.thumbnail()
    },
    .act(
      .post, "photos", .addPhoto, lane: .photos, takesPhotos: true
    ) { try $0.addPhotos() },
    .act(.patch, "photos/{photo}", .changeAll) { call in
      try call.editPhoto()
    },
    .act(.delete, "photos/{photo}", .changeAll) { call in
      let (plant, pick) = try call.pickedPhoto()
      return try call.act { try $0.removePhotos(of: plant, [pick], $1) }
    },
  ]

  /// The greatest number of bytes of a photo's file that is shown. Photos that
  /// are added here are far smaller, and more would take long to hash.
  fileprivate static let maximumPhotoByteCount = 6 << 20
  /// The greatest number of photos in one request.
  fileprivate static let maximumPhotoCount = 20
}

extension APICall {
  // MARK: Files

  /// Answers with the photo of the path, as it is kept.
  fileprivate mutating func photoFile() throws -> WebResponse {
    try fields.finish()
    let photo = try photo()
    // A photo never changes, so its name says enough.
    if names(photo.file.sha256) { return image(photo.file.sha256) }
    let files = PhotoFiles(of: journal)
    if let fault = files.fault(of: photo, reading: false) {
      throw photo.cannotBeShown(fault.words)
    }
    guard photo.file.byteCount <= APIRoute.maximumPhotoByteCount else {
      throw photo.cannotBeShown("is too large to be shown")
    }
    // Another member of the journal may have named any file a photo, and a
    // browser gets only what the confined program could decode.
    _ = try thumbnail(of: photo)
    guard let content = try? files.content(of: photo) else {
      throw photo.cannotBeShown(PhotoFiles.Fault.damaged.words)
    }
    guard let type = ImageType(of: content) else {
      throw photo.cannotBeShown("is no picture")
    }
    return image(photo.file.sha256, type, content)
  }

  /// Answers with the thumbnail of the path's photo.
  fileprivate mutating func thumbnail() throws -> WebResponse {
    try fields.finish()
    let content = try thumbnail(of: try photo())
    let name = BlobName(of: content)
    return names(name) ? image(name) : image(name, .jpeg, content)
  }

  /// Returns the thumbnail of a photo, which is made here if it is not kept.
  private func thumbnail(of photo: PhotoView) throws -> [UInt8] {
    let kept = ThumbnailCache(of: journal).thumbnail(of: photo.file.sha256)
    if let kept, ImageType(of: kept) == .jpeg { return kept }
    guard mayTakeLong else { throw TakesLong() }
    let pixels = PhotoPixels(of: journal, program: api.photoProgram)
    let made = try Self.decoding(adds: false) {
      try pixels.file(of: photo, isSmall: true)
    }
    guard let made else {
      let fault = PhotoFiles(of: journal).fault(of: photo, reading: true)
      throw photo.cannotBeShown(fault?.words ?? "is no picture")
    }
    return made
  }

  /// Returns the photo that the path names by its id or its short id.
  private func photo() throws -> PhotoView {
    let name = parameters[0]
    let id = PhotoID(name)
    let isShort = ShortID.isForm(of: name)
    let found = try api.photo(in: journal) {
      $0.id == id || isShort && $0.shortID == name
    }
    guard let photo = found else {
      throw NothingMatched(
        reason: "there is no photo '\(name)'", remedy: .listPhotos)
    }
    return photo
  }

  /// Returns whether the sender of the request has this file.
  func names(_ file: BlobName) -> Bool {
    request.knows("\"\(file)\"")
  }

  /// Returns an answer with a picture; without content, the sender has it.
  func image(
    _ name: BlobName, _ type: ImageType? = nil, _ content: [UInt8] = []
  ) -> WebResponse {
    var headers = [
      "cache-control": "private, max-age=31536000, immutable",
      "etag": "\"\(name)\"",
    ]
    guard let type else { return WebResponse(304, headers: headers) }
    headers["content-type"] = type.rawValue
    // As a page of its own, it can do nothing but show itself.
    headers["content-security-policy"] = "default-src 'none'; sandbox"
    return WebResponse(200, headers: headers, body: content)
  }

  /// Returns an answer with a picture that nobody keeps.
  func image(_ content: [UInt8]) -> WebResponse {
    WebResponse(
      200,
      headers: [
        "content-type": ImageType.jpeg.rawValue,
        "content-security-policy": "default-src 'none'; sandbox",
      ], body: content)
  }

  /// Runs a body that decodes photos.
  static func decoding<R>(
    adds: Bool, _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch PhotoFault.noProgram, PhotoFault.useless {
      throw RequestError.noDecoder(adds: adds)
    }
  }

  // MARK: Actions

  /// Adds a plant with the sent photos, all or nothing.
  mutating func add(_ plant: NewPlant) throws -> WebResponse {
    let sent = fields.takeFiles(RequestFields.imageField)
    guard !sent.isEmpty else {
      return try act { try $0.add(plant, $1) }
    }
    guard mayTakeLong else { throw TakesLong() }
    guard sent.count <= APIRoute.maximumPhotoCount else {
      throw FieldError(
        RequestFields.imageField,
        "has more than \(APIRoute.maximumPhotoCount) files")
    }
    return try act { [api] journal, mode in
      try Self.decoding(adds: true) {
        try journal.add(
          plant,
          photos: { id in
            sent.map { PhotoFile($0.content, named: $0.name, of: id) }
          }, by: api.photoProgram, mode)
      }
    }
  }

  /// Adds the sent photos of a plant, all or none.
  fileprivate mutating func addPhotos() throws -> WebResponse {
    let sent = fields.takeFiles(RequestFields.imageField)
    guard 1...APIRoute.maximumPhotoCount ~= sent.count else {
      throw FieldError(
        RequestFields.imageField,
        sent.isEmpty
          ? "is missing; send an image as the body, or files in a form"
          : "has more than \(APIRoute.maximumPhotoCount) files")
    }
    let plant = PlantChoice(
      names: [try fields.requiredText("plant")], naming: .exact())
    let at = try fields.text("at").map { text in
      try DateInput.instant(text, now: journal.now, zone: try journal.zone())
    }
    let note = try fields.text("note").map(NameInput.note)
    return try act { [api] journal, mode in
      let id = try journal.read { try $0.plants(plant)[0] }
      let files = sent.map {
        PhotoFile($0.content, named: $0.name, of: id, note: note, taken: at)
      }
      let intake = try PhotoIntake(
        into: journal, program: api.photoProgram, files: 1,
        isRehearsal: mode == .rehearse)
      let outcome = try Self.decoding(adds: true) {
        try intake.add(files, to: journal, mode, isWhole: true)
      }
      guard let batch = outcome.batches.first else {
        throw RefusedPhotos(outcome: outcome)
      }
      return batch.receipt
    }
  }

  /// Changes the facts about a photo that the request names.
  fileprivate mutating func editPhoto() throws -> WebResponse {
    let (plant, pick) = try pickedPhoto()
    var edit = PhotoEdit(plant, pick)
    if let note = try fields.text("note", mayBeEmpty: true) {
      edit.note = note.isEmpty ? .clear : .set(try NameInput.note(note))
    }
    edit.takenAt = try fields.text("at").map(DateInput.correction)
    edit.isCover = try fields.flag("cover")
    edit.isFavorite = try fields.flag("favorite")
    guard
      edit.note != .keep || edit.takenAt != nil || edit.isCover != nil
        || edit.isFavorite != nil
    else {
      throw FieldError(
        "note", "is missing; give a note, a time, a cover or a favorite")
    }
    return try act { [edit] in try $0.annotate(edit, $1) }
  }

  /// Returns the plant of the path's photo, and the photo among its photos.
  fileprivate func pickedPhoto() throws -> (PlantChoice, PhotoPick) {
    let photo = try photo()
    let plant = PlantChoice(
      names: [photo.plant.description],
      naming: .exact(includesRemoved: true))
    return (plant, .named(photo.id.description))
  }
}

/// The kinds of pictures that browsers show, by the first bytes of a file.
enum ImageType: String {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case heic = "image/heic"
  case avif = "image/avif"

  /// Recognizes a file; `nil` for any other.
  init?(of content: [UInt8]) {
    func has(_ text: String, at place: Int) -> Bool {
      content.dropFirst(place).starts(with: text.utf8)
    }
    if content.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if content.starts(with: [0x89]), has("PNG\r\n\u{1a}\n", at: 1) {
      self = .png
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) {
      self = .avif
    } else if has("ftyphei", at: 4) || has("ftypmif1", at: 4) {
      self = .heic
    } else {
      return nil
    }
  }
}

extension PhotoFiles.Fault {
  fileprivate var words: String {
    switch self {
    case .missing: "is not on the server's machine"
    case .damaged: "is damaged on the server's machine"
    }
  }
}

extension PhotoView {
  /// The reason why a photo has no answer with a picture.
  fileprivate func cannotBeShown(_ reason: String) -> NothingMatched {
    NothingMatched(reason: "the file of photo \(shortID) \(reason)")
  }
}
