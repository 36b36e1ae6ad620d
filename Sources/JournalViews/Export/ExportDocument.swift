public import Encodings
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// The document that `export json` writes: everything that is folded, in one
/// fixed form. The same events, moment, clock and zone give the same bytes.
public struct ExportDocument {
  /// The form's name and version.
  public static let format = "plantguide.export/1"

  /// What was recorded by then; `nil` for everything.
  public let asOf: Instant?
  /// Which moment is now.
  public let now: Instant
  /// Whether plants that left are included.
  public let includesRemoved: Bool

  /// Creates a document's description.
  public init(asOf: Instant?, now: Instant, includesRemoved: Bool) {
    self.asOf = asOf
    self.now = now
    self.includesRemoved = includesRemoved
  }

  /// Writes the document.
  public func write(
    _ journal: Journal, _ source: some CollectionSource,
    to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    let zone = source.calendar.zone
    let day = zone.localDay(of: now)
    let today = try TodayView(source, on: day, in: transaction)
    let upcoming = try UpcomingView(source, after: day, in: transaction)
    let statistics = try StatisticsView(source, on: day, in: transaction)
    let vector = try journal.log.vector(in: transaction)
    try writer.object { writer in
      writer.member("format", Self.format)
      writer.member("asOf", asOf.map { zone.offsetInstant(of: $0).description })
      writer.member("now", zone.offsetInstant(of: now).description)
      writer.member("timeZone", zone.identifier)
      writer.member("reducerVersion") {
        $0.integer(Journal.reducerVersion)
      }
      writer.member("vector") { $0.vector(vector) }
      try writer.member("collection") {
        try writePlants(journal, source, to: &$0, in: transaction)
      }
      try writer.member("rooms") {
        try Self.writeRooms(source, to: &$0, in: transaction)
      }
      try writer.member("schedules") {
        try writeSchedules(source, to: &$0, in: transaction)
      }
      writer.member("today") { $0.today(today, zone: zone) }
      writer.member("upcoming") { $0.upcoming(upcoming) }
      writer.member("statistics") { $0.statistics(statistics) }
      writer.member("settings") { $0.settings(source.settings) }
    }
  }

  private func writePlants(
    _ journal: Journal, _ source: some CollectionSource,
    to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    try writer.array { writer in
      try source.forEachPlant(in: transaction) { id, state in
        guard isIncluded(state) else { return true }
        writer.plant(
          try PlantView(id, state, source, journal.log, in: transaction))
        return true
      }
    }
  }

  /// Writes the rooms in room order, each with the plants that show in it.
  public static func writeRooms(
    _ source: some CollectionSource, to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    let counts = try source.plantCounts(in: transaction)
    writer.array { writer in
      for room in source.rooms.rooms {
        writer.room(room, plantCount: counts[room.id] ?? 0)
      }
    }
  }

  private func writeSchedules(
    _ source: some CollectionSource, to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    try writer.array { writer in
      try source.forEachPlant(in: transaction) { id, state in
        guard isIncluded(state) else { return true }
        for care in state.cares {
          if let view = ScheduleView(
            care, of: state, plant: id, in: source.calendar)
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

extension CollectionSource {
  /// How many present plants show in each room.
  public func plantCounts(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [RoomID: Int] {
    var counts: [RoomID: Int] = [:]
    try forEachPlant(in: transaction) { _, state in
      if state.isPresent {
        counts[rooms.effective(state.room), default: 0] += 1
      }
      return true
    }
    return counts
  }
}
