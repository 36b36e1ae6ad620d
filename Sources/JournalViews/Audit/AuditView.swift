public import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// The care that plants got, held against their schedules.
public struct AuditView: Sendable {
  /// One plant and its audits, by kind.
  public struct Plant: Sendable {
    /// The plant.
    public let id: PlantID
    /// Its state, for its name.
    public let state: PlantState
    /// One audit for each kind that was scheduled or given.
    public let kinds: [CareAudit]
  }

  /// The days that count.
  public let period: ClosedRange<Day>
  /// How many days late still count as on time.
  public let grace: Int
  /// The plants in the order asked for.
  public let plants: [Plant]

  /// Audits plants from their streams.
  ///
  /// - `kind`: Only this kind; `nil` for all.
  /// - `today`: The day of the view.
  /// - `recordedBy`: Leaves out what was recorded later.
  /// - Complexity: O(*n*) for the *n* events of the plants asked for.
  public init(
    of ids: [PlantID], _ journal: Journal, _ source: some CollectionSource,
    kind: TaskKind? = nil, period: ClosedRange<Day>, today: Day, grace: Int,
    recordedBy moment: Instant? = nil,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    self.period = period
    self.grace = grace
    plants = try ids.compactMap { id in
      guard let state = try source.plant(id, in: transaction) else {
        return nil
      }
      let events = try Self.events(
        of: id, journal, source, recordedBy: moment, in: transaction)
      var auditor = CareAuditor(
        calendar: source.calendar, period: period, today: today,
        grace: grace)
      let audits = auditor.audit(events)
      return Plant(
        id: id, state: state,
        kinds: audits.filter { kind == nil || $0.kind == kind })
    }
  }

  /// The events of a plant that count, in canonical order.
  private static func events(
    of id: PlantID, _ journal: Journal, _ source: some CollectionSource,
    recordedBy moment: Instant?,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(payload: EventPayload, writer: WriterID)] {
    var events: [(payload: EventPayload, writer: WriterID)] = []
    try journal.log.forEachEvent(of: id, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard moment.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes)
      else { return true }
      let action = ActionReference(
        first: EventReference(
          writer: event.header.writer, sequence: event.header.action,
          hashPrefix: entry.actionHashPrefix))
      guard try !source.isUndone(action, in: transaction) else { return true }
      events.append((payload, event.header.writer))
      return true
    }
    return events
  }
}
