internal import JournalCare
internal import JournalEvents
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
    public let events: [EventDescription]
  }

  /// The day that is looked back from.
  public let day: Day
  /// The years in which something happened, the latest first.
  public let years: [Year]

  /// Looks back from `day`, which is not part of the view.
  init(
    before day: Day, _ snapshot: borrowing Snapshot
  ) throws {
    self.day = day
    let household = try snapshot.household()
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
      var events: [EventDescription] = []
      try snapshot.forEachEvent(on: date...date) { _, _, event, bytes in
        let event = try EventLog.checked(bytes, as: event.position.reference)
        events.append(try snapshot.description(of: event, in: household))
      }
      if !events.isEmpty { years.append(Year(day: date, events: events)) }
    }
    self.years = years.reversed()
  }
}

extension Snapshot {
  /// What happened on a date in the years before; `nil` for that of today.
  public func onThisDay(before day: Timed<Day>?) throws -> OnThisDayView {
    try OnThisDayView(before: day?.value(by: clock) ?? today, self)
  }
}
