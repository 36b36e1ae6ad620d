import Glibc
import JournalExchange
import JournalTestSupport
import POSIXKit
import Testing

/// Tests of the programs in the hook's place that run.
@Suite struct AppendHookTests {
  let directory: TemporaryDirectory
  let path: String
  let mark: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/hooks/on-append"
    mark = directory.path + "/mark"
    try FileSystem.makeDirectory(directory.path + "/hooks")
    try install()
  }

  /// A program that leaves a mark.
  private func install() throws {
    try File.replace(path, with: Array("#!/bin/sh\necho > '\(mark)'\n".utf8))
    try #require(chmod(path, 0o755) == 0)
  }

  /// The reason that the hook did not run; `nil` if it did.
  private func refusal() throws -> HookError.Reason? {
    let hook = try #require(AppendHook(in: directory.path + "/hooks"))
    var said = HookOutput()
    do {
      try hook.run(variables: [:], seconds: 60, said: &said) { nil }
      #expect(FileSystem.exists(mark))
      return nil
    } catch let error as HookError {
      // A child of another test may still hold the file for writing.
      guard error.reason != .notStarted(errno: ETXTBSY) else {
        return try refusal()
      }
      #expect(error.path == path)
      #expect(!FileSystem.exists(mark), "it ran in spite of \(error.reason)")
      return error.reason
    }
  }

  /// Reading as fast as a program can write would keep a processor busy.
  @Test func endlessOutputIsReadSlowly() throws {
    try File.replace(path, with: Array("#!/bin/sh\nexec yes\n".utf8))
    try #require(chmod(path, 0o755) == 0)
    let hook = AppendHook(at: path)
    var said = HookOutput()
    var error: HookError?
    repeat {
      error = #expect(throws: HookError.self) {
        try hook.run(variables: [:], seconds: 1, said: &said) { nil }
      }
    } while error?.reason == .notStarted(errno: ETXTBSY)
    #expect(error?.reason == .timedOut(seconds: 1))
    #expect(said.bytes.count == 1 << 16)
    #expect(1 << 20..<1 << 23 ~= said.leftOut, "\(said.leftOut)")
  }

  @Test func aProgramOfOnesOwnRuns() throws {
    #expect(try refusal() == nil)
  }

  @Test func whereNothingLiesThereIsNoHook() {
    #expect(AppendHook(in: directory.path) == nil)
  }

  @Test(arguments: [0o775, 0o757] as [mode_t])
  func whatOthersMayChangeDoesNotRun(mode: mode_t) throws {
    try #require(chmod(path, mode) == 0)
    #expect(try refusal() == .writableByOthers)
  }

  @Test func whatMayNotBeExecutedDoesNotRun() throws {
    try #require(chmod(path, 0o644) == 0)
    #expect(try refusal() == .notExecutable)
  }

  @Test func whatIsNoFileDoesNotRun() throws {
    try #require(unlink(path) == 0)
    try #require(mkfifo(path, 0o755) == 0)
    #expect(try refusal() == .noFile)
  }

  @Test func aLinkThatLeadsNowhereIsTold() throws {
    try #require(unlink(path) == 0 && symlink("none", path) == 0)
    #expect(try refusal() == .notStarted(errno: ENOENT))
  }

  @Test(arguments: ["", "/hooks"])
  func inADirectoryThatOthersMayChangeNoneRuns(place: String) throws {
    let place = directory.path + place
    try #require(chmod(place, 0o777) == 0)
    #expect(try refusal() == .weakPlace(place, isForeign: false))
    try #require(chmod(place, 0o1777) == 0)
    #expect(try refusal() == nil)
  }

  /// A link is judged by where it leads, and by the way there.
  @Test func aLinkToAProgramRunsAsThatWould() throws {
    let target = directory.path + "/programs"
    try FileSystem.makeDirectory(target)
    try #require(rename(path, target + "/told") == 0)
    try #require(symlink("../programs/told", path) == 0)
    try #require(chmod(target, 0o777) == 0)
    #expect(try refusal() == .weakPlace(target, isForeign: false))
    try #require(chmod(target, 0o700) == 0)
    try #require(chmod(target + "/told", 0o777) == 0)
    #expect(try refusal() == .writableByOthers)
    try #require(chmod(target + "/told", 0o700) == 0)
    #expect(try refusal() == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func whatBelongsToAnotherUserDoesNotRun() throws {
    try #require(chown(path, 12_345, 12_345) == 0)
    #expect(try refusal() == .notOwned)
    try #require(chown(path, 0, 0) == 0)
    try #require(chown(directory.path, 12_345, 12_345) == 0)
    #expect(
      try refusal() == .weakPlace(directory.path, isForeign: true))
  }
}
