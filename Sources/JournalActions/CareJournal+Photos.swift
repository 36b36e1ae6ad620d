internal import Encodings
public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A photo whose file is already stored durably.
public struct NewPhoto: Sendable {
  /// The plant that it shows.
  public let plant: PlantID
  /// The facts about its file.
  public let file: PhotoCaptured
  /// The time at which it was taken.
  public let at: OffsetInstant
  /// The caption.
  public let note: String?
  /// A Boolean value that indicates whether it is a favourite.
  public let isFavorite: Bool
  /// A Boolean value that indicates whether it becomes the picture of its
  /// plant, unless that has one.
  public let isCover: Bool

  /// Creates a photo of the selected plant, as it was taken in.
  public init(
    of plant: PlantID, _ file: PhotoCaptured, at: OffsetInstant, note: String?,
    isFavorite: Bool = false, isCover: Bool = false
  ) {
    self.isFavorite = isFavorite
    self.isCover = isCover
    self.plant = plant
    self.file = file
    self.at = at
    self.note = note
  }
}

/// The result of adding a photo.
public struct AddedPhoto: Sendable {
  /// The likeness to another photo of the plant.
  public enum Likeness: Sendable, Hashable {
    /// It is the same photo, and was not added again.
    case same(PhotoView)
    /// It looks the same.
    case alike(PhotoView)
    /// It looks almost the same.
    case similar(PhotoView)
  }

  /// The photo.
  public let photo: NewPhoto
  /// The likeness to the most similar photo of the plant; `nil` for none.
  public let likeness: Likeness?

  /// A Boolean value that indicates whether the plant already had a picture.
  let hasCover: Bool

  /// The plant's photo: the existing one if it is the same.
  var kept: PhotoID {
    if case .same(let other) = likeness { return other.id }
    return photo.file.photo
  }

  /// A Boolean value that indicates whether it was added.
  public var isNew: Bool {
    if case .same = likeness { return false }
    return true
  }
}

/// A request to change the facts about a photo.
public struct PhotoEdit: Sendable {
  /// The single plant of the photo.
  public var plant: PlantChoice
  /// The photo.
  public var pick: PhotoPick
  /// The caption.
  public var note: FieldEdit<String> = .keep
  /// The time at which it was taken; `nil` to keep it.
  public var takenAt: Timed<CorrectedTime>?
  /// A Boolean value that indicates whether it is the picture of its plant;
  /// `nil` keeps that.
  public var isCover: Bool?
  /// A Boolean value that indicates whether it is a favourite; `nil` keeps
  /// that.
  public var isFavorite: Bool?

  /// Creates a request that changes nothing yet.
  public init(_ plant: PlantChoice, _ pick: PhotoPick) {
    self.plant = plant
    self.pick = pick
  }
}

extension CareJournal {
  /// Adds photos, as one action. It skips photos that a plant already has.
  ///
  /// - Returns: ``Change/photographed(_:_:)`` for each.
  /// - Throws: `CareError`.
  public func addPhotos(
    _ photos: [NewPhoto], _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let added = try session.place(photos)
      if added.contains(where: \.isNew) {
        try session.action { try $0.add(added) }
      } else {
        receipt.notices.append(.nothingChanged)
      }
      receipt.changes = try session.changes(added)
      receipt.notices += try session.notices(on: added)
    }
  }

  /// Changes the facts about a photo.
  ///
  /// - Returns: ``Change/photoAnnotated(_:_:)`` with the changed photo, or
  ///   ``Change/unchanged(_:)``.
  /// - Throws: `PhotoPickError`, and errors of choosing plants.
  public func annotate(
    _ edit: PhotoEdit, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = session.zone.offsetInstant(of: session.now)
      let time = try edit.takenAt?.value(by: session.clock)
      let (plant, photos) = try session.photos(
        of: edit.plant, [edit.pick])
      for var photo in photos {
        let takenAt = time?.taken(before: photo.at, in: session.zone)
        if let takenAt, takenAt.instant > session.now {
          receipt.notices.append(.inFuture(takenAt))
        }
        var body = PhotoAnnotated(photo: photo.id)
        if edit.note != .keep, edit.note.applied(to: photo.note) != photo.note {
          body.caption = edit.note
        }
        if takenAt != photo.at { body.takenAt = takenAt }
        if edit.isCover != photo.isCover { body.isCover = edit.isCover }
        if edit.isFavorite != photo.isFavorite {
          body.isFavorite = edit.isFavorite
        }
        guard body != PhotoAnnotated(photo: photo.id) else {
          receipt.changes.append(.unchanged(plant))
          continue
        }
        try session.action {
          try $0.perform(.annotatePhoto(body), on: plant.id, at: at)
        }
        photo.annotate(body)
        receipt.changes.append(.photoAnnotated(plant, photo))
      }
    }
  }

  /// Removes photos of a plant; undo restores them.
  ///
  /// - Returns: ``Change/photoRemoved(_:_:)`` for each.
  /// - Throws: `PhotoPickError`, and errors of choosing plants.
  public func removePhotos(
    of plant: PlantChoice, _ picks: [PhotoPick], _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = session.zone.offsetInstant(of: session.now)
      let (plant, photos) = try session.photos(of: plant, picks)
      try session.action { session in
        for photo in photos {
          try session.perform(.removePhoto(photo.id), on: plant.id, at: at)
        }
      }
      receipt.changes = photos.map { .photoRemoved(plant, $0) }
    }
  }
}

extension CorrectedTime {
  /// Returns the corrected time of a photo taken at `at`.
  fileprivate func taken(
    before at: OffsetInstant, in zone: TimeZoneRules
  ) -> OffsetInstant {
    switch self {
    case .moment(let moment): moment
    case .day(let day): zone.instant(of: day, atTimeOf: at)
    }
  }
}

extension CareJournal {
  /// Moves photos from one plant to another, as one action. Each keeps its id,
  /// its time and its caption; a photo that the other plant had before gets a
  /// new id.
  ///
  /// - Returns: ``Change/photoMoved(_:from:_:to:)`` for each.
  /// - Throws: `PhotoPickError`, ``SamePlant``, and errors of choosing plants.
  public func movePhotos(
    of plant: PlantChoice, _ picks: [PhotoPick], to other: PlantChoice,
    _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = session.zone.offsetInstant(of: session.now)
      let (plant, photos) = try session.photos(of: plant, picks)
      let snapshot = try session.snapshot()
      let other = try session.name(snapshot.plant(other))
      guard other.id != plant.id else { throw SamePlant() }
      let taken = try PhotoView.ids(of: other.id, in: snapshot)
      let moved = try session.place(
        photos.map { photo in
          NewPhoto(
            of: other.id,
            photo.file(
              as: taken.contains(photo.id)
                ? session.randomness.id() : photo.id),
            at: photo.at, note: photo.note, isFavorite: photo.isFavorite,
            isCover: photo.isCover)
        })
      try session.action { session in
        for photo in photos {
          try session.perform(.removePhoto(photo.id), on: plant.id, at: at)
        }
        try session.add(moved)
      }
      receipt.changes = zip(photos, moved).map { photo, added in
        .photoMoved(photo, from: plant, added, to: other)
      }
    }
  }
}

/// An error for moving a photo to the plant that has it.
public struct SamePlant: DescribedError {
  public var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput, "the photo is of that plant already",
      outcome: .nothingWritten)
  }
}

extension PhotoView {
  /// Returns the facts about the file, for another photo of it.
  fileprivate func file(as id: PhotoID) -> PhotoCaptured {
    PhotoCaptured(
      photo: id, sha256: file.sha256, byteCount: file.byteCount,
      width: file.width, height: file.height, mediaType: file.mediaType,
      dateSource: dateSource, sourceSha256: file.sourceSha256,
      dhash: file.dhash, thumbnailSha256: file.thumbnailSha256)
  }
}

extension ActionSession {
  /// Compares photos with those that their plants have.
  mutating func place(_ photos: [NewPhoto]) throws -> [AddedPhoto] {
    let snapshot = try snapshot()
    var known: [PlantID: [PhotoView]] = [:]
    return try photos.map { photo in
      let others =
        try known[photo.plant] ?? PhotoView.all(of: photo.plant, in: snapshot)
      let place = AddedPhoto(
        photo: photo, likeness: photo.likeness(to: others),
        hasCover: others.contains(where: \.isCover))
      known[photo.plant] = others + (place.isNew ? [photo.view] : [])
      return place
    }
  }

  /// Writes the events of new photos.
  mutating func add(_ photos: [AddedPhoto]) throws {
    for place in photos where place.isNew {
      let photo = place.photo
      try perform(
        .capturePhoto(photo.file), on: photo.plant, at: photo.at,
        note: photo.note)
      var said = PhotoAnnotated(photo: photo.file.photo)
      if photo.isFavorite { said.isFavorite = true }
      if photo.isCover, !place.hasCover { said.isCover = true }
      guard said != PhotoAnnotated(photo: photo.file.photo) else { continue }
      try perform(
        .annotatePhoto(said), on: photo.plant,
        at: zone.offsetInstant(of: now))
    }
  }

  /// Returns the changes for a receipt.
  mutating func changes(_ photos: [AddedPhoto]) throws -> [Change] {
    var changes: [Change] = []
    for photo in photos {
      changes.append(.photographed(try name(photo.photo.plant), photo))
    }
    return changes
  }
}

extension ActionSession {
  /// Returns notices on added photos.
  fileprivate mutating func notices(
    on photos: [AddedPhoto]
  ) throws -> [Notice] {
    var notices: [Notice] = []
    var ahead: Set<Instant> = []
    for place in photos {
      let photo = place.photo
      let isDated = photo.file.dateSource == .given
      if case .same(let other) = place.likeness {
        let staysDated = isDated && photo.at != other.at
        let staysNoted = photo.note != nil && photo.note != other.note
        if staysDated || staysNoted {
          notices.append(.photoKept(try name(photo.plant), other))
        }
      } else if isDated, photo.at.instant > now,
        ahead.insert(photo.at.instant).inserted
      {
        notices.append(.inFuture(photo.at))
      }
    }
    return notices
  }

  /// Returns a plant and its picked photos, each once.
  fileprivate mutating func photos(
    of choice: PlantChoice, _ picks: [PhotoPick]
  ) throws -> (plant: PlantName, photos: [PhotoView]) {
    let snapshot = try snapshot()
    let series = try snapshot.photos(ofOne: choice)
    var photos: [PhotoView] = []
    for pick in picks {
      let photo = try series.photo(pick)
      if !photos.contains(photo) { photos.append(photo) }
    }
    return (series.plant, photos)
  }
}

extension NewPhoto {
  fileprivate var view: PhotoView {
    PhotoView(file, of: plant, at: at, note: note)
  }

  /// The maximum numbers of differing bits of photos that look alike, or
  /// similar.
  private static let alikeBits = 4
  private static let similarBits = 9
  /// The numbers of set bits in pictures that can be told apart. Others have
  /// hardly a line and look like any other of their kind.
  private static let tellingBits = 6...58

  fileprivate func likeness(to others: [PhotoView]) -> AddedPhoto.Likeness? {
    let same = others.first { other in
      other.file.sha256 == file.sha256
        || file.sourceSha256 != nil
          && other.file.sourceSha256 == file.sourceSha256
    }
    if let same { return .same(same) }
    guard let looks = file.looks,
      Self.tellingBits.contains(looks.nonzeroBitCount)
    else { return nil }
    let nearest = others.compactMap { other in
      other.file.looks.map { (other, ($0 ^ looks).nonzeroBitCount) }
    }.min { $0.1 < $1.1 }
    guard let (other, bits) = nearest, bits <= Self.similarBits else {
      return nil
    }
    return bits <= Self.alikeBits ? .alike(other) : .similar(other)
  }
}
