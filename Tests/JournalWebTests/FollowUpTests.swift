import Glibc
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import POSIXKit
import Synchronization
import Testing

@testable import JournalWeb

/// The hook, the automatic backup and the background sync after a request.
@Suite final class FollowUpTests {
  let directory: TemporaryDirectory
  let home: String
  let journal: SharedJournal
  let followUps: FollowUps
  let api: WebAPI
  private let told = Told()

  private final class Told: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func add(_ line: String) { kept.withLock { $0.append(line) } }
  }

  private static let clock = Instant(milliseconds: 1_795_251_600_000)

  init() throws {
    directory = try TemporaryDirectory()
    home = directory.path + "/home"
    journal = SharedJournal(at: home, program: "tests")
    followUps = FollowUps(
      of: journal, by: directory.path + "/plantguide",
      clock: { Self.clock }, tell: { [told] in told.add($0) })
    api = WebAPI(of: journal, followedBy: followUps)
    try FileSystem.makeDirectory(home + "/hooks")
  }

  private func install(_ script: String, at path: String) throws {
    try File.replace(path, with: Array("#!/bin/sh\n\(script)\n".utf8))
    try #require(chmod(path, 0o755) == 0)
  }

  private func addRoom(_ name: String, dryRun: Bool = false) throws -> Int {
    let request = try #require(
      WebRequest(
        .post, "/api/v1/rooms", headers: ["content-type": "application/json"],
        body: Array(#"{"name":"\#(name)","dry-run":\#(dryRun)}"#.utf8)))
    return api.respond(
      to: request,
      from: WebGuest(id: "keeper", access: .readWrite, person: nil),
      at: Self.clock
    ).status
  }

  private func text(_ name: String) throws -> String {
    String(
      decoding: try File.contents(of: "\(directory.path)/\(name)") ?? [],
      as: UTF8.self)
  }

  @Test func theHookGetsTheEventsOfARequest() throws {
    try install(
      "cat >> '\(directory.path)/events'; env > '\(directory.path)/env'",
      at: home + "/hooks/on-append")
    #expect(try addRoom("Hall") == 200)
    followUps.finish()
    #expect(try text("events").contains(#""name":"Hall""#))
    #expect(try addRoom("Attic", dryRun: true) == 200)
    #expect(try addRoom("Hall") == 409)
    followUps.finish()
    #expect(!(try text("events").contains("Attic")))
    let environment = try text("env")
    #expect(environment.contains("PLANTGUIDE_HOME=\(home)\n"))
    #expect(environment.contains("PLANTGUIDE_HOOK=on-append\n"))
    #expect(told.lines.isEmpty)
  }

  @Test func theHookGetsTheNameOfSomebodyWhoHasJustComeIn() throws {
    try install(
      "cat >> '\(directory.path)/events'", at: home + "/hooks/on-append")
    let guest = WebGuest(
      id: "g", access: .readWrite, personName: nil, device: "Phone",
      secret: nil)
    try WebPages(api).name(guest, "Bea", at: Self.clock)
    followUps.finish()
    #expect(try text("events").contains("Bea"))
  }

  @Test func theHookGetsNeitherSecretsNorSockets() throws {
    let (here, out) = (directory.path, directory.path + "/out")
    setenv("PLANTGUIDE_TEST_SECRET", "x", 1)
    // A library may have opened it without care.
    let open = fcntl(STDIN_FILENO, F_DUPFD, 100)
    defer { close(open) }
    try install(
      "env > '\(here)/env'; cd /proc/$$/fd; echo * > '\(out)'",
      at: home + "/hooks/on-append")
    #expect(try addRoom("Hall") == 200)
    followUps.finish()
    #expect(!(try text("env").contains("PLANTGUIDE_TEST_SECRET")))
    #expect(try text("env").contains("PATH="))
    // The shell itself holds its script open under a number of its own.
    let files = try text("out").split(whereSeparator: \.isWhitespace)
    #expect(Set(files).isSuperset(of: ["0", "1", "2"]), "\(files)")
    #expect(open >= 100 && !files.contains("\(open)"), "\(files)")
  }

  @Test func noAnswerWaitsForAHook() throws {
    let path = directory.path + "/gate"
    try #require(mkfifo(path, 0o600) == 0)
    // Nobody waits for the other end of a pipe that is open for both.
    let gate = open(path, O_RDWR | O_CLOEXEC)
    defer { close(gate) }
    try install(
      "read line < '\(path)'; cat >> '\(directory.path)/events'; echo >> '\(directory.path)/runs'",
      at: home + "/hooks/on-append")
    for name in ["Hall", "Attic", "Cellar"] {
      #expect(try addRoom(name) == 200)
    }
    #expect(try text("events").isEmpty)
    // The first run, and one more for all that came meanwhile.
    let count = write(gate, "\n\n\n", 3)
    #expect(count == 3)
    followUps.finish()
    for name in ["Hall", "Attic", "Cellar"] {
      #expect(try text("events").contains(name))
    }
    #expect(try text("runs").utf8.count <= 2)
  }

  @Test func aFailingHookIsTold() throws {
    try install("exit 7", at: home + "/hooks/on-append")
    #expect(try addRoom("Hall") == 200)
    followUps.finish()
    let lines = told.lines
    #expect(lines.count == 1)
    #expect(lines.first?.contains("ended with status 7") == true, "\(lines)")
  }

  @Test func aBackupThatIsDueIsMadeBeside() throws {
    let gate = directory.path + "/gate"
    try #require(mkfifo(gate, 0o600) == 0)
    try install(
      "echo \"$@ $PLANTGUIDE_AUTO_BACKUP $PLANTGUIDE_HOME\" > '\(gate)'",
      at: directory.path + "/plantguide")
    let settings = #"{"autoBackup":"daily"}"#
    try File.replace(home + "/settings.json", with: Array(settings.utf8))
    #expect(try addRoom("Hall") == 200)
    followUps.finish()
    #expect(told.lines.isEmpty)
    let said = try line(from: gate)
    #expect(said == "backup 1 \(home)\n")
  }

  /// Returns what a program writes into a pipe within a minute.
  private func line(from gate: String) throws -> String {
    let pipe = open(gate, O_RDONLY | O_NONBLOCK)
    try #require(pipe >= 0)
    defer { close(pipe) }
    var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    try #require(poll(&request, 1, 60_000) == 1)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(pipe, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
