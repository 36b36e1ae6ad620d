internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// The events on a date in previous years that were recorded within a month.
public struct OnThisDayView: Sendable {
  /// The events of one year on the date.
  public struct Year: Sendable {
    /// The day.
    public let day: Day
    /// The events of the day in canonical order, without undone actions.
    public let events: [EventDescription]
  }

  /// The reference day.
  public let day: Day
  /// The years with events, the latest first.
  public let years: [Year]

  /// Creates the view of the years before `day`, which is not included.
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
  /// Returns the events on a date in previous years; `nil` stands for today.
  public func onThisDay(before day: Timed<Day>?) throws -> OnThisDayView {
    try OnThisDayView(before: day?.value(by: clock) ?? today, self)
  }
}
