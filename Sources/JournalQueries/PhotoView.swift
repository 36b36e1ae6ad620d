internal import Encodings
public import ErrorKit
internal import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// A photo of a plant, with its latest annotations.
public struct PhotoView: Sendable, Hashable {
  /// The photo's id.
  public let id: PhotoID
  /// The plant in the photo.
  public let plant: PlantID
  /// The event that added it; `nil` for a photo not yet added.
  public let origin: EventReference?
  /// The facts about its file.
  public let file: PhotoCaptured
  /// The time when it was taken.
  public private(set) var at: OffsetInstant
  /// The source of that time.
  public private(set) var dateSource: PhotoDateSource
  /// The caption.
  public private(set) var note: String?
  /// A Boolean value that indicates whether it is a favourite.
  public private(set) var isFavorite = false
  /// A Boolean value that indicates whether it is the picture of its plant.
  public fileprivate(set) var isCover = false

  package init(
    _ file: PhotoCaptured, of plant: PlantID, at: OffsetInstant,
    note: String?, origin: EventReference? = nil
  ) {
    id = file.photo
    self.plant = plant
    self.origin = origin
    self.file = file
    self.at = at
    dateSource = file.dateSource
    self.note = note
  }

  /// The short id, which users type.
  public var shortID: String { ShortID.text(of: id) }

  /// Applies an annotation.
  package mutating func annotate(_ body: PhotoAnnotated) {
    note = body.caption.applied(to: note)
    if let takenAt = body.takenAt {
      at = takenAt
      dateSource = .given
    }
    if let isFavorite = body.isFavorite { self.isFavorite = isFavorite }
    if let isCover = body.isCover { self.isCover = isCover }
  }

  /// Returns the photos of a plant, by the time when they were taken.
  public static func all(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [PhotoView] {
    try PhotoFold(of: plant, in: snapshot).photos
  }

  /// Returns the photos of all plants, in the order of their addition.
  public static func all(
    in snapshot: borrowing Snapshot
  ) throws -> [PhotoView] {
    try PhotoFold(of: snapshot).found
  }

  /// Returns the ids of all photos that a plant ever had. No new photo of the
  /// plant can have one of them.
  package static func ids(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> Set<PhotoID> {
    try PhotoFold(of: plant, in: snapshot).ids
  }

  /// Returns the files of photos that were not removed, undone or erased.
  public static func files(
    in snapshot: borrowing Snapshot
  ) throws -> PhotoFileNames {
    PhotoFileNames(of: try PhotoFold(of: snapshot).found.map(\.file))
  }

  /// Returns the files from which a plant's photos were made, including removed
  /// photos.
  public static func sources(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> Set<BlobName> {
    try PhotoFold(of: plant, in: snapshot).sources
  }

  /// Returns the files from which photos were made, including removed photos.
  public static func sources(
    in snapshot: borrowing Snapshot
  ) throws -> Set<BlobName> {
    try PhotoFold(of: snapshot).sources
  }
}

/// The files of photos.
public struct PhotoFileNames: Sendable, Hashable {
  /// The thumbnails' files.
  public var thumbnails: Set<BlobName>
  /// The photos' own files.
  public var photos: Set<BlobName>

  /// Creates the names of files.
  public init(
    thumbnails: Set<BlobName> = [], photos: Set<BlobName> = []
  ) {
    self.thumbnails = thumbnails
    self.photos = photos
  }

  init(of photos: [PhotoCaptured]) {
    thumbnails = Set(photos.compactMap(\.thumbnailSha256))
    self.photos = Set(photos.map(\.sha256))
  }
}

/// The photos that events add, by which other events name them: the id and the
/// stream. Each plant has ids of its own: a photo that moved to another plant
/// keeps its id, and both plants may be one later.
struct PhotoPlaces {
  private struct Key: Hashable {
    let stream: StreamID
    let photo: PhotoID
  }

  private var places: [Key: Int] = [:]
  /// The places of removed photos.
  private(set) var removed: Set<Int> = []

  /// Adds a photo at a place; returns `false` for a second one with the same
  /// id, which is ignored.
  mutating func add(
    _ photo: PhotoID, in stream: StreamID, at place: Int
  ) -> Bool {
    let key = Key(stream: stream, photo: photo)
    guard places[key] == nil else { return false }
    places[key] = place
    return true
  }

  mutating func remove(_ photo: PhotoID, in stream: StreamID) {
    if let place = self[photo, in: stream] { removed.insert(place) }
  }

  /// The place of a photo; `nil` if no event added it before.
  subscript(photo: PhotoID, in stream: StreamID) -> Int? {
    places[Key(stream: stream, photo: photo)]
  }

  /// The places of photos that were not removed.
  var remaining: Set<Int> { Set(places.values).subtracting(removed) }
}

/// Folds the events of photos in canonical order.
struct PhotoFold {
  /// The photos in the order of their addition.
  private var views: [PhotoView] = []
  private var places = PhotoPlaces()
  /// The index of each plant's chosen picture.
  private var cover: [PlantID: Int] = [:]

  /// Folds the events of all photos.
  init(of snapshot: borrowing Snapshot) throws {
    try snapshot.forEachPosition(of: .photo) { plant, position in
      try add(position, of: plant, in: snapshot)
    }
  }

  init(of plant: PlantID, in snapshot: borrowing Snapshot) throws {
    let positions = try snapshot.positions(of: .photo, of: plant)
    views.reserveCapacity(positions.count)
    for position in positions {
      try add(position, of: plant, in: snapshot)
    }
  }

  mutating func add(
    _ position: LogPosition, of plant: PlantID,
    in snapshot: borrowing Snapshot
  ) throws {
    guard let (payload, stream) = try snapshot.observation(at: position) else {
      return
    }
    add(payload, in: stream, of: plant, at: position.reference)
  }

  private mutating func add(
    _ payload: EventPayload, in stream: StreamID, of plant: PlantID,
    at origin: EventReference
  ) {
    switch payload.body {
    case .photoCaptured(let body):
      guard places.add(body.photo, in: stream, at: views.count) else { return }
      views.append(
        PhotoView(
          body, of: plant, at: payload.at, note: payload.note, origin: origin))
    case .photoAnnotated(let body):
      guard let place = places[body.photo, in: stream],
        !places.removed.contains(place)
      else { return }
      views[place].annotate(body)
      // The cover is known only at the end.
      views[place].isCover = false
      guard let isCover = body.isCover else { return }
      if isCover {
        cover[plant] = place
      } else if cover[plant] == place {
        cover[plant] = nil
      }
    case .photoRemoved(let body):
      places.remove(body.photo, in: stream)
      guard let place = places[body.photo, in: stream], cover[plant] == place
      else { return }
      cover[plant] = nil
    default: break
    }
  }

  /// The ids of all photos, including removed photos.
  var ids: Set<PhotoID> { Set(views.map(\.id)) }

  /// The files from which the photos were made, including removed photos.
  var sources: Set<BlobName> { Set(views.compactMap(\.file.sourceSha256)) }

  /// The remaining photos in the order of their addition.
  var found: [PhotoView] {
    var found = views
    for place in cover.values { found[place].isCover = true }
    guard !places.removed.isEmpty else { return found }
    return found.indices.filter { !places.removed.contains($0) }
      .map { found[$0] }
  }

  /// The remaining photos by the time when they were taken.
  var photos: [PhotoView] {
    let found = found
    // Photos are large, and most were added in the order of their times.
    let isInOrder = found.indices.dropFirst().allSatisfy {
      found[$0 - 1].at.instant <= found[$0].at.instant
    }
    guard !isInOrder else { return found }
    return found.indices.sorted { left, right in
      (found[left].at.instant, left) < (found[right].at.instant, right)
    }.map { found[$0] }
  }
}

extension [PhotoView] {
  /// The cover of a single plant's photos: the selected one, or else the
  /// latest.
  public var cover: PhotoView? { first(where: \.isCover) ?? last }
}

/// A choice of one photo of a plant.
public enum PhotoPick: Sendable, Hashable {
  /// The latest.
  case latest
  /// The photo with this short id, or with an id that starts with this text.
  case named(String)
  /// The only photo that was taken on these days.
  case taken(ClosedRange<Day>)
  /// The photo that was taken nearest to these days.
  case near(ClosedRange<Day>)
}

/// The reason why no photo can be chosen.
public enum PhotoPickError: DescribedError {
  /// The plant has no photo.
  case noPhoto(PlantName)
  /// The plant has no photo of these days.
  case noneTaken(ClosedRange<Day>, PlantName)
  /// The plant has no photo of this name.
  case notFound(String, PlantName)
  /// Several photos of the plant have this name.
  case ambiguous(String, candidates: [PhotoView])

  public var facts: ErrorFacts {
    switch self {
    case .noPhoto(let plant):
      ErrorFacts(
        .nothingMatched,
        "there is no photo of \(plant.displayName) "
          + "(\(ShortID.text(of: plant.id)))", .addPhoto)
    case .noneTaken(let days, let plant):
      ErrorFacts(
        .nothingMatched,
        "\(plant.displayName) has no photo of \(Self.text(of: days))",
        .listPhotos)
    case .notFound(let name, let plant):
      ErrorFacts(
        .nothingMatched, "\(plant.displayName) has no photo '\(name)'",
        .listPhotos)
    case .ambiguous(let name, let candidates):
      ErrorFacts(
        .invalidInput,
        "'\(name)' could be "
          + candidates.prefix(Self.mostNamed).map {
            "\($0.shortID) of \($0.at.localDay)"
          }.joined(by: " or ")
          + (candidates.count > Self.mostNamed ? " …" : ""),
        "name one by its id, such as \(candidates[0].shortID)")
    }
  }

  private static let mostNamed = 5

  fileprivate static func text(of days: ClosedRange<Day>) -> String {
    days.lowerBound == days.upperBound
      ? days.lowerBound.description
      : "\(days.lowerBound) to \(days.upperBound)"
  }
}

/// The photos of one plant.
public struct PhotoSeries: Sendable {
  /// The plant.
  public let plant: PlantName
  /// The day of the plant's acquisition, or else of its addition.
  public let cameOn: Day?
  /// The photos by the time when they were taken.
  public let photos: [PhotoView]

  private static let shortestBeginning = 4

  /// Returns the latest photos, at most `count`.
  public func latest(_ count: Int) -> [PhotoView] {
    // Photos are large, so not all are copied.
    count < photos.count ? Array(photos.suffix(count)) : photos
  }

  /// Returns the chosen photo.
  ///
  /// - Throws: ``PhotoPickError``.
  public func photo(
    _ pick: PhotoPick
  ) throws(PhotoPickError) -> PhotoView {
    guard let latest = photos.last else { throw .noPhoto(plant) }
    switch pick {
    case .latest: return latest
    case .taken(let days):
      let found = photos.filter { days.contains($0.at.localDay) }
      guard let photo = found.first else { throw .noneTaken(days, plant) }
      guard found.count == 1 else {
        throw .ambiguous(PhotoPickError.text(of: days), candidates: found)
      }
      return photo
    case .near(let days):
      func distance(_ photo: PhotoView) -> Int {
        let day = photo.at.localDay
        return max(
          day.distance(to: days.lowerBound), days.upperBound.distance(to: day),
          0)
      }
      return photos.min { distance($0) < distance($1) } ?? latest
    case .named(let text):
      let name = text.lowercased()
      var found = photos.filter { $0.shortID == name }
      if found.isEmpty, name.utf8.count >= Self.shortestBeginning {
        found = photos.filter { $0.id.description.hasPrefix(name) }
      }
      guard let photo = found.first else { throw .notFound(text, plant) }
      guard found.count == 1 else {
        throw .ambiguous(text, candidates: found)
      }
      return photo
    }
  }
}

extension Snapshot {
  /// Returns the photos of a plant, even if it is removed.
  public func photos(
    of name: String, _ naming: PlantNaming
  ) throws -> PhotoSeries {
    let plant = try anyPlant(named: name, naming)
    return try photos(of: plant.id, plant.state)
  }

  /// Returns the photos of a single selected plant.
  package func photos(ofOne choice: PlantChoice) throws -> PhotoSeries {
    let id = try plant(choice)
    return try photos(of: id, plant(id) ?? PlantState())
  }

  /// Returns the photos of each of these plants that has any, in order.
  public func photos(of plants: [PlantID]) throws -> [PhotoSeries] {
    try plants.compactMap { id in
      guard let state = try plant(id) else { return nil }
      let series = try photos(of: id, state)
      return series.photos.isEmpty ? nil : series
    }
  }

  /// Returns the photos of each selected plant that has any: named plants in
  /// the given order, others, if not removed, by name.
  ///
  /// - Throws: The errors of ``plants(_:)``.
  public func photos(of choice: PlantChoice) throws -> [PhotoSeries] {
    guard choice.names.isEmpty else { return try photos(of: plants(choice)) }
    let matches = try filter(of: choice)
    let excepted = try excepted(from: choice)
    var all: [PhotoSeries] = []
    try forEachPlantByName { id, state in
      guard state.isPresent, matches(state), !excepted.contains(id) else {
        return true
      }
      let series = try photos(of: id, state)
      if !series.photos.isEmpty { all.append(series) }
      return true
    }
    if all.isEmpty, choice.hasFilter { _ = try plants(choice) }
    return all
  }

  private func photos(
    of id: PlantID, _ state: PlantState
  ) throws -> PhotoSeries {
    PhotoSeries(
      plant: PlantName(id, state.displayName),
      cameOn: state.profile?.acquiredOn ?? state.addedAt?.localDay,
      photos: try PhotoView.all(of: id, in: self))
  }
}
