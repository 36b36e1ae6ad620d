public import JournalActions
public import JournalEvents
public import JournalTime

/// A photo of which a backup of HortusFox tells: a row of its gallery, or the
/// picture that stands for a plant.
public struct HortusFoxPhoto: Sendable, Hashable {
  /// The plant that it shows.
  public let plant: PlantID
  /// What its file may be called in the backup, the best first: HortusFox
  /// keeps pictures small, too.
  public let files: [String]
  /// When it was added to HortusFox.
  public let addedAt: OffsetInstant?
  /// What is said of it.
  public let note: String?
  /// Whether it is the picture of its plant.
  public internal(set) var isCover: Bool

  /// Reads a row of the gallery; `nil` where no file is named, as where a
  /// picture lies on some other server.
  ///
  /// - Throws: `CellError` where it cannot be kept as a whole.
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

  /// The picture of a plant that is none of its gallery.
  init?(of plant: HortusFoxPlant) {
    guard let name = plant.picture.flatMap(Self.fileName) else { return nil }
    self.plant = plant.id
    files = ["plants/img/\(name)"]
    addedAt = plant.picturedAt ?? plant.addedAt
    note = nil
    isCover = true
  }

  /// A name that leads nowhere else.
  private static func fileName(_ text: String?) -> String? {
    guard let text, !text.contains("/"), text != ".", text != ".." else {
      return nil
    }
    return text
  }
}

/// Photos of a backup whose files are kept already, and what became of others.
public struct HortusFoxPhotos: Sendable {
  /// Those that are to be added.
  public var new: [NewPhoto] = []
  /// How many were taken before.
  public var known = 0
  /// How many were taken before and erased since.
  public var erased = 0
  /// How many have no file in the backup.
  public var missing = 0
  /// The files that show no picture, and why.
  public var refused: [TableProblem] = []

  /// None yet.
  public init() {}
}
