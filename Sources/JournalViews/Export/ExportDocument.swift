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

  /// What was recorded by then; `nil` for everything.
  public let asOf: Instant?
  /// Which moment is now.
  public let now: Instant
  /// Whether plants that left are included.
  public let includesRemoved: Bool
  /// The parts that are written, after the fields that every document begins
  /// with.
  public let parts: Set<Part>

  /// Creates a document's description.
  public init(
    asOf: Instant?, now: Instant, includesRemoved: Bool,
    parts: Set<Part> = Set(Part.allCases)
  ) {
    self.asOf = asOf
    self.now = now
    self.includesRemoved = includesRemoved
    self.parts = parts
  }

  /// Writes the document.
  public func write(
    _ journal: Journal, _ source: some CollectionSource,
    to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    let zone = source.calendar.zone
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
      for part in Part.allCases where parts.contains(part) {
        writer.name(part.rawValue)
        try write(part, journal, source, to: &writer, in: transaction)
      }
    }
  }

  private func write(
    _ part: Part, _ journal: Journal, _ source: some CollectionSource,
    to writer: inout JSONWriter,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    let zone = source.calendar.zone
    let day = zone.localDay(of: now)
    switch part {
    case .collection:
      try writePlants(journal, source, to: &writer, in: transaction)
    case .rooms:
      try Self.writeRooms(source, to: &writer, in: transaction)
    case .schedules:
      try writeSchedules(source, to: &writer, in: transaction)
    case .today:
      writer.today(
        try TodayView(source, on: day, in: transaction), zone: zone)
    case .upcoming:
      writer.upcoming(
        try UpcomingView(source, after: day, in: transaction))
    case .statistics:
      writer.statistics(
        try StatisticsView(source, on: day, in: transaction))
    case .settings:
      writer.settings(source.settings)
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
