import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit

extension ActionSession.Options {
  /// A user in Paris.
  static func test(
    now: Instant, usesFreshWriter: Bool = false, person: Person? = nil
  ) -> ActionSession.Options {
    ActionSession.Options(
      now: now, program: "test", timeZone: "Europe/Paris",
      usesFreshWriter: usesFreshWriter, person: person)
  }
}

extension EventPayload {
  /// A body that holds from the start of 1970 on.
  init(body: EventBody) {
    let at = OffsetInstant(
      instant: Instant(milliseconds: 0), offsetMinutes: 0)
    self.init(at: at, body: body)
  }
}

/// A stream and a payload of an action to be written.
typealias ActionPart = (stream: StreamID, payload: EventPayload)

/// An observation, as a part of an action.
func note(_ text: String, at plant: PlantID) -> ActionPart {
  (plant, EventPayload(body: .plantNoted(.init(text: text))))
}

extension Journal {
  /// Writes one action of one observation.
  @discardableResult
  func write(
    note text: String, at plant: PlantID, now: Instant,
    by person: Person? = nil
  ) throws -> ActionReference {
    try write(.test(now: now, person: person)) { session in
      try session.append([note(text, at: plant)])
    }
  }

  /// The events in canonical order.
  var events: [RecordedEvent] {
    get throws {
      try read { transaction in
        var events: [RecordedEvent] = []
        try log.forEachEvent(.forward, in: transaction) { _, bytes in
          events.append(try RecordedEvent(decoding: bytes))
          return true
        }
        return events
      }
    }
  }
}
