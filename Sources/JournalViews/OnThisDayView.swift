internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

/// What happened on a date in the years before, whenever it was noted down.
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
    let (year, month, dayOfMonth) = day.components
    var events: [Day: [RecordedEvent]] = [:]
    try DatedEvents(journal: journal, recordedBy: moment).forEach(
      source, in: transaction
    ) { past in
      let components = past.components
      return components.year < year && components.month == month
        && components.day == dayOfMonth
    } _: { past, _, event, bytes in
      events[past, default: []].append(
        try EventLog.checked(bytes, as: event.position.reference))
    }
    years = events.sorted { $0.key > $1.key }
      .map { Year(day: $0.key, events: $0.value) }
  }
}
