import Encodings
import Glibc
import JournalEvents
import JournalLog
import JournalQueries
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalSync

/// Tests of the schedule of a process that keeps running.
@Suite struct SyncScheduleTests {
  private var schedule = SyncSchedule(every: 300_000)

  init() {
    schedule.keep(["box", "stick"], at: 0)
  }

  private mutating func succeed(_ names: String..., at now: Int64) {
    for name in names {
      let hasTurned = schedule.note(name, succeeded: true, at: now)
      #expect(!hasTurned)
    }
  }

  @Test mutating func allIsDueAtFirstAndThenAtTheInterval() {
    #expect(schedule.due(at: 0) == ["box", "stick"])
    succeed("box", "stick", at: 1_000)
    #expect(schedule.due(at: 300_999).isEmpty)
    #expect(schedule.wait(at: 1_000) == 300_000)
    #expect(schedule.due(at: 301_000) == ["box", "stick"])
  }

  @Test mutating func changesAreGatheredAndSpareTheNetwork() {
    succeed("box", "stick", at: 0)
    schedule.noteChange(near: ["stick"], at: 2_000)
    schedule.noteChange(near: ["stick"], at: 2_900)
    #expect(schedule.wait(at: 2_900) == 100)
    #expect(schedule.due(at: 3_000) == ["stick"])
    #expect(schedule.due(at: 9_999) == ["stick"])
    #expect(schedule.due(at: 10_000) == ["box", "stick"])
  }

  @Test mutating func whatFailsIsTriedEverLaterAndToldOnce() {
    succeed("stick", at: 0)
    var waits: [Int64] = []
    for number in 0..<8 {
      let hasTurned = schedule.note("box", succeeded: false, at: 0) {
        $0.upperBound
      }
      #expect(hasTurned == (number == 0))
      waits.append(schedule.wait(at: 0))
      // What changes meanwhile is no reason to try sooner.
      schedule.noteChange(near: [], at: 0)
      schedule.keep(["box"], at: 0)
    }
    #expect(
      waits == [30_000] + [60, 120, 240, 480, 900, 900, 900].map { $0 * 1_000 })
    let hasTurned = schedule.note("box", succeeded: true, at: 0)
    #expect(hasTurned)
    #expect(schedule.wait(at: 0) == 300_000)
  }

  @Test mutating func whatIsAddedIsDueAndWhatIsRemovedIsNot() {
    succeed("box", "stick", at: 0)
    schedule.keep(["box", "new"], at: 5)
    #expect(schedule.due(at: 5) == ["new"])
    schedule.noteBusy("new", at: 5)
    #expect(schedule.wait(at: 5) == 1_000)
    schedule.keep([], at: 5)
    #expect(schedule.due(at: .max / 2).isEmpty)
  }
}

/// Tests of the sync after a command that wrote.
@Suite struct AutoSyncTests {
  private let directory: TemporaryDirectory
  private let journal: CareJournal
  private let auto: AutoSync
  private var home: JournalHome { journal.home }

  init() throws {
    directory = try TemporaryDirectory()
    journal = CareJournal(
      at: directory.path, program: "test", clock: Instant(milliseconds: 0))
    auto = AutoSync(of: journal, everySeconds: 60)
    try File.replace(home.remotesFile, with: Array("{}".utf8))
    for path in [home.dataDirectory, home.syncDirectory] {
      try FileSystem.makeDirectory(path)
    }
  }

  private func commit(_ number: UInt64) {
    home.setHead(
      JournalHead(inode: 1, commit: number, events: number, tips: 0))
  }

  /// A second after the last sync began, however long this process waits for
  /// its turn.
  private var clock: Instant {
    let began = try? File("\(home.syncDirectory)/auto.lock", .reading).status
    return Instant(milliseconds: Int64(began?.modifiedAt ?? 0) * 1_000 + 1_000)
  }

  @Test func whatIsWrittenMeanwhileIsSyncedInItsTurn() throws {
    var pauses: [Int64] = []
    var count = 0
    try auto.run {
      clock
    } pause: {
      pauses.append($0)
      // Nobody else is started while this one is at work.
      #expect(!auto.needsStart)
      return true
    } sync: {
      count += 1
      if count < 3 { commit(UInt64(count)) }
    }
    #expect(count == 3)
    #expect(pauses == [59_000, 59_000])
    #expect(auto.needsStart)
  }

  @Test func aSecondProcessLeavesItToTheFirst() throws {
    var count = 0
    try auto.run {
      clock
    } pause: { _ in
      true
    } sync: {
      count += 1
      try auto.run {
        clock
      } pause: { _ in
        true
      } sync: {
        Issue.record("two at once")
      }
    }
    #expect(count == 1)
  }

  @Test func whoIsAskedToEndWhileItWaitsSyncsNoMore() throws {
    for expected in [1, 0] {
      var count = 0
      try auto.run {
        clock
      } pause: { _ in
        false
      } sync: {
        count += 1
      }
      #expect(count == expected)
    }
  }

  @Test func aClockThatWentBackDelaysNothing() throws {
    for _ in 0..<2 {
      var hasSynced = false
      try auto.run {
        Instant(milliseconds: 1_000)
      } pause: { _ in
        Issue.record("waits")
        return true
      } sync: {
        hasSynced = true
      }
      #expect(hasSynced)
    }
  }

  @Test func withoutRemotesNothingIsStarted() throws {
    try FileSystem.remove(home.remotesFile)
    #expect(!auto.needsStart)
  }

  @Test func theRecordKeepsItsEnd() throws {
    for number in 0..<2_000 {
      try auto.record("line \(number) \(String(repeating: "x", count: 60))\n")
    }
    let bytes = try #require(try File.contents(of: auto.recordPath))
    #expect(bytes.count <= 1 << 16)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("line ") && text.contains("\nline 1999 "))
  }

  @Test func theSettingSaysWhichRemotes() {
    #expect(AutoSyncChoice(.text("on")).includes("box"))
    #expect(!AutoSyncChoice(.text("off")).includes("off"))
    #expect(!AutoSyncChoice(.bool(true)).includes("box"))
    let named = AutoSyncChoice(.text("box,stick"))
    #expect(named.includes("stick") && !named.includes("other"))
  }
}

/// Tests of the end of a sync that cannot go on, and of its record.
@Suite struct FailingSyncTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A program in the place of the one that reaches the network.
  private func request(_ script: String) throws -> SyncRequest {
    let path = "\(directory.path)/transport"
    try File.replace(path, with: Array("#!/bin/sh\n\(script)\n".utf8))
    chmod(path, 0o700)
    var request = SyncRequest()
    request.transport = path
    return request
  }

  private func open(_ request: SyncRequest) throws {
    let remote = try Remote(
      name: "box", address: RemoteAddress("s3://box", in: "/"), id: "x")
    _ = try TransportPipe(for: remote, Credentials(token: ""), request)
  }

  @Test func aSilentProgramIsGivenUp() throws {
    var request = try request("exec sleep 600")
    request.longestSilence = 0
    let error = #expect(throws: StoreError.self) { try open(request) }
    #expect(error?.message.contains("stopped answering") == true)
    #expect(error?.canRetry == true)
  }

  @Test func aWaitEndsWhenItIsAskedTo() throws {
    var request = try request("exec sleep 600")
    let pipe = try Pipe()
    try pipe.writingEnd.write([1])
    request.ending = pipe.readingEnd.descriptor
    #expect(throws: RemoteError.ended) { try open(request) }
  }

  @Test func whatAProgramSaysOnStandardErrorIsHandedOn() throws {
    var heard: [UInt8] = []
    var request = try request("yes heard | head -c 200000 >&2; exit 1")
    request.said = { heard += $0 }
    #expect(throws: StoreError.self) { try open(request) }
    #expect(heard.count == 200_000)
    var remote = try Remote(
      name: "box", address: RemoteAddress("s3://box", in: "/"), id: "x")
    remote.options[.passwordCommand] = "echo said >&2; echo secret"
    heard = []
    #expect(try Credentials(for: remote, request).password == "secret")
    #expect(heard == Array("said\n".utf8))
  }

  @Test func failuresAreCountedAndForgottenAtTheFirstSuccess() throws {
    let home = "\(directory.path)/home"
    let folder = "\(directory.path)/folder"
    func journal(at milliseconds: Int64) -> CareJournal {
      CareJournal(
        at: home, program: "test", clock: Instant(milliseconds: milliseconds))
    }
    let remote = try journal(at: 0).addRemote(
      "stick", at: RemoteAddress(folder, in: "/"))
    try FileSystem.rename(folder, to: folder + ".away")
    for number in 1...3 {
      let journal = journal(at: Int64(number) * 1_000)
      #expect(throws: StoreError.self) {
        try journal.sync(with: remote, SyncRequest())
      }
      let failures = journal.failures(of: remote)
      #expect(failures?.count == number)
      #expect(failures?.since == Instant(milliseconds: 1_000))
      #expect(failures?.reason.contains("may not be mounted") == true)
    }
    var rehearsal = SyncRequest()
    rehearsal.isRehearsal = true
    #expect(throws: StoreError.self) {
      try journal(at: 0).sync(with: remote, rehearsal)
    }
    #expect(journal(at: 0).failures(of: remote)?.count == 3)
    try FileSystem.rename(folder + ".away", to: folder)
    _ = try journal(at: 9).sync(with: remote, SyncRequest())
    #expect(journal(at: 9).failures(of: remote) == nil)
  }

  @Test func anotherProcessIsWaitedForOnlyWhereThatIsWanted() throws {
    let journal = CareJournal(
      at: "\(directory.path)/home", program: "test",
      clock: Instant(milliseconds: 0))
    let remote = try journal.addRemote(
      "stick", at: RemoteAddress("\(directory.path)/folder", in: "/"))
    try FileSystem.makeDirectory(journal.home.syncDirectory)
    let lock = try File(
      "\(journal.home.syncDirectory)/\(remote.id).lock", .keeping)
    try lock.lock()
    var request = SyncRequest()
    request.waitsForOthers = false
    #expect(throws: RemoteError.busy("stick")) {
      try journal.sync(with: remote, request)
    }
    #expect(journal.failures(of: remote) == nil)
    lock.unlock()
    _ = try journal.sync(with: remote, request)
  }

  @Test func aRemoteThatMayOnlyBeReadIsRead() throws {
    let clock = Instant(milliseconds: 1_771_545_600_000)
    let store = ReadOnlyStore(ChaosStore(seed: 3, clock: clock))
    let journalID: JournalID = id(7)
    func replica(_ number: UInt8) throws -> Replica {
      let replica = try Replica()
      var writer = TestWriter(number)
      let started = EventBody.writerStarted(.init(program: "x"))
      let created = EventBody.journalCreated(
        .init(journal: journalID, timeZone: "UTC"))
      try replica.receive(
        try writer.append(
          [EventDraft(.journal, started), EventDraft(.journal, created)],
          wall: clock))
      return replica
    }
    let one = try replica(3)
    try sync(one, with: store.base, journalID)
    let other = try replica(4)
    let report = try sync(other, with: store, journalID)
    #expect(report.received.count == 1)
    #expect(report.isReadOnly && !report.isComplete)
    #expect(report.sent.isEmpty)
  }

  @discardableResult
  private func sync(
    _ replica: Replica, with store: any ObjectStore, _ id: JournalID
  ) throws -> SyncReport {
    var sync = StoreSync(
      replica.journal, with: store, of: id, shelf: PlainShelf(journal: id),
      state: RemoteState(), isMerging: false, isRehearsal: false,
      clock: Instant(milliseconds: 1_771_545_600_000)
    ) { _, _ in }
    try sync.run(listsAll: false)
    return sync.report
  }

  @Test func whatIsKnownOfARemoteIsKeptWithItsGaps() throws {
    let path = "\(directory.path)/state"
    let writer: WriterID = id(3)
    for gaps in [[], [SyncReport.Gap(writer: writer, sequences: 4...9)]] {
      var state = RemoteState()
      state.syncedAt = Instant(milliseconds: 5)
      state.gaps = gaps
      state.erasureCount = gaps.isEmpty ? nil : 3
      state.uncleanCount = gaps.count
      try state.write(to: path)
      #expect(RemoteState(at: path) == state)
    }
  }
}

/// A store that lets nobody put anything.
private final class ReadOnlyStore: ObjectStore {
  let base: any ObjectStore

  init(_ base: any ObjectStore) { self.base = base }

  var keepsNoHours: Bool { base.keepsNoHours }
  var cost: TransferCost { get throws { try base.cost } }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    try base.forEachName(under: prefix, after: start, body)
  }

  func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    try base.object(name, atMost: limit)
  }

  func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    throw StoreError(.credentials, "nobody may put anything")
  }

  func remove(_ name: String) throws -> Bool { try base.remove(name) }
}
