import Glibc
import POSIXKit
import Testing

@testable import LMDBKit

/// Tests of processes that have a data file open while it is replaced.
@Suite struct ReplacementTests {
  @Test func directoriesAreExchangedInOneStep() throws {
    let one = try TemporaryDirectory()
    let other = try TemporaryDirectory()
    try FileSystem.makeDirectory(one.path + "/in one")
    try FileSystem.exchange(one.path, other.path)
    #expect(access(other.path + "/in one", F_OK) == 0)
    #expect(access(one.path + "/in one", F_OK) != 0)
  }

  @Test func whatIsMissingCannotBeExchanged() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: FileSystemError.self) {
      try FileSystem.exchange(directory.path, directory.path + "/none")
    }
    #expect(error?.code == ENOENT)
  }

  @Test func nothingIsWrittenToAFileThatWasReplaced() throws {
    let directory = try TemporaryDirectory()
    let one = try Environment.make(directory.path + "/one")
    let other = try Environment.make(directory.path + "/other")
    try one.put([1], [1])
    try FileSystem.exchange(one.directory, other.directory)
    let error = #expect(throws: LMDBError.self) { try one.put([2], [2]) }
    #expect(error?.code == .replaced)
    // Reading goes on with what was open.
    #expect(try one.value([1]) == [1])
    #expect(try one.value([2]) == nil)
  }

  // In a process of its own, as forking wants no other threads.
  @Test func aTrialTellsHowItsWorkEnded() async throws {
    await #expect(processExitsWith: .exitCode(23)) {
      guard try ChildTrial.outcome(of: {}) == .returned,
        try ChildTrial.outcome(of: { throw Failure() }) == .threw,
        try ChildTrial.outcome(of: { abort() }) == .ended
      else { exit(1) }
      exit(23)
    }
  }
}
