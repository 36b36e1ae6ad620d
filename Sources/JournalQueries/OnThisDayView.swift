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
    var events: [Day: [EventDescription]] = [:]
    for place in try snapshot.places(before: day) {
      let reference = place.position.reference
      guard
        let event = try snapshot.log.event(
          reference, in: snapshot.transaction)
      else {
        throw StorageError.damagedEvent(reference, reason: "it is missing")
      }
      events[place.day, default: []].append(
        try snapshot.description(of: event, in: household))
    }
    years = events.map { Year(day: $0.key, events: $0.value) }
      .sorted { $0.day > $1.day }
  }
}

/// The place of an event, and its day.
private struct DatedPlace: Sendable {
  let day: Day
  let position: LogPosition
}

extension Snapshot {
  /// Returns the events on a date in previous years; `nil` stands for today.
  public func onThisDay(before day: Timed<Day>?) throws -> OnThisDayView {
    try OnThisDayView(before: day?.value(by: clock) ?? today, self)
  }

  /// Returns the places of the events of plants on the date of `day` in the
  /// years before, in canonical order.
  ///
  /// - Complexity: O(*n*) for the *n* events recorded within ``daysApart`` of
  ///   these dates. A long-lived program keeps the result, and looks again at
  ///   the plants alone that have new events.
  fileprivate func places(before day: Day) throws -> [DatedPlace] {
    let question = KeptFolds.Question.anniversaries(before: day)
    let known = try keptFolds(answering: question)
      .compactMapValues { $0 as? [DatedPlace] }
    var found: [StreamID: [DatedPlace]] = [:]
    if known.isEmpty {
      for date in try dates(before: day) {
        try forEachEvent(on: date...date) { _, _, event, _ in
          found[event.header.stream, default: []].append(
            DatedPlace(day: date, position: event.position))
        }
      }
      try forEachPlant { plant, _ in
        if found[plant] == nil { found[plant] = [] }
        return true
      }
    } else {
      var windows: [Day: Range<Stamp>]?
      try forEachPlant { plant, _ in
        guard known[plant] == nil else { return true }
        let all =
          try windows
          ?? Dictionary(
            uniqueKeysWithValues: dates(before: day).map {
              ($0, stamps(around: $0...$0))
            })
        windows = all
        found[plant] = try places(of: plant, within: all)
        return true
      }
    }
    for (stream, places) in found {
      keep(places, of: stream, size: 1 + places.count, answering: question)
    }
    return (Array(known.values.joined()) + found.values.joined())
      .sorted { $0.position < $1.position }
  }

  /// Returns the places of the events of a stream on days whose events were
  /// recorded with these stamps.
  private func places(
    of stream: StreamID, within windows: [Day: Range<Stamp>]
  ) throws -> [DatedPlace] {
    var places: [DatedPlace] = []
    try forEachEvent(inAll: [stream]) { payload, event, action, _ in
      guard let payload, payload.body.type.subject == .plant,
        case let day = zone.localDay(of: payload.at.instant),
        windows[day]?.contains(event.header.stamp) == true,
        try !isPassedOver(event, of: action)
      else { return }
      places.append(DatedPlace(day: day, position: event.position))
    }
    return places
  }

  /// Returns the days with the date of `day` since the year of the journal's
  /// first event.
  private func dates(before day: Day) throws -> [Day] {
    var first: Int?
    try log.forEachEvent(.forward, in: transaction) { event, bytes in
      let at = event.payload(in: bytes)?.at.instant ?? event.header.recorded
      first = zone.localDay(of: at).year
      return false
    }
    let (year, month, dayOfMonth) = day.components
    return ((first.map { min($0, year) } ?? year)..<year).compactMap {
      Day(year: $0, month: month, day: dayOfMonth)
    }
  }
}
