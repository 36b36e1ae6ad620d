import Glibc
import Testing

@testable import LMDBKit

@Suite struct MapGrowthTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func aFullMapGrowsAndTheBodyRunsAgain() throws {
    let environment = try Environment.make(directory.path, mapSize: 64 << 10)
    var attempts: [Int] = []
    try environment.write { transaction in
      attempts.append(transaction.attempt)
      for number in 0..<1_000 {
        let value = Bytes(repeating: 1, count: 1_000)
        try transaction.put(
          key(number).span.bytes, value.span.bytes, in: environment.a)
      }
    }
    // 64 KiB doubled until 1 MB and the inner pages fit.
    #expect(attempts == Array(1...attempts.count))
    #expect(attempts.count >= 5)
    #expect(try environment.read { try $0.count(of: environment.a) } == 1_000)
  }

  @Test func aBodyThatSwallowsTheErrorRunsAgainToo() throws {
    let environment = try Environment.make(directory.path, mapSize: 64 << 10)
    try environment.write { transaction in
      let value = Bytes(repeating: 1, count: 200_000)
      try? transaction.put(
        key(1).span.bytes, value.span.bytes, in: environment.a)
    }
    #expect(try environment.value(key(1))?.count == 200_000)
  }

  @Test func growthEndsAtItsMaximum() throws {
    let environment = try Environment.make(
      directory.path, mapSize: 64 << 10, maximumMapSize: 100_000)
    try environment.put(key(1), [1])
    let error = #expect(throws: LMDBError.self) {
      try environment.put(key(2), Bytes(repeating: 1, count: 200_000))
    }
    #expect(error?.code == .mapFull)
    #expect(try environment.value(key(1)) == [1])
    try environment.put(key(3), [3])
  }

  @Test func growthWaitsForReadersOfOtherThreads() throws {
    let environment = try Environment.make(directory.path, mapSize: 64 << 10)
    try environment.put(key(0), Bytes(repeating: 5, count: 2_000))
    let readers = try (0..<3).map { _ in
      try Thread {
        for _ in 0..<3_000 {
          let value = try environment.value(key(0))
          guard value == Bytes(repeating: 5, count: 2_000) else {
            throw Failure()
          }
          // Nesting must not wait for the writer that waits for us.
          try environment.read { _ in _ = try environment.value(key(0)) }
        }
      }
    }
    for number in 1...200 {
      try environment.put(key(number), Bytes(repeating: 6, count: 20_000))
    }
    for reader in readers { try reader.join() }
    #expect(try environment.read { try $0.count(of: environment.a) } == 201)
  }

  @Test func growthOfAnotherProcessIsAdopted() async throws {
    let environment = try Environment.make(directory.path, mapSize: 64 << 10)
    try environment.put(key(9_000), [1])
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      let environment = try Environment.make(path, mapSize: 64 << 10)
      try environment.fill(2_000, size: 1_000)
    }
    #expect(try environment.read { try $0.count(of: environment.a) } == 2_001)
    try environment.fill(10, size: 1_000, from: 10_000)
    #expect(try environment.read { try $0.count(of: environment.a) } == 2_011)
  }

  @Test func aWriterAdoptsTheGrowthOfAnotherProcess() async throws {
    let environment = try Environment.make(directory.path, mapSize: 64 << 10)
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      let environment = try Environment.make(path, mapSize: 64 << 10)
      try environment.fill(2_000, size: 1_000)
    }
    try environment.put(key(9_000), [1])
    #expect(try environment.read { try $0.count(of: environment.a) } == 2_001)
  }
}
