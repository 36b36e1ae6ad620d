import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// A journal that takes what test writers write, and is asked for views.
struct ViewFixture {
  let directory: TemporaryDirectory
  let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
  }

  func receive(_ events: [RecordedEvent]) throws {
    var left = events[...]
    _ = try journal.receive(merging: true) { isRepeated in
      if isRepeated { left = events[...] }
      return left.popFirst()?.encoded
    }
  }

  func ask<R>(
    at now: String, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try journal.snapshot(clock: instant(now).instant, body)
  }
}

extension PhotoCaptured {
  /// The photo of that number, whose file is like no other's.
  static func sample(_ number: UInt8) -> PhotoCaptured {
    PhotoCaptured(
      photo: id(number), sha256: BlobName(of: [number]), byteCount: 1,
      width: 1, height: 1, mediaType: "image/jpeg", dateSource: .original)
  }
}

/// A photo is care of its kind wherever care is read.
@Suite struct PhotoCareTests {
  private let fixture = try? ViewFixture()
  private let plant: PlantID = id(1)
  private var writer = TestWriter(7)

  private mutating func events(
    _ bodies: (String, EventBody)...
  ) throws -> [RecordedEvent] {
    try bodies.map { at, body in
      try writer.append(
        EventDraft(plant, EventPayload(at: instant(at), body: body)),
        wall: instant(at).instant)
    }
  }

  private mutating func photographed() throws -> ViewFixture {
    let fixture = try #require(fixture)
    try fixture.receive(
      events(
        ("2026-03-01", .plantAdded(.init(scientificName: "Hoya"))),
        ("2026-03-01", .photoReminderSet(.init(cadence: .weekly))),
        ("2026-03-08", .photoCaptured(.sample(1))),
        ("2026-03-15", .photoCaptured(.sample(2)))))
    return fixture
  }

  @Test mutating func anEarlierDayShowsItsPhoto() throws {
    let fixture = try photographed()
    for day in ["2026-03-08", "2026-03-15"] {
      let done = try fixture.ask(at: day) { try $0.todayView() }.done
      #expect(done.map(\.kind) == [.photo], "\(day)")
    }
  }

  @Test mutating func aMonthCountsPhotosAsDone() throws {
    let month = try photographed().ask(at: "2026-03-15") {
      try $0.monthView(of: nil)
    }
    #expect(month.counts[day("2026-03-08")]?.done == 1)
  }

  @Test mutating func remindersComeRoundAgain() throws {
    let upcoming = try photographed().ask(at: "2026-03-19") {
      try $0.upcomingView(length: 21)
    }
    #expect(
      upcoming.days.map(\.date.description)
        == ["2026-03-22", "2026-03-29", "2026-04-05"])
  }

  @Test mutating func anOverdueReminderIsKeptToday() throws {
    let fixture = try photographed()
    let upcoming = try fixture.ask(at: "2026-03-27") {
      try $0.upcomingView(length: 14)
    }
    // A photo of the 27th settles the 29th, too.
    #expect(upcoming.days.map(\.date.description) == ["2026-04-05"])
  }

  @Test mutating func aPhotoHasItsRecorder() throws {
    let fixture = try photographed()
    var other = TestWriter(8)
    try fixture.receive([
      try other.append(EventDraft(plant, .plantNoted(.init(text: "dry"))))
    ])
    let done = try fixture.ask(at: "2026-03-15") { try $0.todayView() }.done
    #expect(done.first?.recorder?.writer == writer.id)
  }

  @Test mutating func historyFindsWhatIsAboutPhotos() throws {
    var query = HistoryQuery()
    query.filter.kind = .photo
    query.isOldestFirst = true
    var types: [String] = []
    let count = try photographed().ask(at: "2026-03-15") {
      try $0.forEachEvent(query) { types.append($0.event.header.type) }
    }
    #expect(count == 3)
    #expect(
      types == ["photo.reminderSet", "photo.captured", "photo.captured"])
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func todayAndTheAuditTellTheSameCare(seed: UInt64) throws {
    var maker = HistoryMaker(seed: 4_000 + seed, erasing: seed % 2 == 1)
    let fixture = try ViewFixture()
    try fixture.receive(try maker.history(count: 80))
    for number in stride(from: -40, through: 40, by: 5) {
      let now = Instant(
        milliseconds: 1_771_545_600_000 + Int64(number) * 86_400_000)
      try fixture.journal.snapshot(clock: now) { snapshot in
        let done = try snapshot.todayView().view.done
          // The home's tasks are no plant's, so no audit has them.
          .filter { $0.plant != .home }
          .map { "\($0.plant) \($0.kind)" }
        let today = snapshot.today
        let audited = try snapshot.auditView(
          PlantChoice(), kind: nil, period: Timed { _ in today...today },
          grace: 0
        ).plants.flatMap { plant in
          plant.kinds.filter { !$0.given.isEmpty }
            .map { "\(plant.id) \($0.kind)" }
        }
        #expect(
          Set(done) == Set(audited), "seed \(4_000 + seed), \(today)")
      }
    }
  }
}
