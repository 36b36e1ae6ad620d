import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@Suite(.serialized) struct ChildProcessTests {
  private func start(
    _ script: String, leadsGroup: Bool = false
  ) throws -> ChildProcess {
    try ChildProcess.start(
      "sh", arguments: ["-c", script], variables: ["A": "b"], descriptors: [],
      leadsGroup: leadsGroup)
  }

  @Test func theEndOfAProgramIsTold() throws {
    #expect(try start("exit 3").wait() == .exited(3))
    #expect(try start("[ $A = b ]").wait() == .exited(0))
    #expect(try start("kill -9 $$").wait() == .signalled(9))
    #expect(
      try start("exit 4").wait(until: Deadline(seconds: 60)) == .exited(4))
    #expect(try ChildProcess.run(shellCommand: "exit 5") == .exited(5))
  }

  @Test func thisProcesssVariablesAreKeptFromAProgramOnlyWhereThatIsSaid()
    throws
  {
    setenv("PLANTGUIDE_SECRET", "s", 1)
    defer { unsetenv("PLANTGUIDE_SECRET") }
    #expect(try start("[ $PLANTGUIDE_SECRET = s ]").wait() == .exited(0))
    let pipe = try Pipe()
    let child = try ChildProcess.start(
      "/usr/bin/env", arguments: [], variables: ["A": "b"],
      keepsVariables: false,
      descriptors: [
        .init(own: pipe.writingEnd.descriptor, inChild: STDOUT_FILENO)
      ])
    let bytes = pipe.keepingReadingEnd()
      .contents(until: Deadline(seconds: 60))
    #expect(bytes == Array("A=b\n".utf8))
    #expect(child.wait() == .exited(0))
  }

  @Test func aProgramThatTakesTooLongIsStopped() throws {
    let child = try start("sleep 60 & wait", leadsGroup: true)
    #expect(child.endingIfAny() == nil)
    #expect(child.wait(until: Deadline(seconds: 0)) == .timedOut)
  }

  @Test func whatIsNoProgramIsNotStarted() throws {
    let error = #expect(throws: FileSystemError.self) {
      try ChildProcess.start(
        "/none", arguments: [], descriptors: [])
    }
    #expect(error?.code == ENOENT)
  }

  @Test func whatAProgramPrintsComesThroughAPipe() throws {
    let pipe = try Pipe()
    let child = try ChildProcess.start(
      "sh", arguments: ["-c", "printf 'some %s' words"],
      descriptors: [
        .init(own: pipe.writingEnd.descriptor, inChild: STDOUT_FILENO)
      ])
    let bytes = pipe.keepingReadingEnd()
      .contents(until: Deadline(seconds: 60))
    #expect(bytes == Array("some words".utf8))
    #expect(child.wait() == .exited(0))
    let silent = try Pipe()
    #expect(
      silent.readingEnd.contents(until: Deadline(seconds: 0)) == [])
  }

  @Test func whatIsSaidWithoutEndIsHandedOnInParts() throws {
    let pipe = try Pipe()
    let source = dup(pipe.writingEnd.descriptor)
    defer { close(source) }
    var count = 0
    var stream = SideStream(pipe.keepingReadingEnd()) { bytes in
      count += bytes.count
      // Something follows whatever was read.
      if count < 100 { write(source, "y", 1) }
    }
    write(source, "y", 1)
    stream.handOn()
    #expect(count == 16)
    stream.handOn()
    #expect(count == 32)
  }

  @Test func aTrialTellsHowItEnded() throws {
    #expect(try ChildTrial.outcome {} == .returned)
    #expect(try ChildTrial.outcome { throw CancellationError() } == .threw)
    #expect(try ChildTrial.outcome { abort() } == .ended)
    #expect(try ChildTrial.outcome { _exit(7) } == .ended)
  }

  @Test func aTrialThatSomebodyStoppedTellsNothing() {
    let error = #expect(throws: FileSystemError.self) {
      try ChildTrial.outcome { raise(SIGKILL) }
    }
    #expect(error?.operation == "waitpid")
  }

  // In processes of their own, as both change the process.
  @Test func aTrialTellsItsEndWhereTheSignalOfAChildIsIgnored() async {
    await #expect(processExitsWith: .exitCode(23)) {
      signal(SIGCHLD, SIG_IGN)
      exit(try ChildTrial.outcome {} == .returned ? 23 : 1)
    }
  }

  @Test func aTrialThatCannotBeMadeIsAnError() async {
    await #expect(processExitsWith: .exitCode(23)) {
      // Root is not limited.
      guard geteuid() != 0 || setuid(65_534) == 0 else { exit(2) }
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
      do {
        _ = try ChildTrial.outcome {}
      } catch let error as FileSystemError where error.code == EAGAIN {
        exit(23)
      }
    }
  }

  @Test(arguments: 0..<8)
  func closedDescriptorsAreHeld(closed: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    // Before the child, which would wait for a lock of Swift's that another
    // thread of the tests holds.
    let numbers = (0..<3).map { Int32($0) }.filter { closed & 1 << $0 != 0 }
    #expect(
      try ChildTrial.outcome {
        for number in numbers { close(number) }
        StandardDescriptors.hold()
        let file = try File(path, .making)
        guard file.descriptor > 2 else { throw CancellationError() }
        // What is printed fails rather than go nowhere.
        for number in numbers where number > 0 {
          guard write(number, "a", 1) < 0, errno == EBADF else {
            throw CancellationError()
          }
        }
        var byte: UInt8 = 0
        guard !numbers.contains(0) || read(0, &byte, 1) < 0 else {
          throw CancellationError()
        }
      } == .returned)
    #expect(try File.contents(of: path) == [])
  }
}
