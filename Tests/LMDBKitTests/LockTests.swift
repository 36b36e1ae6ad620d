import CLMDB
import Glibc
import POSIXKit
import Testing

@testable import LMDBKit

/// Tests of the locks beside LMDB's own. Each test is a process of its own that
/// makes another.
@Suite struct LockTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A writer that makes a new lock file while another writes by the old one
  /// does not know of that commit.
  @Test func aRemovedLockFileLosesNoCommit() async {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      try Environment.make(path).put([1], [1])
      let partner = try Partner { turns in
        turns.wait()
        let environment = try Environment.make(path)
        turns.give()
        turns.wait()
        do {
          try environment.put([2], [2])
          return
        } catch let error as LMDBError where error.code == .replaced {
          try environment.close()
        }
        try Environment.make(path).put([2], [2])
      }
      let environment = try Environment.make(path)
      try environment.write { transaction in
        try transaction.put([3], [3], in: environment.a)
        guard unlink(path + "/lock.mdb") == 0 else { throw Failure() }
        partner.turns.give()
        partner.turns.wait()
      }
      partner.turns.give()
      guard partner.hasSucceeded else { exit(1) }
      let again = try Environment.make(path)
      let held = try again.read { try $0.entries(of: again.a) }
      exit(held == [[1]: [1], [2]: [2], [3]: [3]] ? 23 : 2)
    }
  }

  /// A holder of the old lock file must not write beside those of the new one.
  @Test func aWriterWhoseLockFileWasRemovedRefuses() throws {
    let environment = try Environment.make(directory.path)
    try environment.put([1], [1])
    #expect(unlink(directory.path + "/lock.mdb") == 0)
    let error = #expect(throws: LMDBError.self) {
      try environment.put([1], [2])
    }
    #expect(error?.code == .replaced)
    try Environment.make(directory.path).put([1], [3])
    #expect(try Environment.make(directory.path).value([1]) == [3])
  }

  /// As where a process is killed that opened the lock file as the only one,
  /// while another waits for it.
  @Test func aLockFileThatDoesNotKnowOfTheLastCommitIsRefusedOnce() async {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      let first = try Environment.make(path)
      for number in UInt8(1)...5 { try first.put([1], [number]) }
      let last = try first.read { mdb_txn_id($0.handle.transaction) }
      try first.close()
      let partner = try Partner { turns in
        let file = open(path + "/lock.mdb", O_RDWR)
        var words = [Int](repeating: 0, count: 16)
        guard pread(file, &words, 128, 0) == 128,
          let place = words.firstIndex(of: last)
        else { throw Failure() }
        words[place] = 0
        guard pwrite(file, &words, 128, 0) == 128 else { throw Failure() }
        // Another who has the file open, so that nobody is alone.
        var request = flock()
        request.l_type = Int16(F_RDLCK)
        request.l_whence = Int16(SEEK_SET)
        request.l_len = 1
        guard fcntl(file, F_SETLK, &request) == 0 else { throw Failure() }
        turns.give()
        turns.wait()
      }
      partner.turns.wait()
      for access in [Environment.Access.readOnly, .readWrite] {
        do {
          _ = try Environment.make(path, access: access, expectsData: true)
          exit(1)
        } catch let error as LMDBError where error.code == .replaced {
          continue
        }
      }
      partner.turns.give()
      guard partner.hasSucceeded else { exit(2) }
      exit(try Environment.make(path).value([1]) == [5] ? 23 : 3)
    }
  }

  /// In two containers, processes can have one number.
  @Test func aReaderWaitsForAnotherOfItsNumber() async {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      try Environment.make(path).put([1], [1])
      let number = Int(getpid())
      let partner = try Partner { turns in
        let file = open(path + "/lock.mdb", O_RDWR)
        var request = flock()
        request.l_type = Int16(F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        request.l_start = number
        request.l_len = 1
        guard fcntl(file, F_SETLK, &request) == 0 else { throw Failure() }
        turns.give()
        usleep(20_000)
      }
      partner.turns.wait()
      guard try Environment.make(path).value([1]) == [1] else { exit(1) }
      exit(partner.hasSucceeded ? 23 : 2)
    }
  }

  @Test func aFileThatMayNotGrowIsNoFailingDisk() async {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      let environment = try Environment.make(path)
      try environment.fill(10, size: 1_000)
      signal(SIGXFSZ, SIG_IGN)
      let size = UInt(try fileSize(path)) + 10_000
      var limit = rlimit(rlim_cur: size, rlim_max: size)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      do {
        try environment.fill(100, size: 1_000)
      } catch let error as LMDBError where error.errno == EFBIG {
        guard try environment.read({ try $0.count(of: environment.a) }) == 10
        else { exit(2) }
        exit(23)
      }
    }
  }

  /// A killed process may have left a new data file unfinished.
  @Test(arguments: [0, 4_096, 8_192])
  func aNewFileThatWasNeverFinishedIsMadeAgain(size: Int) throws {
    let file = try File(directory.path + "/data.mdb.new", .making)
    try file.write(Bytes(repeating: 1, count: size)[...])
    try Environment.make(directory.path).put([1], [1])
    #expect(
      try FileSystem.names(in: directory.path) == ["data.mdb", "lock.mdb"])
  }

  @Test func nobodyWritesWhileTheFilesAreReplaced() async {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      let one = path + "/one"
      try Environment.make(one).put([1], [1])
      try Environment.make(path + "/other").put([1], [9])
      let partner = try Partner { turns in
        let environment = try Environment.make(one)
        turns.give()
        turns.wait()
        // Waits until the files are others, or comes later.
        do {
          try environment.put([1], [2])
        } catch let error as LMDBError where error.code == .replaced {
          return
        }
        throw Failure()
      }
      partner.turns.wait()
      try Environment.whileUnused(directory: one) {
        partner.turns.give()
        try FileSystem.exchange(one, path + "/other")
      }
      guard partner.hasSucceeded,
        try Environment.make(one).value([1]) == [9],
        try Environment.make(path + "/other").value([1]) == [1]
      else { exit(1) }
      exit(23)
    }
  }
}

/// A child process that works in turns with this one.
private struct Partner: ~Copyable {
  /// Two pipes, by which each side gives the other its turn.
  struct Turns {
    fileprivate let reading: Int32
    fileprivate let writing: Int32

    func give() {
      var byte: UInt8 = 1
      precondition(write(writing, &byte, 1) == 1)
    }

    func wait() {
      var byte: UInt8 = 0
      precondition(read(reading, &byte, 1) == 1)
    }
  }

  let turns: Turns
  private let child: pid_t

  /// To be made before an environment is opened.
  init(_ part: (Turns) throws -> Void) throws {
    var (there, back): ([Int32], [Int32]) = ([0, 0], [0, 0])
    // Swift hides fork, with reason; a library may call it all the same.
    guard pipe(&there) == 0, pipe(&back) == 0, let symbol = dlsym(nil, "fork")
    else { throw Failure(code: errno) }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    let child = fork()
    if child == 0 {
      do {
        try part(Turns(reading: there[0], writing: back[1]))
        _exit(0)
      } catch {
        _exit(1)
      }
    }
    self.child = child
    turns = Turns(reading: back[0], writing: there[1])
  }

  /// Returns whether the child succeeded, after waiting for it.
  var hasSucceeded: Bool {
    var status: Int32 = 0
    return waitpid(child, &status, 0) == child && status == 0
  }
}
