import JournalCare
import JournalEvents
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Undo is an event like others: it may come late, twice or for nothing.
@Suite struct UndoTests {
  let fixture: JournalFixture
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  let room = RoomID(bits: UUIDBits(high: 3, low: 4))
  var writer = TestWriter(0xa1)
  var other = TestWriter(0xb2)

  init() throws {
    fixture = try JournalFixture()
  }

  private var isFavorite: Bool {
    get throws {
      let journal = fixture.journal
      return try journal.read {
        try journal.projections.plant(plant, in: $0)?.isFavorite ?? false
      }
    }
  }

  private mutating func favorite() throws -> RecordedEvent {
    try writer.append(
      EventDraft(plant, .plantFavorited(.init(isFavorite: true))))
  }

  /// The undoing that `other` writes once it has the event.
  private mutating func undoing(
    of event: RecordedEvent, only plant: PlantID? = nil, undone: Bool = true
  ) throws -> RecordedEvent {
    other.clock.update(with: event.header.stamp)
    let body = ActionUndone(
      writer: event.header.writer, sequence: event.header.sequence,
      hash: event.hash, plant: plant, undone: undone)
    return try other.append(EventDraft(.journal, .actionUndone(body)))
  }

  private func expectRebuildAgrees() throws {
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test mutating func anUndoneActionNeverHappened() throws {
    let event = try favorite()
    let undoing = try undoing(of: event)
    try fixture.receive([event])
    #expect(try isFavorite)
    try fixture.receive([undoing])
    #expect(try !isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func anUndoingMayComeBeforeWhatItUndoes() throws {
    let event = try favorite()
    let undoing = try undoing(of: event)
    try fixture.receive([undoing])
    try fixture.receive([event])
    #expect(try !isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func theLatestWordInCanonicalOrderHolds() throws {
    let event = try favorite()
    let undo = try undoing(of: event)
    let redo = try undoing(of: event, undone: false)
    let again = try undoing(of: event)
    try fixture.receive([event, undo])
    #expect(try !isFavorite)
    try fixture.receive([redo])
    #expect(try isFavorite)
    try fixture.receive([again])
    #expect(try !isFavorite)
    try expectRebuildAgrees()
  }

  /// An undoing for one plant, and one of the whole action: the later holds,
  /// whichever comes first.
  @Test(arguments: [true, false])
  mutating func theLaterWordHoldsBeItOfOnePlantOrOfAll(
    wholeComesFirst: Bool
  ) throws {
    let event = try favorite()
    let elsewhere = try undoing(of: event, only: room)
    let alone = try undoing(of: event, only: plant)
    var third = TestWriter(0xc3)
    third.clock.update(with: alone.header.stamp)
    let body = ActionUndone(
      writer: event.header.writer, sequence: event.header.sequence,
      hash: event.hash, undone: false)
    let whole = try third.append(EventDraft(.journal, .actionUndone(body)))
    try fixture.receive([event, elsewhere])
    #expect(try isFavorite)
    if wholeComesFirst {
      try fixture.receive([whole])
      try fixture.receive([alone])
    } else {
      try fixture.receive([alone])
      #expect(try !isFavorite)
      try fixture.receive([whole])
    }
    #expect(try isFavorite)
    try expectRebuildAgrees()
    other.clock.update(with: whole.header.stamp)
    try fixture.receive([try undoing(of: event, only: plant)])
    #expect(try !isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func anEarlierWordThatComesLaterChangesNothing() throws {
    let event = try favorite()
    let undo = try undoing(of: event)
    var third = TestWriter(0xc3)
    third.clock.update(with: undo.header.stamp)
    let body = ActionUndone(
      writer: event.header.writer, sequence: 1, hash: event.hash,
      undone: false)
    let redo = try third.append(EventDraft(.journal, .actionUndone(body)))
    try fixture.receive([event, redo])
    try fixture.receive([undo])
    #expect(try isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func undoingWhatNobodyDidChangesNothing() throws {
    let event = try favorite()
    try fixture.receive([event])
    let body = ActionUndone(
      writer: TestWriter(0xff).id, sequence: 7, hash: .zero, undone: true)
    try fixture.receive([
      try other.append(EventDraft(.journal, .actionUndone(body)))
    ])
    #expect(try isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func anUndoneUndoingStillHolds() throws {
    let event = try favorite()
    let undo = try undoing(of: event)
    // Undoing an undo writes `false` for its target; naming the undo's own
    // action does nothing.
    let pointless = try undoing(of: undo)
    try fixture.receive([event, undo, pointless])
    #expect(try !isFavorite)
    try expectRebuildAgrees()
  }

  @Test mutating func anUndoneSettingGivesWayToTheOneBefore() throws {
    let southern = try writer.append(
      EventDraft(
        .journal,
        .settingChanged(.init(key: "hemisphere", value: .text("southern")))))
    let northern = try writer.append(
      EventDraft(
        .journal,
        .settingChanged(.init(key: "hemisphere", value: .text("northern")))))
    let undo = try undoing(of: northern)
    let undoBoth = try undoing(of: southern)
    try fixture.receive([southern, northern])
    #expect(try hemisphere == .northern)
    try fixture.receive([undo])
    #expect(try hemisphere == .southern)
    try fixture.receive([undoBoth])
    #expect(try hemisphere == .northern)
    try expectRebuildAgrees()
  }

  private var hemisphere: Hemisphere {
    get throws {
      let journal = fixture.journal
      return try journal.read {
        try journal.projections.journalSettings(in: $0).hemisphere
      }
    }
  }

  @Test mutating func anUndoneRoomIsGone() throws {
    let created = try writer.append(
      EventDraft(room, .roomCreated(.init(name: "Loft", sortOrder: 9))))
    let undo = try undoing(of: created)
    try fixture.receive([created])
    #expect(try roomNames.contains("Loft"))
    try fixture.receive([undo])
    #expect(try !roomNames.contains("Loft"))
    try expectRebuildAgrees()
  }

  private var roomNames: [String] {
    get throws {
      let journal = fixture.journal
      return try journal.read {
        try journal.projections.roomList(in: $0).rooms.map(\.name)
      }
    }
  }

  @Test mutating func anActionIsUndoneAsAWhole() throws {
    let second = PlantID(bits: UUIDBits(high: 9, low: 9))
    let done = TaskCompleted(kind: .watering, batch: "room Kitchen")
    let events = try writer.append([
      EventDraft(plant, .taskCompleted(done)),
      EventDraft(second, .taskCompleted(done)),
    ])
    let undo = try undoing(of: events[0])
    // The first half arrives with the undoing, the second alone.
    try fixture.receive([events[0], undo])
    try fixture.receive([events[1]])
    let journal = fixture.journal
    for id in [plant, second] {
      let state = try journal.read {
        try journal.projections.plant(id, in: $0)
      }
      #expect(state?.care(.watering) == nil)
    }
    try expectRebuildAgrees()
  }

  @Test mutating func aJournalAndItsWritersCannotBeUndone() throws {
    let id = JournalID(bits: UUIDBits(high: 5, low: 5))
    let created = try writer.append(
      EventDraft(
        .journal, .journalCreated(.init(journal: id, timeZone: "Asia/Tokyo"))))
    let undo = try undoing(of: created)
    try fixture.receive([created, undo])
    let journal = fixture.journal
    let ids = try journal.read { try journal.projections.journalIDs(in: $0) }
    #expect(ids == [id])
    try expectRebuildAgrees()
  }
}
