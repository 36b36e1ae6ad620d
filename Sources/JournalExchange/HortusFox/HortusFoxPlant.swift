internal import Encodings
internal import JournalEvents
internal import JournalTime

/// Makes plants of the entries of `plants/data.json`.
struct HortusFoxPlant {
  /// The names of the locations by id.
  let locations: [String: String]
  /// Where the clocks go by which the backup's times were written.
  let zone: TimeZoneRules

  /// The plant of an entry.
  func plant(
    _ entry: HortusFoxEntry, place: String
  ) throws(CellError) -> IncomingPlant {
    var plant = IncomingPlant(place: place)
    plant.id = Self.id(of: entry)
    plant.callName = try entry.name("name")
    plant.scientificName = try entry.name("scientific_name")
    plant.room = entry.text("location").flatMap { locations[$0] }
    plant.tags = try tags(of: entry)
    plant.acquiredOn = try entry.day("date_of_purchase")
    plant.addedAt = try entry.instant("created_at", in: zone)
    plant.notes = try notes(of: entry)
    plant.cares = try cares(of: entry)
    if entry.isTrue("history") {
      plant.removal = .init(
        reason: .other, at: try entry.instant("history_date", in: zone))
    }
    return plant
  }

  /// The latest care is all that such a backup tells of what was done.
  private func cares(
    of entry: HortusFoxEntry
  ) throws(CellError) -> [IncomingPlant.Care] {
    var cares: [IncomingPlant.Care] = []
    for (column, kind) in Self.careColumns {
      guard let at = try entry.instant(column, in: zone) else { continue }
      cares.append(.init(kind: kind, at: at))
    }
    return cares
  }

  private static let careColumns: [(String, TaskKind)] = [
    ("last_watered", .watering), ("last_repotted", .repotting),
    ("last_fertilised", .fertilizing),
  ]

  private func tags(of entry: HortusFoxEntry) throws(CellError) -> [String] {
    let tags = entry.text("tags")?.split(separator: " ").map(String.init) ?? []
    guard tags.count <= FieldForm.listLimit,
      tags.allSatisfy({ $0.utf8.count <= FieldForm.nameLimit })
    else { throw CellError("'tags' has too many entries or too long ones") }
    return tags
  }

  private func notes(of entry: HortusFoxEntry) throws(CellError) -> [String] {
    guard let notes = entry.text("notes") else { return [] }
    guard notes.utf8.count <= FieldForm.noteLimit else {
      throw CellError(
        "'notes' is \(notes.utf8.count) bytes long; "
          + "at most \(FieldForm.noteLimit) are kept")
    }
    return [notes]
  }

  /// An id that follows from the entry, so that a second import finds the
  /// plants of the first.
  private static func id(of entry: HortusFoxEntry) -> PlantID? {
    guard let number = entry.text("id") else { return nil }
    // Numbers begin anew in each installation, so something else is needed.
    let names = [entry.text("name"), entry.text("scientific_name")]
    let origin =
      entry.text("created_at").map { "of \($0)" }
      ?? "called \(names.map { $0 ?? "" }.joined(by: ", "))"
    let name = Array("hortusfox plant \(number) \(origin)".utf8)
    let digest = EventHash(of: name.span.bytes).bytes
    // A UUID of version 8, whose form is its maker's own (RFC 9562).
    var bytes = Array(digest.prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return PlantID(bytes: bytes.span.bytes)
  }
}
