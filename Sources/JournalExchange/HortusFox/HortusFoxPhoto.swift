public import JournalActions
public import JournalEvents
public import JournalTime

/// A photo in a HortusFox backup: a row of the gallery, or a plant's picture.
public struct HortusFoxPhoto: Sendable, Hashable {
  /// The plant in the photo.
  public let plant: PlantID
  /// The possible paths of its file in the backup, the best first: HortusFox
  /// also keeps small pictures.
  public let files: [String]
  /// The time when it was added to HortusFox.
  public let addedAt: OffsetInstant?
  /// The note about it.
  public let note: String?
  /// A Boolean value that indicates whether it is the picture of its plant.
  public internal(set) var isCover: Bool

  /// Reads a row of the gallery; `nil` if it names no file, for example if the
  /// picture is on another server.
  ///
  /// - Throws: `CellError` if a value cannot be read, or the note is too long.
  init?(
    ofGallery entry: HortusFoxEntry, of plant: HortusFoxPlant,
    zone: TimeZoneRules
  ) throws(CellError) {
    let thumb = Self.fileName(entry.text("thumb"))
    let names = [Self.fileName(entry.text("original")), thumb]
    files = names.compactMap { $0.map { "gallery/img/\($0)" } }
    guard !files.isEmpty else { return nil }
    self.plant = plant.id
    addedAt = try entry.instant("created_at", in: zone)
    note = try entry.note("label")
    isCover = thumb != nil && thumb == plant.picture
  }

  /// Creates the picture of a plant outside of its gallery.
  init?(of plant: HortusFoxPlant) {
    guard let name = plant.picture.flatMap(Self.fileName) else { return nil }
    self.plant = plant.id
    files = ["plants/img/\(name)"]
    addedAt = plant.picturedAt ?? plant.addedAt
    note = nil
    isCover = true
  }

  /// Returns a file name that leads nowhere else; `nil` for others.
  private static func fileName(_ text: String?) -> String? {
    guard let text, !text.contains("/"), text != ".", text != ".." else {
      return nil
    }
    return text
  }
}

/// The photos of a backup with stored files, and the counts of the others.
public struct HortusFoxPhotos: Sendable {
  /// The photos to add.
  public var new: [NewPhoto] = []
  /// The number of photos imported before.
  public var known = 0
  /// The number of photos imported before and erased since.
  public var erased = 0
  /// The number of photos without a file in the backup.
  public var missing = 0
  /// The files that are no pictures, with reasons.
  public var refused: [TableProblem] = []

  /// Creates an empty list.
  public init() {}
}
