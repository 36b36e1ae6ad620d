import JournalTestSupport
import JournalTime

@testable import JournalSync

/// A store in memory, of which everything may fail: requests that never
/// arrive, arrive late or twice, answers that are lost, lists that are old,
/// objects that are cut or changed on the way.
final class ChaosStore: ObjectStore {
  private(set) var objects: [String: [UInt8]] = [:]
  private var random: SeededGenerator
  var clock: Instant
  /// The number of steps in which one goes wrong; 0 for never.
  var trouble = 0
  private var old: [String] = []
  /// Objects that are on their way.
  private var late: [(name: String, bytes: [UInt8])] = []
  private(set) var cost = TransferCost()
  let keepsNoHours = false

  init(seed: UInt64, clock: Instant) {
    random = SeededGenerator(seed: seed)
    self.clock = clock
  }

  private func isTrouble() -> Bool { trouble > 0 && random.one(in: trouble) }

  private func mayFail() throws {
    cost.requests += 1
    if isTrouble() { throw lost }
  }

  private var lost: StoreError {
    StoreError(.network, "cut off", canRetry: true)
  }

  /// Lets nothing go wrong any more; what was on its way has arrived.
  func endTrouble() {
    trouble = 0
    for (name, bytes) in late { objects[name] = objects[name] ?? bytes }
    late = []
  }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    try mayFail()
    let names = isTrouble() ? old : objects.keys.sorted()
    if random.one(in: 2) { old = names }
    for name in names.shuffled(using: &random)
    where name.hasPrefix(prefix) && name > start {
      try body(name)
    }
    return StoreHour(of: clock)
  }

  func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    try mayFail()
    guard var bytes = objects[name] else { return nil }
    if isTrouble() {
      let place = random.int(0...bytes.count - 1)
      if random.one(in: 2) {
        bytes[place] ^= 1 << UInt8(random.int(0...7))
      } else {
        bytes = Array(bytes[..<place])
      }
    }
    return bytes
  }

  func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    try mayFail()
    // It arrives whenever another one does, or again then.
    if isTrouble() {
      late.append((name, bytes))
      if random.one(in: 2) { throw lost }
    } else if let place = late.indices.randomElement(using: &random) {
      let (name, bytes) = late.remove(at: place)
      objects[name] = objects[name] ?? bytes
    }
    let isNew = objects[name] == nil
    if let held = objects[name], held != bytes {
      throw StoreError(.conflict, "other bytes")
    }
    objects[name] = bytes
    // What is stored, and not told.
    try mayFail()
    return isNew
  }

  func remove(_ name: String) throws -> Bool {
    try mayFail()
    return objects.removeValue(forKey: name) != nil
  }

  /// Changes the objects, as an untrusted store does.
  func change(_ change: (inout [String: [UInt8]]) -> Void) {
    change(&objects)
  }
}
