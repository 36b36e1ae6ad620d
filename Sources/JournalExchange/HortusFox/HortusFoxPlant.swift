internal import Encodings
internal import JournalActions
internal import JournalEvents
internal import JournalTime

/// A row of `plants/data.json`, with the plant's entries in the log.
struct HortusFoxPlant: Sendable {
  /// An entry of the log that the keeper wrote.
  struct LogNote: Sendable, Hashable {
    let text: String
    /// The time of the entry; `nil` if the row has none.
    let at: OffsetInstant?
  }

  /// Care that was given.
  struct Care: Sendable, Hashable {
    let kind: TaskKind
    let at: OffsetInstant
  }

  /// The place in the backup.
  let place: String
  /// The number of the row.
  let row: String
  /// The id, derived from the row.
  let id: PlantID
  /// The name, which need not be unique.
  let name: String?
  /// The scientific name, if known.
  let scientificName: String?
  /// The number of its location.
  let location: String?
  let tags: [String]
  /// The day of acquisition.
  let acquiredOn: Day?
  /// The time when the row was made.
  let addedAt: OffsetInstant?
  /// The text beside the plant.
  let notes: String?
  /// A Boolean value that indicates whether it is in the history.
  let hasLeft: Bool
  /// The time when it went there, if known.
  let leftAt: OffsetInstant?
  /// The number of the plant that it was cloned from.
  let originRow: String?
  /// The plant that it was cloned from, if it is in the backup.
  var origin: PlantID?
  /// The care given, without duplicates.
  private(set) var cares: [Care] = []
  /// The entries of the log.
  private(set) var log: [LogNote] = []
  /// The attributes that not every plant has.
  var attributes: [HortusFoxAttribute]
  /// The one-off tasks.
  var tasks: [HortusFoxTask] = []
  /// The file of its picture; `nil` for HortusFox's own one.
  let picture: String?
  /// The time when the picture was chosen, if known.
  let picturedAt: OffsetInstant?
  /// The photos with stored files.
  var photos: [NewPhoto] = []
  /// The values that were cut, in words.
  private(set) var shortened: [String] = []

  /// Reads the plant of a row.
  ///
  /// - Throws: `CellError` if it cannot be kept as a whole.
  init(
    _ entry: HortusFoxEntry, zone: TimeZoneRules
  ) throws(CellError) {
    guard let row = entry.text("id"), let bits = entry.id(of: "plant") else {
      throw CellError("it has no id")
    }
    place = entry.place
    self.row = row
    id = PlantID(bits: bits)
    var cut: [String] = []
    func short(_ column: String) -> String? {
      guard let text = entry.text(column) else { return nil }
      let name = Self.shortened(text)
      if name != text {
        cut.append("'\(column)' is too long and was shortened: '\(text)'")
      }
      return name
    }
    name = short("name")
    scientificName = short("scientific_name")
    guard name != nil || scientificName != nil else {
      throw CellError("it has neither a name nor a species")
    }
    location = entry.text("location")
    let words = entry.text("tags")?.split(separator: " ").map(String.init) ?? []
    tags = Array(
      words.filter { $0.utf8.count <= FieldForm.nameLimit }
        .prefix(FieldForm.listLimit))
    if tags.count < words.count {
      cut.append(
        "'tags' has too many entries or too long ones, of which "
          + "\(words.count - tags.count) were skipped")
    }
    acquiredOn = try entry.day("date_of_purchase")
    addedAt = try entry.instant("created_at", in: zone)
    notes = try entry.note("notes")
    hasLeft = entry.isTrue("history")
    leftAt = try entry.instant("history_date", in: zone)
    originRow = entry.text("clone_origin")
    picture = entry.text("photo").flatMap {
      $0 == "placeholder.jpg" ? nil : $0
    }
    picturedAt = try entry.instant("last_photo_date", in: zone)
    attributes = HortusFoxAttribute.all(of: entry)
    shortened = cut
    for (column, kind) in Self.careColumns {
      guard let at = try entry.instant(column, in: zone) else { continue }
      cares.append(Care(kind: kind, at: at))
    }
  }

  private static let careColumns: [(String, TaskKind)] = [
    ("last_watered", .watering), ("last_repotted", .repotting),
    ("last_fertilised", .fertilizing),
  ]

  /// Takes an entry of the plant's log: a note of its keeper, or HortusFox's
  /// own note of a new date of care (`[System] last_watered = 2026-11-18`).
  ///
  /// - Returns: Whether it is imported; changes of other columns are not.
  /// - Throws: `CellError` if it cannot be kept.
  mutating func take(
    _ entry: HortusFoxEntry, zone: TimeZoneRules
  ) throws(CellError) -> Bool {
    guard let text = try entry.note("content") else { return false }
    let mark = "[System] "
    guard text.hasPrefix(mark) else {
      log.append(
        LogNote(text: text, at: try entry.instant("created_at", in: zone)))
      return true
    }
    let parts = text.dropFirst(mark.count).split(
      separator: " = ", maxSplits: 1)
    guard parts.count == 2,
      let kind = Self.careColumns.first(where: { $0.0 == parts[0] })?.1
    else { return false }
    // The database keeps a day without a time as its midnight.
    let time = parts[1].utf8.count == 10 ? "\(parts[1]) 00:00" : "\(parts[1])"
    guard let at = LocalTimestamp.instant(time, in: zone) else { return false }
    let care = Care(kind: kind, at: at)
    if !cares.contains(care) { cares.append(care) }
    return true
  }

  /// Returns `text` on one line, cut to the length of a name.
  static func shortened(_ text: String) -> String {
    var name = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    guard name.utf8.count > FieldForm.nameLimit else { return name }
    while name.utf8.count > FieldForm.nameLimit - "…".utf8.count {
      name.removeLast()
    }
    return name.trimmingSpaces + "…"
  }
}
