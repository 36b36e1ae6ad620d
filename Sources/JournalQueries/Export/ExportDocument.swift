internal import Encodings
public import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
internal import JournalTime

/// The document that `export json` writes: everything that is folded, in one
/// fixed form. The same events, moment, clock and zone give the same bytes.
public struct ExportDocument {
  /// The form's name and version.
  public static let format = "plantguide.export/1"

  /// A part of the document, under the name that it has there.
  public enum Part: String, CaseIterable, Sendable {
    case collection
    case rooms
    case schedules
    case today
    case upcoming
    case statistics
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
        writer.name(part.rawValue)
        try write(part, snapshot, to: &writer)
      }
    }
  }

  private func write(
    _ part: Part, _ snapshot: borrowing Snapshot,
    to writer: inout JSONWriter
  ) throws {
    switch part {
    case .collection: try writePlants(snapshot, to: &writer)
    case .rooms: try Self.writeRooms(snapshot, to: &writer)
    case .schedules: try writeSchedules(snapshot, to: &writer)
    case .today: writer.today(try TodayView(snapshot), zone: snapshot.zone)
    case .upcoming:
      writer.upcoming(try UpcomingView(snapshot, after: snapshot.today))
    case .statistics: writer.statistics(try snapshot.statistics())
    case .settings: writer.settings(snapshot.settings)
    }
  }

  private func writePlants(
    _ snapshot: borrowing Snapshot, to writer: inout JSONWriter
  ) throws {
    try writer.array { writer in
      try snapshot.forEachPlant { id, state in
        guard isIncluded(state) else { return true }
        writer.plant(try PlantView(id, state, in: snapshot))
        return true
      }
    }
  }

  /// One object with the rooms, as a line.
  public static func roomsJSON(
    _ snapshot: borrowing Snapshot
  ) throws -> [UInt8] {
    var writer = JSONWriter()
    try writer.object { writer in
      writer.name("rooms")
      try writeRooms(snapshot, to: &writer)
    }
    writer.newline()
    return writer.bytes
  }

  /// Writes the rooms in room order, each with the plants that show in it.
  static func writeRooms(
    _ snapshot: borrowing Snapshot, to writer: inout JSONWriter
  ) throws {
    let counts = try snapshot.plantCounts()
    writer.array { writer in
      for room in snapshot.rooms.rooms {
        writer.room(room, plantCount: counts[room.id] ?? 0)
      }
    }
  }

  private func writeSchedules(
    _ snapshot: borrowing Snapshot, to writer: inout JSONWriter
  ) throws {
    try writer.array { writer in
      try snapshot.forEachPlant { id, state in
        guard isIncluded(state) else { return true }
        for care in state.cares {
          if let view = ScheduleView(
            care, of: state, plant: id, in: snapshot.calendar)
          {
            writer.schedule(view)
          }
        }
        return true
      }
    }
  }

  private func isIncluded(_ state: PlantState) -> Bool {
    state.profile != nil && (includesRemoved || state.removal == nil)
  }
}

extension Snapshot {
  /// The document with everything that is folded, as a line.
  ///
  /// - Parameters:
  ///   - parts: The parts that are written, after the fields that every
  ///     document begins with.
  ///   - includesRemoved: Whether plants that left are included.
  /// - Returns: The bytes.
  /// - Throws: What the store throws.
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

  /// How many present plants show in each room.
  func plantCounts() throws -> [RoomID: Int] {
    var counts: [RoomID: Int] = [:]
    try forEachPlant { _, state in
      if state.isPresent {
        counts[rooms.effective(state.room), default: 0] += 1
      }
      return true
    }
    return counts
  }

  /// The rooms in room order, each with how many plants show in it.
  public func countedRooms() throws -> [(room: RoomList.Room, count: Int)] {
    let counts = try plantCounts()
    return rooms.rooms.map { ($0, counts[$0.id] ?? 0) }
  }
}
