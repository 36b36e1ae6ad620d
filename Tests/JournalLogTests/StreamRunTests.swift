import JournalEvents
import JournalLog
import JournalTestSupport
import LMDBKit
import Testing

/// Entries of the streams index are stored as runs; what is read is the
/// entries, and what is stored depends on nothing but them.
@Suite struct StreamRunTests {
  private static let seeds = 0..<30 as Range<UInt64>

  private func stream(_ number: UInt64) -> StreamID {
    StreamID(bits: UUIDBits(high: 7, low: number))
  }

  /// Entries as no honest history has them: stamps that tie and leap, writers
  /// that alternate, sequences that fall, actions of one and of several events.
  private func entries(_ seed: UInt64, count: Int = 400) -> [StreamEntry] {
    var random = SeededGenerator(seed: seed)
    var entries: Set<StreamEntry> = []
    let last: UInt64 = 1 << 47 - 1
    for _ in 0..<count {
      let writer = UInt64.random(in: 1...3, using: &random)
      let isFar = Int.random(in: 0..<40, using: &random) == 0
      let reference = EventReference(
        writer: WriterID(bits: UUIDBits(high: writer, low: writer)),
        sequence: isFar ? .max : .random(in: 1...10_000, using: &random),
        hashPrefix: .random(in: 0...(.max), using: &random))
      let stamp = Stamp(
        milliseconds: isFar ? last : .random(in: 0...900, using: &random),
        counter: .random(in: 0...2, using: &random))
      guard let stamp else { continue }
      let actions = [reference.hashPrefix, 1, 2, .max]
      entries.insert(
        StreamEntry(
          stream: self.stream(.random(in: 0...3, using: &random)),
          position: LogPosition(of: reference, at: stamp),
          actionHashPrefix: actions.randomElement(using: &random) ?? 0))
    }
    return entries.sorted()
  }

  private func dump(_ fixture: LogFixture) throws -> Dump {
    try fixture.environment.read {
      try $0.dump([LogDatabase.streams], of: fixture.environment)
    }
  }

  private func insert(
    _ entries: [StreamEntry], into fixture: LogFixture
  ) throws {
    try fixture.environment.write {
      try fixture.log.insert(entries.sorted(), in: $0)
    }
  }

  private func read(
    _ fixture: LogFixture, _ direction: LogDirection
  ) throws -> [StreamEntry] {
    try (0...3).flatMap { number in
      var found: [StreamEntry] = []
      try fixture.read { log, transaction in
        try log.forEachEntry(
          of: stream(UInt64(number)), direction, in: transaction
        ) {
          found.append($0)
          return true
        }
      }
      return direction == .forward ? found : found.reversed()
    }
  }

  @Test(arguments: seeds)
  func anyOrderOfArrivalLeavesTheSameBytes(seed: UInt64) throws {
    let entries = entries(seed)
    let whole = try LogFixture()
    try insert(entries, into: whole)
    var random = SeededGenerator(seed: seed + 1_000)
    var rest = entries.shuffled(using: &random)[...]
    let parts = try LogFixture()
    while !rest.isEmpty {
      let count = Int.random(in: 1...60, using: &random)
      // Some come twice.
      try insert(Array(rest.prefix(count + 3)), into: parts)
      rest = rest.dropFirst(count)
    }
    #expect(try dump(whole) == dump(parts), "seed \(seed)")
    #expect(try read(parts, .forward) == entries, "seed \(seed)")
    #expect(try read(parts, .backward) == entries, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func anIndexOfSingleEntriesIsReadAndPacked(seed: UInt64) throws {
    let entries = entries(seed)
    let packed = try LogFixture()
    try insert(entries, into: packed)
    let single = try LogFixture()
    try single.tamper(LogDatabase.streams) { database, transaction in
      for entry in entries {
        var key: [UInt8] = []
        entry.appendKey(to: &key)
        let value = (0..<8).reversed().map {
          UInt8(truncatingIfNeeded: entry.actionHashPrefix >> (8 * $0))
        }
        try transaction.put(key, value, in: database)
      }
    }
    #expect(try read(single, .forward) == entries, "seed \(seed)")
    #expect(try read(single, .backward) == entries, "seed \(seed)")
    try single.environment.write { try single.log.packStreams(in: $0) }
    #expect(try dump(single) == dump(packed), "seed \(seed)")
  }

  @Test(arguments: seeds)
  func severalStreamsAreMergedBothWays(seed: UInt64) throws {
    let entries = entries(seed)
    let fixture = try LogFixture()
    try insert(entries, into: fixture)
    let wanted = Set([stream(0), stream(2)])
    let expected = entries.filter { wanted.contains($0.stream) }
      .map(\.position).sorted()
    for direction in [LogDirection.forward, .backward] {
      var found: [LogPosition] = []
      try fixture.read { log, transaction in
        try log.forEachEntry(of: wanted, direction, in: transaction) {
          found.append($0.position)
          return true
        }
      }
      if direction == .backward { found.reverse() }
      #expect(found == expected, "seed \(seed)")
    }
  }

  /// Whatever a run's value holds, reading it is an error or gives entries.
  @Test(arguments: seeds)
  func aDamagedRunIsReadOrRefused(seed: UInt64) throws {
    let fixture = try LogFixture()
    try insert(entries(seed, count: 60), into: fixture)
    var random = SeededGenerator(seed: seed)
    try fixture.tamper(LogDatabase.streams) { database, transaction in
      let (key, value) = try transaction.withCursor(database) { cursor in
        _ = try cursor.first()
        return try cursor.withEntry { key, value in
          (
            key.withUnsafeBytes([UInt8].init),
            value.withUnsafeBytes([UInt8].init)
          )
        }
      }
      for _ in 0..<100 {
        var damaged = value
        if Bool.random(using: &random) {
          damaged.removeLast(.random(in: 0...value.count, using: &random))
        } else {
          let place = Int.random(in: 0..<value.count, using: &random)
          damaged[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        try transaction.put(key, damaged, in: database)
        do {
          try fixture.log.forEachEntry(of: stream(0), in: transaction) {
            entry in
            #expect(entry.stream == stream(0), "seed \(seed)")
            return true
          }
        } catch is StorageError {}
      }
    }
  }
}
