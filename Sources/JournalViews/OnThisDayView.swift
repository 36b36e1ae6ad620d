internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// What happened on a date in the years before.
///
/// It is found near the place in the log where that day's events stand: what
/// was noted down more than a week later is left out, so that the cost does
/// not grow with the log.
public struct OnThisDayView: Sendable {
  /// One year's events on the date.
  public struct Year: Sendable {
    /// The day.
    public let day: Day
    /// What happened on it, in canonical order, undone actions left out.
    public let events: [RecordedEvent]
  }

  /// The years in which something happened, the latest first.
  public let years: [Year]

  /// How many days after a day its events are still looked for.
  private static let daysNotedLate = 7

  /// Looks back from `day`, which is not part of the view.
  ///
  /// - `recordedBy`: Leaves out what was recorded later.
  public init(
    before day: Day, _ journal: Journal, _ source: some CollectionSource,
    recordedBy moment: Instant? = nil,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws {
    var first: Int?
    try journal.log.forEachEvent(.forward, in: transaction) { event, bytes in
      let at = event.payload(in: bytes)?.at.instant ?? event.header.recorded
      first = source.calendar.zone.localDay(of: at).year
      return false
    }
    let (year, month, dayOfMonth) = day.components
    var years: [Year] = []
    for past in (first.map { min($0, year) } ?? year)..<year {
      guard let date = Day(year: past, month: month, day: dayOfMonth) else {
        continue
      }
      let events = try Self.events(
        on: date, journal, source, recordedBy: moment, in: transaction)
      if !events.isEmpty { years.append(Year(day: date, events: events)) }
    }
    self.years = years.reversed()
  }

  private static func events(
    on day: Day, _ journal: Journal, _ source: some CollectionSource,
    recordedBy moment: Instant?,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [RecordedEvent] {
    let zone = source.calendar.zone
    let start = Stamp(at: zone.startOfDay(day))
    let end = Stamp(
      at: zone.startOfDay(day.advanced(by: 1 + daysNotedLate)))
    var events: [RecordedEvent] = []
    try journal.log.forEachEvent(
      .forward, since: start, in: transaction
    ) { visited, bytes in
      guard visited.header.stamp < end else { return false }
      guard moment.map({ visited.header.recorded <= $0 }) ?? true,
        let payload = visited.payload(in: bytes),
        payload.body.type.subject == .plant,
        zone.localDay(of: payload.at.instant) == day,
        let action = try journal.log.action(
          of: visited.header, at: visited.position, in: transaction),
        try !source.isUndone(action, in: transaction)
      else { return true }
      events.append(
        try EventLog.checked(bytes, as: visited.position.reference))
      return true
    }
    return events
  }
}
