public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

/// The collection as it is now, read from the projections: what a view does
/// not ask for is not read.
public struct LiveCollection: CollectionSource {
  public let settings: JournalSettings
  public let rooms: RoomList
  public let calendar: CareCalendar
  private let log: EventLog
  private let databases: ProjectionDatabases

  /// Reads settings and rooms.
  public init(
    _ journal: Journal, in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    log = journal.log
    databases = journal.projections
    settings = try databases.journalSettings(in: transaction)
    rooms = try databases.roomList(in: transaction)
    calendar = settings.calendar()
  }

  public func plant(
    _ id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> PlantState? {
    try databases.plant(id, in: transaction)
  }

  public func forEachPlant(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    try databases.forEachPlant(in: transaction, body)
  }

  public func forEachDue(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try databases.forEachDue(in: days, transaction, body)
  }

  public func forEachSnoozed(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try databases.forEachSnoozed(in: days, transaction, body)
  }

  public func forEachWatering(
    gatheringFrom days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try databases.forEachWatering(gatheringFrom: days, transaction, body)
  }

  public func forEachDone(
    since start: Instant,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (DoneEntry) throws -> Bool
  ) throws {
    try databases.forEachDone(since: start, in: transaction, body)
  }

  public func latestCare(
    of plant: PlantID, _ kind: TaskKind, on day: Day,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Instant? {
    try CareScan(log: log, plant: plant, kind: kind, day: day, calendar)
      .latest(in: transaction, recordedBy: nil) { action in
        try databases.isUndone(action, in: transaction)
      }
  }

  public func notePositions(
    of plant: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [LogPosition] {
    try databases.notePositions(of: plant, in: transaction)
  }

  public func count(
    of statistic: Statistic,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    try databases.count(of: statistic, in: transaction)
  }

  public func counts(
    perFamily: Bool, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(name: String, count: Int)] {
    try databases.counts(perFamily: perFamily, in: transaction)
  }

  public func openTaskCount(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    try databases.openTaskCount(in: days, transaction)
  }

  public func isUndone(
    _ action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Bool {
    try databases.isUndone(action, in: transaction)
  }
}

/// Looks for care on one day in a plant's stream: for the rare plant whose
/// latest care lies after that day.
struct CareScan {
  let log: EventLog
  let plant: PlantID
  let kind: TaskKind
  let day: Day
  let calendar: CareCalendar

  init(
    log: EventLog, plant: PlantID, kind: TaskKind, day: Day,
    _ calendar: CareCalendar
  ) {
    self.log = log
    self.plant = plant
    self.kind = kind
    self.day = day
    self.calendar = calendar
  }

  func latest(
    in transaction: borrowing some Transaction & ~Copyable,
    recordedBy moment: Instant?, isUndone: (ActionReference) throws -> Bool
  ) throws -> Instant? {
    var latest: Instant?
    try log.forEachEvent(of: plant, in: transaction) { entry, bytes in
      let event = try VisitedEvent(
        bytes, stored: entry.position.reference)
      guard moment.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes),
        case .taskCompleted(let body) = payload.body, body.kind == kind
      else { return true }
      let at = payload.at.instant
      guard calendar.zone.localDay(of: at) == day,
        try !isUndone(entry.action(of: event.header))
      else { return true }
      latest = max(latest ?? at, at)
      return true
    }
    return latest
  }
}

extension StreamEntry {
  /// The action of the event with `header`, to which this entry belongs.
  func action(of header: EventHeader) -> ActionReference {
    ActionReference(
      first: EventReference(
        writer: header.writer, sequence: header.action,
        hashPrefix: actionHashPrefix))
  }
}
