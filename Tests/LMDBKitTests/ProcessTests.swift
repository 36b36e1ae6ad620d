import Glibc
import Testing

@testable import LMDBKit

@Suite struct ProcessTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// While a reader that died is counted, no page is reused.
  @Test func deadReadersAreClearedByTheNextWhoOpens() async throws {
    let environment = try Environment.make(directory.path)
    try environment.fill(100, size: 1_000)
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      try Environment.make(path).read { (_) -> Void in _exit(0) }
    }
    let before = try fileSize(directory.path)
    try overwrite(environment)
    let held = try fileSize(directory.path)
    #expect(held > before + 50 * pageSize, "the dead reader holds its pages")
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      _ = try Environment.make(path)
    }
    try overwrite(environment)
    #expect(try fileSize(directory.path) < held + 10 * pageSize)
  }

  private func overwrite(_ environment: Environment) throws {
    for _ in 0..<50 {
      try environment.put(key(1), Bytes(repeating: 1, count: 1_000))
    }
  }

  @Test func aWriterThatDiesLeavesNothing() async throws {
    let environment = try Environment.make(directory.path)
    try environment.put([1], [1])
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      let environment = try Environment.make(path)
      try environment.write { transaction in
        do {
          let key = Bytes([1])
          try transaction.put(
            key.span.bytes, Bytes([2]).span.bytes, in: environment.a)
        }
        _exit(0)
      }
    }
    #expect(try environment.value([1]) == [1])
    try environment.put([1], [3])
    #expect(try environment.value([1]) == [3])
  }

  @Test func aForkedChildIsRefused() async throws {
    await #expect(processExitsWith: .exitCode(23)) {
      [path = directory.path as String] in
      let environment = try Environment.make(path)
      try environment.put([1], [1])
      // Swift hides fork, with reason; a library may call it all the same.
      guard let symbol = dlsym(nil, "fork") else { throw Failure() }
      let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
      let child = fork()
      if child == 0 {
        do {
          _ = try environment.value([1])
        } catch let error as LMDBError where error.code == .forked {
          _exit(23)
        } catch {}
        _exit(1)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      guard try environment.value([1]) == [1] else { throw Failure() }
      exit((status >> 8) & 0xFF)
    }
  }

  @Test(arguments: [false, true])
  func aCopyHoldsTheSameEntries(isCompact: Bool) throws {
    let environment = try Environment.make(directory.path + "/lmdb")
    try environment.fill(500, size: 700)
    let backup = directory.path + "/backup"
    try environment.copy(to: backup, compact: isCompact)
    let copy = try Environment.make(backup, access: .readOnly)
    let entries = try copy.read { try $0.entries(of: copy.a) }
    #expect(
      try entries == environment.read { try $0.entries(of: environment.a) })
    let error = #expect(throws: LMDBError.self) {
      try environment.copy(to: backup, compact: isCompact)
    }
    #expect(error?.errno == EEXIST)
    #expect(try copy.read { try $0.count(of: copy.a) } == 500)
  }
}
