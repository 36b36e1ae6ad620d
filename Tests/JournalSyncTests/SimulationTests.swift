import Glibc
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// Six replicas write, for their own users and for people who act through them,
/// sync through two stores and with each other, all of which fails at random,
/// are cut off for a while, killed, and have wrong clocks; once nothing fails
/// any more all hold the same.
@Suite struct SimulationTests {
  /// The seeds that `SEEDS` names, `4711` or `1-10000`; else the first 200.
  static let seeds: ClosedRange<UInt64> = {
    guard let text = getenv("SEEDS") else { return 1...200 }
    let bounds = String(cString: text).split(separator: "-")
      .compactMap { UInt64($0) }
    guard let first = bounds.first, let last = bounds.last, first <= last
    else { fatalError("SEEDS must be a number or two with a hyphen between") }
    return first...last
  }()

  @Test(arguments: seeds)
  func replicasAgree(seed: UInt64) throws {
    var simulation = try Simulation(seed: seed)
    try simulation.run()
  }

  @Test(arguments: Array(seeds.prefix((seeds.count + 7) / 8)))
  func replicasOfAnEncryptedRemoteAgree(seed: UInt64) throws {
    var simulation = try Simulation(seed: seed, isEncrypted: true)
    try simulation.run()
    for store in simulation.stores {
      for (name, bytes) in store.objects {
        #expect(!name.contains("/s/"), "seed \(seed)")
        #expect(
          !bytes.contains(Array("plantguide.segment".utf8)), "seed \(seed)")
      }
    }
  }
}

private struct Simulation {
  let seed: UInt64
  let isEncrypted: Bool
  var random: SeededGenerator
  let replicas: [Replica]
  let stores: [ChaosStore]
  /// The ways of the third and the last replica to each of the others.
  let peers: [Int: [ChaosPeer?]]
  let journalID: JournalID
  var waiting: [RecordedEvent]
  var all: [RecordedEvent]
  /// The people who act through the replicas' servers, and when they do. Without
  /// them all else happens as the seed says.
  var people: SeededGenerator
  /// The replicas that reach nobody at the moment.
  var isolated: Set<Int> = []
  /// Files that events would name.
  let files: [[UInt8]]
  var fileNames: Set<BlobName> { Set(files.map(BlobName.init(of:))) }
  var clock = Instant(milliseconds: 1_771_545_600_000)

  init(seed: UInt64, isEncrypted: Bool = false) throws {
    self.seed = seed
    self.isEncrypted = isEncrypted
    var random = SeededGenerator(seed: seed)
    people = SeededGenerator(seed: ~seed)
    // In every other one, payloads are erased.
    var maker = HistoryMaker(
      seed: seed, hasBrokenClocks: true, erasing: seed % 2 == 1)
    let start = clock
    var history = try maker.history(count: random.int(20...80))
    files = (0..<random.int(1...2)).map { index in
      [UInt8](repeating: UInt8(index), count: random.int(1...2_000))
    }
    for file in files {
      history.insert(
        try Replica.photo(BlobName(of: file)),
        at: random.int(0...history.count))
    }
    all = history
    waiting = all
    let replicas = try (0..<6).map { _ in try Replica() }
    self.replicas = replicas
    peers = [Self.relay, Self.guest].reduce(into: [:]) { peers, asker in
      peers[asker] = replicas.enumerated().map { index, replica in
        guard index != asker, asker == Self.relay || index == Self.relay else {
          return nil
        }
        return ChaosPeer(
          to: replica.service, seed: seed &+ UInt64(10 * asker + index))
      }
    }
    stores = (0..<2).map { ChaosStore(seed: seed &+ $0, clock: start) }
    journalID = random.id()
    for file in files {
      try random.pick(replicas).blobs.keep(file, as: BlobName(of: file))
    }
    self.random = random
  }

  /// The replica that reaches everything.
  static let relay = 2
  /// The replica that reaches no store, and of the others only the third.
  static let guest = 5

  /// The stores that a replica reaches.
  func reach(of replica: Int) -> [Int] {
    switch replica {
    case 0, 1: [0]
    case Self.relay: [0, 1]
    case Self.guest: []
    default: [1]
    }
  }

  mutating func run() throws {
    while !waiting.isEmpty {
      clock = Instant(
        milliseconds: clock.milliseconds + Int64(random.int(0...7_200_000)))
      // The store's clock is its own.
      for store in stores { store.clock = clock }
      if random.one(in: 20) {
        isolated = Set((0..<6).filter { _ in random.one(in: 3) })
      }
      if people.one(in: 6) { try act() }
      switch random.int(0...5) {
      case 0: try replicas[random.int(0...5)].restart()
      case 1, 2: try write()
      default: trySync()
      }
    }
    for store in stores { store.endTrouble() }
    try settle()
    try compare()
    try compact()
    try settle()
    try compare()
  }

  /// Lets the relay rewrite segments that hold erased payloads; then no store
  /// has any, and a joining replica gets everything else.
  mutating func compact() throws {
    let relay = replicas[Self.relay]
    let joining = try Replica()
    let whole = try Replica()
    try whole.receive(all)
    for (number, store) in stores.enumerated() {
      let count = store.objects.count
      let report = try relay.sync(
        with: store, number: number, of: journalID, at: clock, compacts: true,
        shelf: shelf(of: Self.relay, in: number))
      #expect(report.refused.isEmpty, "seed \(seed): \(report.refused)")
      #expect(report.erasedThere == 0, "seed \(seed)")
      #expect(
        count <= store.objects.count + report.rewritten, "seed \(seed)")
      let again = try relay.sync(
        with: store, number: number, of: journalID, at: clock, compacts: true,
        shelf: shelf(of: Self.relay, in: number))
      #expect(again.rewritten == 0, "seed \(seed)")
      let joined = try joining.sync(
        with: store, number: number, of: journalID, at: clock,
        shelf: shelf(of: Self.relay, in: number))
      #expect(joined.refused.isEmpty, "seed \(seed): \(joined.refused)")
      #expect(joined.erased == 0, "seed \(seed): a payload was still there")
    }
    let differences = try joining.dump().differences(from: whole.dump())
    #expect(
      differences.isEmpty, "seed \(seed), joined: \(differences.prefix(3))")
  }

  /// Lets a replica write the next events of a history, if it holds those
  /// before.
  mutating func write() throws {
    for _ in 0..<random.int(1...6) where !waiting.isEmpty {
      let event = waiting.removeFirst()
      var writers = replicas
      if let before = event.header.predecessor {
        writers = try replicas.filter { try $0.holds(before) }
      }
      try random.pick(writers).receive([event])
    }
  }

  /// Lets the user of a replica act, or one of the people who use its server.
  mutating func act() throws {
    let replica = people.pick(replicas)
    let person = people.pick([nil, Person("Bea"), Person("Ben")])
    all += try replica.act(
      as: person, on: people.pick(all).header.stream,
      at: people.brokenClock(at: clock))
  }

  /// The layout of segments in a store, as far as a replica knows.
  func shelf(of replica: Int, in number: Int) throws -> (any SegmentShelf)? {
    guard isEncrypted else { return nil }
    let keys = replicas[replica].keys(of: journalID, number: number)
    if !keys.isOpen {
      // Where lists are old, several make a key.
      _ = try keys.unlock(
        in: stores[number], with: Replica.passphrase, newKeyCost: .lowest)
    }
    return try SealedShelf(keys)
  }

  mutating func trySync() {
    let replica = random.int(0...5)
    guard !isolated.contains(replica) else { return }
    let clock = random.brokenClock(at: clock)
    let isKilled = random.one(in: 3)
    if let peers = peers[replica], random.one(in: 2) || replica == Self.guest {
      let number = random.int(0...5)
      guard let peer = peers[number], !isolated.contains(number) else {
        return
      }
      peer.trouble = random.pick([0, 3, 10, 40])
      attempt(by: replicas[replica], isKilled: isKilled) {
        try $0.sync(with: peer, number: number, at: clock)
      }
      _ = try? ship(replica, peer: number)
      return
    }
    let number = random.pick(reach(of: replica))
    stores[number].trouble = random.pick([0, 3, 10, 40])
    let listsAll = random.one(in: 8)
    attempt(by: replicas[replica], isKilled: isKilled) {
      try $0.sync(
        with: stores[number], number: number, of: journalID, at: clock,
        listsAll: listsAll, compacts: seed % 2 == 1 && random.one(in: 6),
        shelf: shelf(of: replica, in: number))
    }
    _ = try? ship(replica, store: number)
  }

  /// A failed sync is tried again later. Meanwhile the replica may have been
  /// killed, and its knowledge of the other side lost.
  private func attempt(
    by replica: Replica, isKilled: Bool,
    _ sync: (Replica) throws -> SyncReport
  ) {
    let before = (replica.states, replica.peerStates)
    guard (try? sync(replica)) == nil, isKilled else { return }
    (replica.states, replica.peerStates) = before
    #expect(throws: Never.self, "seed \(seed)") { try replica.restart() }
  }

  @discardableResult
  func ship(_ replica: Int, store number: Int) throws -> SyncReport.Files {
    let keys = replicas[replica].keys(of: journalID, number: number)
    return try replicas[replica].ship(
      fileNames,
      to: StoredBlobs(
        folder: replicas[replica].blobs, store: stores[number],
        journalID: journalID, keys: isEncrypted ? keys : nil),
      called: "store \(number)")
  }

  @discardableResult
  func ship(_ replica: Int, peer number: Int) throws -> SyncReport.Files? {
    guard let peer = peers[replica]?[number] else { return nil }
    let journal = replicas[replica].journal
    let id = try journal.read {
      try journal.projections.journalIDs(in: $0).first
    }
    // Where neither has a journal yet, nothing was synced.
    guard let id else { return SyncReport.Files() }
    return try replicas[replica].ship(
      fileNames,
      to: PeerBlobs(
        folder: replicas[replica].blobs, transport: peer,
        journalID: id),
      called: "peer \(number)")
  }

  /// Syncs until nothing more comes in or goes out.
  mutating func settle() throws {
    var isQuiet = false
    var isFirst = true
    var rounds = 0
    while !isQuiet {
      isQuiet = true
      defer { isFirst = false }
      rounds += 1
      try #require(rounds < 20, "seed \(seed): it does not settle")
      for (index, replica) in replicas.enumerated() {
        for number in reach(of: index) {
          // Lists were old now and then, so all is looked at once; after that
          // only what came since.
          let pause: Int64 = isFirst ? 90_000_000 : 600_000
          clock = Instant(milliseconds: clock.milliseconds + pause)
          stores[number].clock = clock
          let report = try replica.sync(
            with: stores[number], number: number, of: journalID, at: clock,
            shelf: shelf(of: index, in: number))
          isQuiet = isQuiet && report.received.isEmpty && report.sent.isEmpty
          if seed % 2 == 1 {
            // A put that was cut off may have left nulls whose erasures come
            // with whoever put them.
            isQuiet = isQuiet && report.isComplete
            continue
          }
          #expect(report.refused.isEmpty, "seed \(seed): \(report.refused)")
          #expect(report.gaps.isEmpty, "seed \(seed): \(report.gaps)")
          let files = try ship(index, store: number)
          #expect(files.refused.isEmpty, "seed \(seed): \(files.refused)")
          isQuiet = isQuiet && files.received.all + files.sent.all == 0
        }
        for (number, peer) in (peers[index] ?? []).enumerated() {
          guard let peer else { continue }
          peer.trouble = 0
          let before = peer.cost.requests
          let report = try replica.sync(with: peer, number: number, at: clock)
          #expect(report.refused.isEmpty, "seed \(seed): \(report.refused)")
          #expect(report.isComplete, "seed \(seed)")
          let isIdle = report.received.isEmpty && report.sent.isEmpty
          let requests = peer.cost.requests
          let files = try ship(index, peer: number)
          #expect(
            files?.refused.isEmpty == true,
            "seed \(seed): \(files?.refused ?? [])")
          let shipped = peer.cost.requests - requests
          isQuiet =
            isQuiet && isIdle
            && (files.map { $0.received.all + $0.sent.all } ?? 0) == 0
          guard isIdle else { continue }
          // With nothing to do, at most the journals and the vector are asked
          // for.
          #expect(
            peer.cost.requests - shipped <= before + 2, "seed \(seed)")
        }
      }
    }
  }

  func compare() throws {
    let whole = try Replica()
    try whole.receive(all)
    let expected = try whole.dump()
    for (index, replica) in replicas.enumerated() {
      for name in fileNames {
        #expect(
          replica.blobs.byteCount(of: name) != nil,
          "seed \(seed), replica \(index)")
      }
      let tips = try replica.writers.map { writer in
        try whole.journal.read {
          try whole.journal.log.tips(of: writer, in: $0)
        }
      }
      #expect(tips.allSatisfy { !$0.isForked }, "seed \(seed)")
      let differences = try replica.dump().differences(from: expected)
      #expect(
        differences.isEmpty,
        "seed \(seed), replica \(index): \(differences.prefix(3))")
    }
  }
}
