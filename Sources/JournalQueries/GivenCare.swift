internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime

/// Care as views of a day count it: once per plant and kind, and once per task
/// with a title.
struct GivenCare: Hashable {
  let plant: PlantID
  let kind: TaskKind
  let title: String?

  /// Creates the care that an event records; `nil` for other events.
  init?(_ body: EventBody, to plant: PlantID) {
    guard let given = body.careGiven else { return nil }
    self.plant = plant
    kind = given.kind
    if case .taskCompleted(let body) = body {
      title = body.title
    } else {
      title = nil
    }
  }
}

extension Snapshot {
  /// Returns the care given to a plant on `day`, each with its latest time.
  ///
  /// - Complexity: O(*n*) for the *n* events of the plant since ``daysApart``
  ///   before the day.
  func careGiven(
    to plant: PlantID, on day: Day
  ) throws -> [GivenCare: Instant] {
    let start = Stamp(
      at: zone.startOfDay(day.advanced(by: -Self.daysApart)))
    var cares: [GivenCare: Instant] = [:]
    try log.forEachEvent(of: streams(of: plant), .backward, in: transaction) {
      entry, bytes in
      guard entry.position.stamp >= start else { return false }
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard let payload = event.payload(in: bytes),
        zone.localDay(of: payload.at.instant) == day,
        let care = GivenCare(payload.body, to: plant),
        asOf.map({ event.header.recorded <= $0 }) ?? true,
        try !isPassedOver(
          event,
          of: ActionReference(
            of: event.header, hashPrefix: entry.actionHashPrefix))
      else { return true }
      cares.merge([care: payload.at.instant], uniquingKeysWith: max)
      return true
    }
    return cares
  }
}
