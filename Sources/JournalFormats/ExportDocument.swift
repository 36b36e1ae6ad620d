internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
internal import JournalQueries
internal import JournalTime

/// The document that `export json` writes: all folded state in one fixed form.
/// The same events, moment, clock and zone result in the same bytes.
public struct ExportDocument {
  /// The name and version of the form.
  public static let format = "plantguide.export/1"

  /// A part of the document, by its name in the document.
  public enum Part: String, CaseIterable, Sendable {
    /// The plants.
    case collection
    /// The rooms.
    case rooms
    /// The schedules.
    case schedules
    /// The photos, without their pictures.
    case photos
    /// The tasks of the day.
    case today
    /// The tasks of the days to come.
    case upcoming
    /// The counts of plants and care.
    case statistics
    /// The settings.
    case settings
  }

  let includesRemoved: Bool
  let parts: Set<Part>

  fileprivate func write(
    _ snapshot: borrowing Snapshot, to writer: inout JSONWriter
  ) throws {
    let zone = snapshot.zone
    let vector = try snapshot.log.vector(in: snapshot.transaction)
    try writer.object { writer in
      writer.member("format", Self.format)
      writer.member(
        "asOf", snapshot.asOf.map { zone.offsetInstant(of: $0).description })
      writer.member("now", zone.offsetInstant(of: snapshot.now).description)
      writer.member("timeZone", zone.identifier)
      writer.member("reducerVersion", Int(Journal.reducerVersion))
      writer.member("vector") { $0.vector(vector) }
      for part in Part.allCases where parts.contains(part) {
        try write(part, snapshot, to: &writer)
      }
    }
  }

  private func write(
    _ part: Part, _ snapshot: borrowing Snapshot,
    to writer: inout JSONWriter
  ) throws {
    switch part {
    case .collection:
      try writer.member("collection") { writer in
        try forEachPlant(of: snapshot, in: &writer) { writer, id, state in
          writer.plant(try PlantView(id, state, in: snapshot))
        }
      }
    case .rooms: writer.rooms(try snapshot.countedRooms())
    case .schedules:
      try writer.member("schedules") { writer in
        try forEachPlant(of: snapshot, in: &writer) { writer, id, state in
          for care in state.cares {
            ScheduleView(care, of: state, plant: id, in: snapshot.calendar)
              .map { writer.schedule($0) }
          }
        }
      }
    case .photos:
      try writer.member("photos") { writer in
        try forEachPlant(of: snapshot, in: &writer) { writer, id, _ in
          for photo in try PhotoView.all(of: id, in: snapshot) {
            writer.photo(photo)
          }
        }
      }
    case .today:
      let view = try TodayView(snapshot)
      writer.member("today") { $0.today(view, zone: snapshot.zone) }
    case .upcoming:
      writer.upcoming(
        try UpcomingView(snapshot, after: snapshot.today), hasNames: false)
    case .statistics:
      let view = try snapshot.statistics()
      writer.member("statistics") { $0.statistics(view) }
    case .settings:
      writer.member("settings") { $0.settings(snapshot.settings) }
    }
  }

  /// Writes an array that contains the output of `write` for each included
  /// plant.
  private func forEachPlant(
    of snapshot: borrowing Snapshot, in writer: inout JSONWriter,
    _ write: (inout JSONWriter, PlantID, PlantState) throws -> Void
  ) throws {
    try writer.array { writer in
      try snapshot.forEachPlant { id, state in
        if state.profile != nil, includesRemoved || state.removal == nil {
          try write(&writer, id, state)
        }
        return true
      }
    }
  }
}

extension Snapshot {
  /// Returns the document with all folded state, as one line.
  ///
  /// - Parameters:
  ///   - parts: The parts to write after the fields at the start of every
  ///     document.
  ///   - includesRemoved: A Boolean value that indicates whether to include
  ///     removed plants.
  /// - Returns: The bytes.
  /// - Throws: An error of the store.
  public func exportDocument(
    of parts: Set<ExportDocument.Part> = Set(ExportDocument.Part.allCases),
    includesRemoved: Bool = false
  ) throws -> [UInt8] {
    var writer = JSONWriter(capacity: 1 << 16)
    try ExportDocument(includesRemoved: includesRemoved, parts: parts)
      .write(self, to: &writer)
    writer.newline()
    return writer.bytes
  }
}
