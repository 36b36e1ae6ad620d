import Glibc
import JournalActions
import JournalCare
import JournalEvents
import JournalLog
import JournalQueries
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalExchange

/// The automatic backups that are kept.
@Suite struct BackupRetentionTests {
  private func kept(_ days: [String]) -> [String] {
    BackupRetention.kept(of: days.map { instant("\($0)T12:00:00Z").instant })
      .sorted().map { "\($0.utcDay)" }
  }

  private func days(_ count: Int, every step: Int = 1) -> [String] {
    (0..<count).map { "\(day("2026-11-23").advanced(by: -$0 * step))" }
  }

  @Test func ofAYearOfDaysSevenDaysFourWeeksAndTwelveMonthsAreKept() {
    // 2026-11-23 is a Monday, so that a week begins with it.
    #expect(
      kept(days(400)) == [
        "2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30",
        "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30",
        "2026-10-31", "2026-11-08", "2026-11-15", "2026-11-17", "2026-11-18",
        "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23",
      ])
  }

  @Test func daysWithoutOneDoNotCount() {
    // The first is the newest of September.
    #expect(
      kept(days(9, every: 7))
        == ["2026-09-28"] + days(7, every: 7).reversed())
    #expect(kept(days(5, every: 500)) == days(5, every: 500).reversed())
  }

  @Test func theNewestOfADayIsItsBackup() {
    let times = ["T06:00:00Z", "T23:59:59Z", "T18:00:00Z"].map {
      instant("2026-11-23\($0)").instant
    }
    #expect(BackupRetention.kept(of: times) == [times[1]])
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func whatIsKeptIsOfThemAndHoldsTheNewestAndIsStable(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let span = generator.int(1...2_000) * 86_400
    var times = (0..<generator.int(1...300)).map { _ in
      Instant(
        milliseconds: 1_795_000_000_000 - Int64(generator.int(0...span)) * 1_000
      )
    }
    let kept = BackupRetention.kept(of: times)
    #expect(kept.isSubset(of: times), "seed \(seed)")
    #expect(kept.contains(times.max() ?? times[0]), "seed \(seed)")
    #expect(kept.count <= 7 + 4 + 12, "seed \(seed)")
    // The newest days that have one are there, whatever lies before.
    let days = Set(times.map(\.utcDay)).sorted().suffix(7)
    #expect(Set(days).isSubset(of: kept.map(\.utcDay)), "seed \(seed)")
    let months = Set(times.map { CalendarMonth(of: $0.utcDay) }).sorted()
      .suffix(12)
    #expect(
      Set(months).isSubset(of: kept.map { CalendarMonth(of: $0.utcDay) }),
      "seed \(seed)")
    // Removing the others changes nothing, in whatever order they come.
    times.shuffle(using: &generator)
    #expect(BackupRetention.kept(of: kept) == kept, "seed \(seed)")
    #expect(BackupRetention.kept(of: times) == kept, "seed \(seed)")
  }

  @Test(arguments: [
    ("20261123T090000Z-auto", "2026-11-23T09:00:00Z"),
    ("20261123T090000Z-auto-2", "2026-11-23T09:00:00Z"),
  ])
  func namesOfAutomaticBackupsTellTheirTime(name: String, time: String) {
    #expect(BackupName.automaticTime(name) == instant(time).instant)
  }

  @Test(arguments: [
    "20261123T090000Z", "20261123T090000Z-replaced", "20261123T090000Z-auto-",
    "20261123T090000Z-auto-1", "20261123T090000Z-auto-x",
    "20261123T090000Z-auto-2-3", "20261323T090000Z-auto", "photos", "-auto",
    "keep 20261123T090000Z-auto", "20261123T090000Z-automatic", "",
    "éééééééé-auto", "2026-11-23T09:00:00Z-auto",
  ])
  func othersAreNone(name: String) {
    #expect(BackupName.automaticTime(name) == nil)
  }
}

/// Tests of the times of automatic backups, and of the fate of old ones.
@Suite struct AutoBackupTests {
  let directory: TemporaryDirectory
  /// The time of the last backup by the clock of the file system, which goes on
  /// while a test waits for its turn; before the first, that clock's time.
  private var now: Instant {
    let file = directory.path + "/home/backups/.auto"
    let status = (try? FileStatus(of: file)) ?? (try? File.temporary().status)
    return Instant(
      milliseconds: Int64(status?.modifiedAt ?? 1_795_000_000) * 1_000)
  }

  init() throws {
    directory = try TemporaryDirectory()
    _ = try journal(daysFromNow: 0).addPlant()
  }

  private func journal(daysFromNow days: Int64) -> CareJournal {
    CareJournal(
      at: directory.path + "/home", program: "test",
      clock: Instant(
        milliseconds: now.milliseconds + days * 86_400_000),
      timeZone: "Europe/Paris")
  }

  private func auto(
    _ period: String = "daily", in place: String? = nil
  ) throws -> AutoBackup {
    let backup = AutoBackup(ofHomeAt: directory.path + "/home") { key in
      switch key {
      case .autoBackup: .text(period)
      case .autoBackupDirectory: place.map { .text($0) } ?? .null
      default: key.defaultValue
      }
    }
    guard let backup else { throw TestFailure("none is wanted") }
    return backup
  }

  private func names(in place: String? = nil) throws -> [String] {
    try FileSystem.names(in: place ?? directory.path + "/home/backups")
      .filter { $0 != ".auto" }
  }

  @Test func noneIsWantedByDefault() {
    #expect(
      AutoBackup(ofHomeAt: directory.path, setting: \.defaultValue) == nil)
  }

  @Test(arguments: [("daily", 1), ("weekly", 7), ("monthly", 30)])
  func oneIsMadeOnceInAPeriod(period: String, days: Int64) throws {
    let auto = try auto(period)
    #expect(auto.needsStart(auto.look(), at: now))
    let made = try #require(try auto.run(on: journal(daysFromNow: 0)))
    try made.verify()
    #expect(try auto.run(on: journal(daysFromNow: days - 1)) == nil)
    let last = Instant(
      milliseconds: now.milliseconds + (days - 1) * 86_400_000)
    #expect(!auto.needsStart(auto.look(), at: last))
    #expect(try auto.run(on: journal(daysFromNow: days)) != nil)
    #expect(try names().count == 2)
  }

  @Test func nobodyWaitsForWhoMakesOne() throws {
    let auto = try auto()
    _ = try auto.run(on: journal(daysFromNow: 0))
    let other = try File(directory.path + "/home/backups/.auto", .keeping)
    try other.lock()
    let later = journal(daysFromNow: 1)
    #expect(!auto.needsStart(auto.look(), at: later.now))
    #expect(try auto.run(on: later) == nil)
    other.unlock()
    #expect(try auto.run(on: later) != nil)
  }

  @Test func onlyItsOwnOldOnesAreRemoved() throws {
    let place = directory.path + "/disk"
    try FileSystem.makeDirectory(place)
    let auto = try auto(in: place)
    let manual = try journal(daysFromNow: 0).backUp(to: place).place.name
    let foreign = CareJournal(
      at: directory.path + "/other", program: "test",
      clock: Instant(milliseconds: 0), timeZone: "Europe/Paris")
    _ = try foreign.addPlant()
    let other = try foreign.backUp(to: place, isAutomatic: true).place.name
    // As many on one day as would go, but for what makes them somebody's.
    var earlier: [String] = []
    for _ in 0..<3 {
      earlier.append(
        try journal(daysFromNow: 0).backUp(to: place, isAutomatic: true).place
          .name)
    }
    let renamed = "kept-\(earlier[0])"
    try FileSystem.rename("\(place)/\(earlier[0])", to: "\(place)/\(renamed)")
    try File("\(place)/\(earlier[1])/notes.txt", .making).write([0x78])
    try FileSystem.makeDirectory("\(place)/20200101T000000Z-auto")
    for days in 1...2 as ClosedRange<Int64> {
      _ = try auto.run(on: journal(daysFromNow: days * 400))
      // The file says now, whatever the journal's clock.
      try FileSystem.remove(directory.path + "/home/backups/.auto")
    }
    for days in 1...30 as ClosedRange<Int64> {
      _ = try journal(daysFromNow: 800 - days).backUp(
        to: place, isAutomatic: true)
    }
    _ = try auto.run(on: journal(daysFromNow: 801))
    let left = try names(in: place)
    for name in [manual, other, renamed, earlier[1], "20200101T000000Z-auto"] {
      #expect(left.contains(name), "\(name) is missing")
    }
    #expect(left.allSatisfy { !$0.hasPrefix(".") })
    let own = left.filter { BackupName.automaticTime($0) != nil }
    // At most 23, besides those that are not its own.
    #expect(own.count <= 23 + 3)
    #expect(own.count < 35)
    for name in own where name != "20200101T000000Z-auto" {
      try Backup(at: BackupPlace(path: "\(place)/\(name)")).verify()
    }
  }

  /// The target of a link is somebody's, and so is a file beside the data.
  @Test func aBackupWithLinksOrOtherFilesStays() throws {
    let place = directory.path + "/disk"
    try FileSystem.makeDirectory(place)
    var old: [BackupPlace] = []
    for _ in 0..<4 {
      old.append(
        try journal(daysFromNow: 0).backUp(to: place, isAutomatic: true).place)
    }
    let moved = directory.path + "/moved"
    try FileSystem.rename(old[0].path, to: moved)
    try #require(symlink(moved, old[0].path) == 0)
    let data = directory.path + "/data"
    try FileSystem.rename(old[1].home.dataDirectory, to: data)
    try #require(symlink(data, old[1].home.dataDirectory) == 0)
    try File(old[2].home.dataDirectory + "/notes.txt", .making).write([0x78])
    for each in old { BackupFiles.hide(each, in: place) }
    let left = try names(in: place)
    #expect(left.contains(old[0].name) && left.contains(old[1].name))
    #expect(left.contains(old[2].name) && !left.contains(old[3].name))
    try Backup(at: BackupPlace(path: moved)).verify()
    #expect(FileSystem.exists(data + "/data.mdb"))
  }

  @Test func whatIsNoFileIsLeftAlone() throws {
    let auto = try auto()
    let home = directory.path + "/home"
    try FileSystem.makeDirectory(home + "/backups")
    try #require(mkfifo(home + "/backups/.auto", 0o600) == 0)
    #expect(!auto.needsStart(auto.look(), at: now))
    #expect(try auto.run(on: journal(daysFromNow: 0)) == nil)
    try FileSystem.remove(home + "/backups/.auto")
    try #require(symlink(home + "/elsewhere", home + "/backups/.auto") == 0)
    #expect(!auto.needsStart(auto.look(), at: now))
    #expect(!FileSystem.exists(home + "/elsewhere"))
    // Nor is a file where a backup might be.
    try File(home + "/backups/20260909T201417Z-auto", .making).write([0x78])
    let entry = try #require(try journal(daysFromNow: 0).backups().first)
    #expect(throws: BackupError.noManifest(path: entry.place.path)) {
      try entry.result.get()
    }
  }

  @Test func theLatestIsLookedForWhereAutomaticOnesAre() throws {
    let place = directory.path + "/disk"
    try FileSystem.makeDirectory(place)
    let journal = journal(daysFromNow: 0)
    _ = try journal.changeMachineSetting(
      SettingRequest("autoBackup", .text("daily")))
    _ = try journal.changeMachineSetting(
      SettingRequest("autoBackupDirectory", .text(place)))
    let made = try #require(try auto(in: place).run(on: journal)).place
    #expect(try journal.backup(named: "latest").place == made)
    #expect(try journal.backup(named: made.name).place == made)
    #expect(try journal.backups().map(\.place) == [made])
  }

  @Test func aFailureIsKeptToldOnceAndTriedAgain() throws {
    let place = directory.path + "/disk"
    let auto = try auto(in: place)
    #expect(throws: BackupError.directoryMissing(path: place)) {
      try auto.run(on: journal(daysFromNow: 0))
    }
    let says = "the directory \(place) for backups does not exist"
    #expect(try auto.report().failure == says)
    #expect(auto.failureToTell(auto.look()) == says)
    #expect(auto.failureToTell(auto.look()) == nil)
    #expect(try auto.report().failure == says)
    let look = auto.look()
    func passed(_ minutes: Int64) -> Instant {
      Instant(milliseconds: now.milliseconds + minutes * 60_000)
    }
    #expect(!auto.needsStart(look, at: passed(50)))
    #expect(auto.needsStart(look, at: passed(70)))
    try FileSystem.makeDirectory(place)
    #expect(try auto.run(on: journal(daysFromNow: 1)) != nil)
    #expect(try auto.report().failure == nil)
    #expect(auto.failureToTell(auto.look()) == nil)
  }

  @Test func aReportTellsWhatThereIs() throws {
    let auto = try auto()
    #expect(try !auto.report().hasBegun)
    let made = try auto.run(on: journal(daysFromNow: 0))
    let report = try auto.report()
    #expect(report.newest?.name == made?.place.name)
    #expect(report.count == 1)
    #expect(!report.isOverdue)
  }

  @Test func aDirectoryThatCannotHoldThemIsRefused() throws {
    let journal = journal(daysFromNow: 0)
    _ = try auto().run(on: journal)
    let home = journal.homePath
    func set(_ path: String) throws {
      let request = SettingRequest("autoBackupDirectory", .text(path))
      _ = try journal.changeMachineSetting(request)
    }
    try FileSystem.makeDirectory(home + "/kept")
    for path in [
      "/nowhere", "/etc/passwd", home, home + "/lmdb", home + "/kept",
    ] {
      #expect(throws: CareError.self, "\(path)") { try set(path) }
      #expect(try journal.machineSettings()["autoBackupDirectory"] == nil)
    }
    #expect {
      try set("/etc/passwd")
    } throws: {
      "\($0)".contains("is a file")
    }
    try set(home + "/backups")
    try set("/mnt")
  }

  @Test func anotherDirectoryBeginsAgain() throws {
    let auto = try auto()
    let journal = journal(daysFromNow: 0)
    _ = try auto.run(on: journal)
    #expect(!auto.needsStart(auto.look(), at: now))
    _ = try journal.changeMachineSetting(
      SettingRequest("autoBackupDirectory", .text("/mnt")))
    #expect(auto.needsStart(auto.look(), at: now))
  }
}

extension CareJournal {
  fileprivate func addPlant() throws -> Receipt {
    try add(NewPlant(scientificName: "Aloe vera"))
  }
}
