import JournalCare
import JournalEvents
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of the program's own questions: of the log, of settings and of names.
struct LookupTests {
  private let directory: TemporaryDirectory
  private let home: JournalHome
  private static let now = instant("2026-11-21").instant

  init() throws {
    directory = try TemporaryDirectory()
    home = JournalHome(path: directory.path)
    let journal = try Journal.open(home, access: .readWrite)
    let at = instant("2026-11-01")
    func payload(_ body: EventBody) -> EventPayload {
      EventPayload(at: at, body: body)
    }
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { session in
      _ = try session.append([
        (
          id(1),
          payload(
            .plantAdded(
              PlantAdded(
                scientificName: "Ficus lyrata", commonNames: ["fiddle leaf"],
                family: "Moraceae", genus: "Ficus", nickname: "Monty",
                tags: ["fussy", "tall"])))
        ),
        (
          id(1),
          payload(
            .scheduleSet(ScheduleSet(kind: .misting, intervalDays: 7)))
        ),
        (
          id(2),
          payload(
            .plantAdded(
              PlantAdded(scientificName: "Hoya bella", tags: ["fussy"])))
        ),
        (
          id(3),
          payload(
            .plantAdded(
              PlantAdded(scientificName: "Hoya bella", nickname: "Gone")))
        ),
        (id(3), payload(.plantRemoved(PlantRemoved(reason: .died)))),
        (
          .journal,
          payload(
            .settingChanged(
              SettingChanged(key: "hemisphere", value: .text("southern"))))
        ),
        (
          .journal,
          payload(
            .settingChanged(
              SettingChanged(key: "moonPhase", value: .bool(true))))
        ),
      ])
    }
    try journal.environment.close()
  }

  private var journal: CareJournal {
    CareJournal(
      at: directory.path, program: "test", clock: Self.now, isWriting: false)
  }

  @Test func theLogIsToldInNumbers() throws {
    let status = try journal.read { try $0.logStatus() }
    #expect(status.events == 9)
    #expect(status.journals.count == 1)
    #expect(status.timeZone == "UTC" && status.timeZoneProblem == nil)
    let writer = try #require(status.writers.first)
    #expect(status.writers.count == 1)
    let recorder = writer.recorder
    #expect(recorder.isOwn && !writer.isForked && recorder.name == nil)
    #expect(writer.lastSequences == [9])
    #expect(status.reducerVersion == Journal.reducerVersion)
    let found = try journal.read { try $0.writerName(nil) }
    #expect(found.writer == recorder.writer && found.name == nil)
  }

  @Test func anEmptyHomeHasAnEmptyLog() throws {
    let empty = try TemporaryDirectory()
    let journal = CareJournal(
      at: empty.path, program: "test", clock: Self.now, isWriting: false)
    let status = try journal.read { try $0.logStatus() }
    #expect(status.events == 0 && status.writers.isEmpty)
    #expect(status.formatVersion == Journal.formatVersion)
    #expect(try journal.verifyLog().lines.isEmpty)
    #expect(throws: StorageError.self) { try journal.rebuild() }
  }

  @Test func verifyingAndRebuildingTellHowFarTheyAre() throws {
    var totals: [Int] = []
    let result = try journal.verifyLog { totals.append($0) }
    #expect(result.eventCount == 9 && result.lines.isEmpty)
    #expect(throws: Never.self) { try result.check() }
    #expect(try journal.rebuild { totals.append($1) } == 9)
    #expect(totals == [9, 9, 9])
  }

  @Test func settingsSayWhereTheyComeFrom() throws {
    try MachineSettings.update(of: home) {
      $0["pager"] = .text("less")
      $0["color"] = .text("always")
      $0["later"] = .integer(1)
    }
    let view = try journal.read { try $0.settingsView() }
    let rows = try journal.settingRows(in: view) { value, _ in
      if value == .text("less") { throw NothingMatched(reason: "it is gone") }
    }
    func row(_ key: String) throws -> SettingRow {
      try #require(rows.first { $0.key == key })
    }
    let chosen = rows.filter(\.isChosen).map(\.key)
    #expect(chosen == ["hemisphere", "pager", "moonPhase", "later"])
    #expect(try row("hemisphere").value == .text("southern"))
    #expect(try row("timeZone").value == .text("UTC"))
    #expect(try row("color").refused == .text("always"))
    #expect(try row("color").value == .text("auto"))
    #expect(rows.filter { $0.fault != nil }.map(\.key) == ["pager"])
    #expect(try row("pager").fault == "it is gone")
    #expect(try row("pager").value == .text("less"))
    #expect(try row("moonPhase").name == nil)
    #expect(try row("pager").name == .machine(.pager))
  }

  @Test func namesAreFoundByTheirBeginnings() throws {
    func names(
      _ beginning: String, removed: Bool = false, otherwise: Bool = false
    ) throws -> [String] {
      try journal.read {
        try $0.plantNames(
          beginningWith: beginning, areRemoved: removed, otherwise: otherwise,
          limit: 10)
      }.map(\.name)
    }
    #expect(try names("mO") == ["Monty"])
    #expect(try names("") == ["Hoya bella", "Monty"])
    #expect(try names("g", removed: true) == ["Gone"])
    #expect(try names("fid", otherwise: true) == ["fiddle leaf"])
    #expect(try names("", otherwise: true).isEmpty)
    let short = ShortID.text(of: id(1) as PlantID)
    #expect(try names(String(short.prefix(3)), otherwise: true) == [short])
  }

  @Test func kindsAndLabelsAreThoseOfPlants() throws {
    try journal.read { snapshot in
      let kinds = try snapshot.kinds(ofPlants: ["Monty", "nobody"])
      #expect(kinds.first == .misting)
      #expect(Set(kinds) == Set(TaskKind.standard))
      #expect(try snapshot.nearKind(to: .misting) == nil)
      #expect(
        try snapshot.nearKind(to: #require(TaskKind("wattering"))) == .watering)
      #expect(try snapshot.nearKind(to: #require(TaskKind("mist"))) == .misting)
      #expect(try snapshot.nearKind(to: #require(TaskKind("dusting"))) == nil)
      #expect(
        try snapshot.texts(ofProfiles: \.tags) == ["fussy", "tall"])
      #expect(
        try snapshot.families().map(\.name) == ["Moraceae"])
    }
  }

  @Test func everyEventIsExported() throws {
    var bytes: [UInt8] = []
    try journal.read { try $0.exportEvents { bytes += $0 } }
    #expect(bytes.split(separator: 0x0a).count == 9)
  }
}
