internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

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
  public init(
    before day: Day, _ snapshot: borrowing Snapshot
  ) throws {
    var first: Int?
    try snapshot.log.forEachEvent(.forward, in: snapshot.transaction) {
      event, bytes in
      let at = event.payload(in: bytes)?.at.instant ?? event.header.recorded
      first = snapshot.calendar.zone.localDay(of: at).year
      return false
    }
    let (year, month, dayOfMonth) = day.components
    var years: [Year] = []
    for past in (first.map { min($0, year) } ?? year)..<year {
      guard let date = Day(year: past, month: month, day: dayOfMonth) else {
        continue
      }
      var events: [RecordedEvent] = []
      try snapshot.forEachEvent(on: date...date) { _, _, event, bytes in
        events.append(
          try EventLog.checked(bytes, as: event.position.reference))
      }
      if !events.isEmpty { years.append(Year(day: date, events: events)) }
    }
    self.years = years.reversed()
  }
}
