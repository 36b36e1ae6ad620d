internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// What happened on a date in the years before, as far as it was noted down
/// within a month of it.
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
      var events: [RecordedEvent] = []
      try DatedEvents(journal: journal, recordedBy: moment).forEach(
        on: date...date, source, in: transaction
      ) { _, _, event, bytes in
        events.append(
          try EventLog.checked(bytes, as: event.position.reference))
      }
      if !events.isEmpty { years.append(Year(day: date, events: events)) }
    }
    self.years = years.reversed()
  }
}
