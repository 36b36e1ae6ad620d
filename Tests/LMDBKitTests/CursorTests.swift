import Testing

@testable import LMDBKit

@Suite struct CursorTests {
  let directory: TemporaryDirectory
  let environment: Environment

  init() throws {
    directory = try TemporaryDirectory()
    environment = try .make(directory.path)
  }

  @Test func anEmptyDatabaseHasNoEntries() throws {
    try environment.read { transaction in
      try transaction.withCursor(environment.a) { cursor in
        try #expect(!cursor.first())
        try #expect(!cursor.last())
        try #expect(!cursor.seek(atOrAfter: Bytes([0]).span.bytes))
        try #expect(!cursor.seek(before: Bytes([255]).span.bytes))
      }
      try transaction.withCursor(environment.a) { try #expect(!$0.next()) }
      try transaction.withCursor(environment.a) { try #expect(!$0.previous()) }
    }
  }

  @Test func movesGoInTheOrderOfBytes() throws {
    let keys: [Bytes] = [[0], [0, 0], [0, 1], [1], [127], [128], [255, 0]]
    for key in keys.shuffled() { try environment.put(key, key) }
    try environment.read { transaction in
      try transaction.withCursor(environment.a) { cursor in
        for key in keys {
          try #require(try cursor.next())
          #expect(try cursor.keyBytes == key)
        }
        try #expect(!cursor.next())
        // The end is left only by setting a new place.
        try #expect(!cursor.previous())
        try #expect(cursor.last())
        for key in keys.dropLast().reversed() {
          try #require(try cursor.previous())
          #expect(try cursor.keyBytes == key)
        }
        try #expect(!cursor.previous())
      }
    }
  }

  @Test func seekingTakesKeysOfAnyLength() throws {
    let longest = Bytes(repeating: 5, count: 511)
    try environment.put([1], [])
    try environment.put(longest, [])
    try environment.read { transaction in
      try transaction.withCursor(environment.a) { cursor in
        try #expect(cursor.seek(atOrAfter: Bytes().span.bytes))
        #expect(try cursor.keyBytes == [1])
        try #expect(!cursor.seek(before: Bytes().span.bytes))
        let longer = longest + [0]
        try #expect(!cursor.seek(atOrAfter: longer.span.bytes))
        try #expect(cursor.seek(before: longer.span.bytes))
        #expect(try cursor.keyBytes == longest)
      }
    }
  }

  @Test func anEntryIsFoundWhereAWriteMovedIt() throws {
    try environment.fill(50, size: 60)
    try environment.write { transaction in
      try transaction.withCursor(environment.a) { cursor in
        _ = try cursor.seek(atOrAfter: key(25).span.bytes)
        // Smaller keys and larger values shift and split the page.
        for number in 0..<25 {
          let value = Bytes(repeating: 9, count: 900)
          try transaction.put(
            key(number).span.bytes, value.span.bytes, in: environment.a)
        }
        #expect(try cursor.keyBytes == key(25))
        #expect(
          try cursor.withEntry { Bytes($1) } == Bytes(repeating: 7, count: 60))
      }
    }
  }

  @Test func deletingWhileIteratingSkipsNothing() throws {
    try environment.fill(1_000, size: 100)
    let seen = try environment.write { transaction in
      try transaction.withCursor(environment.a) { cursor in
        var seen = 0
        while try cursor.next() {
          let key = try cursor.keyBytes
          seen += 1
          if key[3] % 3 != 0 {
            _ = try transaction.delete(key.span.bytes, in: environment.a)
          }
        }
        return seen
      }
    }
    #expect(seen == 1_000)
    let left = try environment.read { try $0.entries(of: environment.a) }
    #expect(left.keys.allSatisfy { $0[3] % 3 == 0 })
    #expect(left.count == (0..<1_000).count { $0 % 256 % 3 == 0 })
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func movesAgreeWithASortedArray(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var model: [Bytes] = []
    try environment.write { transaction in
      for _ in 0..<400 {
        let key = generator.key()
        try transaction.put(key.span.bytes, key.span.bytes, in: environment.a)
        model.append(key)
      }
    }
    model = Set(model).sorted { $0.lexicographicallyPrecedes($1) }
    try environment.read { transaction in
      try transaction.withCursor(environment.a) { cursor in
        for _ in 0..<2_000 {
          try check(&cursor, model, &generator, "seed \(seed)")
        }
      }
    }
  }

  private func check(
    _ cursor: inout Cursor, _ model: [Bytes],
    _ generator: inout SeededGenerator, _ comment: Comment
  ) throws {
    let key = generator.key()
    let split =
      model.firstIndex { !$0.lexicographicallyPrecedes(key) } ?? model.count
    let isFound: Bool
    var index: Int
    if Bool.random(using: &generator) {
      isFound = try cursor.seek(atOrAfter: key.span.bytes)
      index = split
    } else {
      isFound = try cursor.seek(before: key.span.bytes)
      index = split - 1
    }
    #expect(isFound == model.indices.contains(index), comment)
    guard isFound else { return }
    #expect(try cursor.keyBytes == model[index], comment)
    let isForward = Bool.random(using: &generator)
    index += isForward ? 1 : -1
    let isThere = try isForward ? cursor.next() : cursor.previous()
    #expect(isThere == model.indices.contains(index), comment)
    if isThere { #expect(try cursor.keyBytes == model[index], comment) }
  }
}

extension SeededGenerator {
  /// Short keys of few letters, so that many are equal or prefixes.
  fileprivate mutating func key() -> Bytes {
    (0..<Int.random(in: 1...5, using: &self)).map { _ in
      UInt8.random(in: 0...3, using: &self)
    }
  }
}
