import Testing

@testable import LMDBKit

@Suite struct TransactionTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try .make(directory.path + "/new/lmdb")
  }

  @Test(arguments: [0, 1, 511, 2_000, 4_096, 100_000])
  func whatIsPutIsGot(size: Int) throws {
    let value = Bytes(repeating: 3, count: size)
    try environment.put([1], value)
    #expect(try environment.value([1]) == value)
  }

  @Test func puttingAgainReplaces() throws {
    try environment.put([1], [2])
    try environment.put([1], [3, 4])
    #expect(try environment.value([1]) == [3, 4])
    #expect(try environment.read { try $0.count(of: environment.a) } == 1)
  }

  @Test func aKeyThatIsNotThereIsNil() throws {
    #expect(try environment.value([1]) == nil)
    try environment.read { transaction in
      try #expect(
        !transaction.contains(Bytes([1]).span.bytes, in: environment.a))
    }
  }

  @Test func theLongestKeyIsStored() throws {
    let longest = Bytes(repeating: 255, count: 511)
    try environment.put(longest, [1])
    #expect(try environment.value(longest) == [1])
  }

  @Test(arguments: [0, 512, 5_000])
  func aKeyOfBadSizeIsRefusedAndNeverFound(size: Int) throws {
    let bad = Bytes(repeating: 1, count: size)
    let error = try #require(throws: LMDBError.self) {
      try environment.put(bad, [1])
    }
    #expect(error.code == .badKeySize)
    #expect("\(error)".contains("1 to 511 bytes"))
    #expect(try environment.value(bad) == nil)
    let wasDeleted = try environment.write {
      try $0.delete(bad.span.bytes, in: environment.a)
    }
    #expect(!wasDeleted)
  }

  @Test func deletingSaysWhetherThereWasAnEntry() throws {
    try environment.put([1], [2])
    let found = try environment.write { transaction in
      let key = Bytes([1])
      return [
        try transaction.delete(key.span.bytes, in: environment.a),
        try transaction.delete(key.span.bytes, in: environment.a),
      ]
    }
    #expect(found == [true, false])
    #expect(try environment.value([1]) == nil)
  }

  @Test func removingAllLeavesOtherDatabasesAlone() throws {
    let b = environment.database("b")
    try environment.fill(100, size: 50)
    try environment.write { transaction in
      let key = Bytes([9])
      try transaction.put(key.span.bytes, key.span.bytes, in: b)
      try transaction.removeAll(in: environment.a)
    }
    let counts = try environment.read {
      [try $0.count(of: environment.a), try $0.count(of: b)]
    }
    #expect(counts == [0, 1])
  }

  @Test func aRehearsalReturnsItsResultAndWritesNothing() throws {
    let key = Bytes([1])
    let seen = try environment.write(commits: false) { transaction in
      try transaction.put(key, key, in: environment.a)
      return try transaction.bytes(key, in: environment.a)
    }
    #expect(seen == key)
    #expect(try environment.value(key) == nil)
  }

  @Test func aBodyThatThrowsWritesNothing() throws {
    #expect(throws: Failure.self) {
      try environment.write { transaction in
        let key = Bytes([1])
        try transaction.put(key.span.bytes, key.span.bytes, in: environment.a)
        #expect(try transaction.bytes(key, in: environment.a) == key)
        throw Failure()
      }
    }
    #expect(try environment.value([1]) == nil)
  }

  @Test func aSnapshotDoesNotSeeLaterCommits() async throws {
    let environment = environment
    try environment.put([1], [1])
    try environment.read { transaction in
      let writer = try Thread { try environment.put([1], [2]) }
      try writer.join()
      #expect(try transaction.bytes([1], in: environment.a) == [1])
    }
    #expect(try environment.value([1]) == [2])
  }

  @Test func readsNest() throws {
    try environment.put([1], [2])
    let value = try environment.read { _ in try environment.value([1]) }
    #expect(value == [2])
  }

  @Test func aWriteCanReadTheStateBeforeIt() throws {
    try environment.put([1], [1])
    try environment.write { transaction in
      let key = Bytes([1])
      let value = Bytes([2])
      try transaction.put(key.span.bytes, value.span.bytes, in: environment.a)
      #expect(try environment.value(key) == [1])
    }
  }

  @Test func aWriteInsideATransactionOfTheThreadThrows() throws {
    let inRead = #expect(throws: LMDBError.self) {
      try environment.read { _ in try environment.put([1], [1]) }
    }
    let inWrite = #expect(throws: LMDBError.self) {
      try environment.write { _ in try environment.put([1], [1]) }
    }
    #expect(inRead?.code == .nestedTransaction)
    #expect(inWrite?.code == .nestedTransaction)
    try environment.put([1], [1])
  }

  @Test func optionalResultsSurvive() throws {
    let result: Int? = try environment.write { _ in nil }
    #expect(result == nil)
  }
}
