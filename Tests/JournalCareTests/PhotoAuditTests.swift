import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Photos held against the days of a reminder.
@Suite struct PhotoAuditTests {
  private static func ledger(_ photos: String...) -> Ledger {
    var ledger = Ledger.watered(every: 7)
    ledger.note(.photoReminderSet(.init(cadence: .weekly)))
    for photo in photos { ledger.photograph(at: photo) }
    return ledger
  }

  @Test func photosAreHeldAgainstTheDaysOfTheReminder() {
    // Due on the 8th, 15th and 22nd.
    let audit = Self.ledger("2026-01-08", "2026-01-16", "2026-01-20")
      .audit("2026-01-01", "2026-01-22", today: "2026-01-23", of: .photo)
    #expect(audit?.given.map(\.lateness) == [0, 1, -2])
    #expect(audit?.missed == [])
    #expect(audit?.expectedCount == 3)
  }

  @Test func aPhotoThatSettlesNoDayIsExtra() {
    let audit = Self.ledger("2026-01-04", "2026-01-08")
      .audit("2026-01-01", "2026-01-09", today: "2026-01-10", of: .photo)
    #expect(audit?.given.map(\.lateness) == [nil, 0])
  }

  @Test func daysWithoutPhotosAreMissed() {
    let audit = Self.ledger()
      .audit("2026-01-01", "2026-01-20", today: "2026-01-21", of: .photo)
    #expect(audit?.missed == [day("2026-01-08"), day("2026-01-15")])
    #expect(audit?.overdueSince == day("2026-01-08"))
  }

  @Test func anotherReminderPlansAnew() {
    var ledger = Self.ledger()
    ledger.note(
      .photoReminderSet(.init(cadence: .monthly)), at: "2026-01-10")
    ledger.photograph(at: "2026-02-10")
    let audit = ledger.audit(
      "2026-01-01", "2026-02-10", today: "2026-02-11", of: .photo)
    // Missed before, and stays so.
    #expect(audit?.missed == [day("2026-01-08")])
    #expect(audit?.given.map(\.lateness) == [0])
  }
}

extension Ledger {
  fileprivate mutating func photograph(at day: String) {
    note(
      .photoCaptured(
        .init(
          photo: id(1), sha256: BlobName(of: [1]), byteCount: 1, width: 1,
          height: 1, mediaType: "image/jpeg", dateSource: .given)), at: day)
  }
}
