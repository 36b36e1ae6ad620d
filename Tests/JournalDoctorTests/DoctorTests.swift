import ErrorKit
import Glibc
import JournalDoctor
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of the findings about homes, and of their weight.
struct DoctorTests {
  private let directory: TemporaryDirectory
  private static let at = instant("2026-11-21")

  init() throws { directory = try TemporaryDirectory() }

  private var doctor: Doctor {
    Doctor(home: directory.path, now: Self.at.instant)
  }

  /// Begins a journal with these events, and what the store's checks find.
  private func findings(
    isFull: Bool = false, after events: [(stream: StreamID, body: EventBody)]
  ) throws -> [Finding] {
    let journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    let options = ActionSession.Options(
      now: Self.at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append(
        events.map { ($0.stream, EventPayload(at: Self.at, body: $0.body)) })
    }
    try journal.environment.close()
    let store = try doctor.storeChecks(isFull: isFull)
    return store.checks.flatMap { store.findings(of: $0) }
  }

  private func plant(
    _ number: UInt8, _ nickname: String, room: RoomID? = nil,
    parent: PlantID? = nil
  ) -> (stream: StreamID, body: EventBody) {
    (
      id(number),
      .plantAdded(
        PlantAdded(
          scientificName: "Ficus", nickname: nickname, room: room,
          parent: parent))
    )
  }

  @Test(arguments: [false, true])
  func whatWasReceivedAndIsNotFoldedYetIsNoDamage(isFull: Bool) throws {
    _ = try findings(after: [plant(1, "Monty"), plant(2, "monty")])
    let source = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    var events = try source.read { transaction in
      var events: [[UInt8]] = []
      try source.log.forEachEvent(.forward, in: transaction) { event, bytes in
        events.append(try event.recorded(bytes).encoded)
        return true
      }
      return events[...]
    }
    try source.environment.close()
    let other = try TemporaryDirectory()
    let journal = try Journal.open(
      JournalHome(path: other.path), access: .readWrite)
    _ = try journal.receive(merging: true, expecting: 1_000) { _ in
      events.popFirst()
    }
    try journal.environment.close()
    let store = try Doctor(home: other.path, now: Self.at.instant)
      .storeChecks(isFull: isFull)
    let found = store.checks.flatMap { store.findings(of: $0) }
    let folds = try #require(found.first { $0.check == .folds })
    #expect(folds.level == .note, "\(found)")
    #expect(folds.message.contains("not folded yet"))
    #expect(found.allSatisfy { $0.level != .problem }, "\(found)")
  }

  @Test(arguments: [false, true])
  func aHealthyJournalHasNoFault(isFull: Bool) throws {
    let found = try findings(
      isFull: isFull,
      after: [
        plant(1, "Monty"),
        (id(1), .scheduleSet(.init(kind: .watering, intervalDays: 7))),
      ])
    #expect(found.allSatisfy { $0.level == .ok }, "\(found)")
    #expect(found.contains { $0.check == .folds } == isFull)
    #expect(
      found.first { $0.check == .collection }?.message
        == "1 plant, all consistent")
    #expect(doctor.homeFindings().map(\.level) == [.ok])
    #expect(doctor.fileFindings().map(\.level) == [.ok])
    #expect(doctor.hasHome && doctor.hasJournal)
  }

  @Test func plantsWithoutAScheduleAreNoted() throws {
    let found = try findings(
      after: [
        plant(1, "Monty"), plant(2, "Fern"), plant(3, "Ivy"),
        (id(2), .scheduleSet(.init(kind: .watering, intervalDays: 7))),
        (id(3), .plantRemoved(.init(reason: .died))),
      ])
    let notes = found.filter { $0.level == .note }
    #expect(
      notes.map(\.message) == [
        "plants without a schedule: \(ShortID.text(of: id(1) as PlantID))"
      ])
    #expect(notes.map(\.remedy) == [.adoptAll])
  }

  @Test func plantsThatLeftAreCountedApart() throws {
    let found = try findings(
      after: [
        plant(1, "Monty"), plant(2, "Fern"),
        (id(2), .plantRemoved(.init(reason: .died))),
      ])
    #expect(
      found.first { $0.check == .collection }?.message
        == "1 plant and 1 removed, all consistent")
  }

  @Test func whatReplicasWroteApartIsTold() throws {
    let found = try findings(after: [
      plant(1, "Monty"), plant(2, "monty", parent: id(9)),
      plant(3, "Fern", room: id(40)),
      (id(40), .roomCreated(RoomCreated(name: "Hall", icon: "", sortOrder: 9))),
      (id(40), .roomDeleted(RoomDeleted())),
      (id(5), .taskCompleted(TaskCompleted(kind: .watering))),
    ])
    let wrong = found.filter { $0.level != .ok }
    #expect(
      wrong.map(\.check) == [.conflicts]
        + .init(repeating: .collection, count: 4))
    #expect(wrong.first?.level == .warning)
    let ids = [id(1), id(2)].map { ShortID.text(of: $0 as PlantID) }.sorted()
    #expect(
      wrong.first?.remedy == .renamePlant(shortID: ids[0], orMerge: ids[1]))
    #expect(
      wrong.contains {
        $0.remedy == .movePlant(shortID: ShortID.text(of: id(3) as PlantID))
      })
  }

  @Test func aHomeThatIsNotThereIsNoFault() {
    let doctor = Doctor(
      home: directory.path + "/none", now: Self.at.instant)
    #expect(doctor.homeFindings().map(\.level) == [.note])
    #expect(!doctor.hasHome && !doctor.hasJournal)
    #expect(doctor.backupFindings().isEmpty)
  }

  @Test func othersMayNotLookIntoAHome() {
    chmod(directory.path, 0o755)
    let found = doctor.homeFindings()
    #expect(found.map(\.level) == [.warning])
    #expect(found[0].remedy == .run(["chmod", "700", directory.path]))
  }

  @Test func dataThatIsMissingIsDamage() throws {
    _ = try findings(after: [plant(1, "Monty")])
    unlink(directory.path + "/lmdb/data.mdb")
    let found = doctor.fileFindings()
    #expect(found.map(\.level) == [.problem])
    #expect(found.map(\.kind) == [.damagedData])
  }

  @Test func theMachineIsLookedAt() throws {
    _ = try findings(after: [plant(1, "Monty")])
    #expect(doctor.backupFindings().map(\.remedy) == [.makeBackup])
    #expect(doctor.settingFindings { _, _ in }.isEmpty)
    #expect(doctor.catalogueFindings().isEmpty)
    try MachineSettings.update(of: JournalHome(path: directory.path)) {
      $0["color"] = .text("always")
    }
    #expect(
      doctor.settingFindings { _, _ in }.map(\.remedy)
        == [.resetSetting("color")])
    #expect(doctor.clockFindings().map(\.level) == [.ok])
    let early = Doctor(
      home: directory.path, now: Instant(milliseconds: 0))
    #expect(early.clockFindings().map(\.level) == [.warning])
  }

  @Test func aSettingOfNoUseIsFoundAsWhoKnowsItsUseSays() throws {
    _ = try findings(after: [plant(1, "Monty")])
    try MachineSettings.update(of: JournalHome(path: directory.path)) {
      $0["listOptions"] = .text("shelf")
      $0["pager"] = .text("less")
      $0["color"] = .text("always")
    }
    var asked: [MachineSettingKey] = []
    let found = doctor.settingFindings { value, key in
      asked.append(key)
      guard value != .text("shelf") else {
        throw NothingMatched(reason: "it is gone")
      }
    }
    // What the setting does not take is not asked about.
    #expect(asked == [.pager, .listOptions])
    #expect(
      found == [
        .warning(
          .settings, "'color' of this machine has an invalid value",
          .resetSetting("color")),
        .warning(
          .settings, "'listOptions' of this machine cannot be used: it is gone",
          .resetSetting("listOptions")),
      ])
  }
}
