import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// Tests of the secrecy of encrypted remotes, and of attacks on their users.
@Suite struct EncryptedSyncTests {
  private let journalID: JournalID = id(7)
  private let clock = Instant(milliseconds: 1_771_545_600_000)
  private let store: ChaosStore
  private let canary = "Pilea on the windowsill of Aunt Agatha"

  init() {
    store = ChaosStore(seed: 5, clock: clock)
  }

  /// A replica whose events hold the canary, and which synced.
  private func filled() throws -> Replica {
    let replica = try Replica()
    var writer = TestWriter(3)
    let started = EventBody.writerStarted(.init(program: canary))
    let created = EventBody.journalCreated(
      .init(journal: journalID, timeZone: "UTC"))
    try replica.receive(
      try writer.append(
        [EventDraft(.journal, started), EventDraft(.journal, created)],
        wall: clock))
    let plant: PlantID = id(9)
    for number in 0..<40 {
      let note = EventBody.plantNoted(.init(text: "\(canary) \(number)"))
      try replica.receive(
        try writer.append([EventDraft(plant, note)], wall: clock))
      if number % 10 == 0 { try sync(replica) }
    }
    try sync(replica)
    return replica
  }

  @discardableResult
  private func sync(
    _ replica: Replica, listsAll: Bool = false, compacts: Bool = false
  ) throws -> SyncReport {
    let keys = replica.keys(of: journalID)
    if !keys.isOpen {
      _ = try keys.unlock(
        in: store, with: Replica.passphrase, newKeyCost: .lowest)
    }
    return try replica.sync(
      with: store, of: journalID, at: clock, listsAll: listsAll,
      compacts: compacts, shelf: SealedShelf(keys))
  }

  @Test func nothingOfTheJournalIsInTheStore() throws {
    let replica = try filled()
    #expect(store.objects.count > 5)
    let writerBytes = [UInt8](repeating: 3, count: 16)
    var secrets = [writerBytes]
    for text in ["Pilea", "Agatha", "plant.noted", "plantguide.segment"] {
      secrets.append(Array(text.utf8))
    }
    for (name, bytes) in store.objects {
      for secret in secrets {
        #expect(!bytes.contains(secret), "\(name)")
        #expect(!Array(name.utf8).contains(secret), "\(name)")
        #expect(!name.contains(Hexadecimal.encode(secret)), "\(name)")
      }
      #expect(name.contains("/e/") || name.contains("/keys/"), "\(name)")
    }
    let other = try Replica()
    let report = try sync(other)
    #expect(report.isComplete)
    #expect(try other.dump().differences(from: replica.dump()).isEmpty)
  }

  /// On a disk, where many small segments are gathered to larger ones.
  @Test func aFolderIsSealedAsWell() throws {
    let folder = try TemporaryDirectory()
    try FolderStore.make(at: folder.path)
    let disk = try FolderStore(at: folder.path, clock: clock)
    func sync(_ replica: Replica) throws -> SyncReport {
      let keys = replica.keys(of: journalID)
      if !keys.isOpen {
        _ = try keys.unlock(
          in: disk, with: Replica.passphrase, newKeyCost: .lowest)
      }
      return try replica.sync(
        with: disk, of: journalID, at: clock, listsAll: true,
        shelf: SealedShelf(keys))
    }
    let replica = try Replica()
    var writer = TestWriter(3)
    var merged = 0
    for number in 0..<40 {
      let started = EventBody.writerStarted(.init(program: "\(number)"))
      let created = EventBody.journalCreated(
        .init(journal: journalID, timeZone: "UTC"))
      let note = EventBody.plantNoted(.init(text: "\(canary) \(number)"))
      let drafts = [
        EventDraft(.journal, number == 0 ? started : created),
        EventDraft(id(9) as PlantID, note),
      ]
      try replica.receive(try writer.append(drafts, wall: clock))
      merged += try sync(replica).merged
    }
    #expect(merged > 0)
    let other = try Replica()
    let report = try sync(other)
    #expect(report.isComplete)
    #expect(try other.dump().differences(from: replica.dump()).isEmpty)

    var count = 0
    _ = try disk.forEachName(under: "v1/", after: "") { name in
      let bytes = try disk.object(name, atMost: 1 << 20)
      #expect(bytes?.contains(Array("Agatha".utf8)) == false, "\(name)")
      #expect(name.contains("/e/") || name.contains("/keys/"), "\(name)")
      count += 1
    }
    #expect(count > 41)
  }

  @Test func aPlainRemoteHoldsWhatThisTestLooksFor() throws {
    let replica = try filled()
    let plain = ChaosStore(seed: 5, clock: clock)
    try replica.sync(with: plain, number: 1, of: journalID, at: clock)
    #expect(
      plain.objects.values.contains {
        $0.contains(Array("plantguide.segment".utf8))
      })
  }

  @Test func nothingIsWrittenUnderAWrongPassphrase() throws {
    _ = try filled()
    let before = store.objects
    let other = try Replica()
    let keys = other.keys(of: journalID)
    #expect(throws: RemoteKeyError.wrongPassphrase) {
      try keys.unlock(
        in: store, with: secret("wrong passphrase"), newKeyCost: .lowest)
    }
    #expect(throws: RemoteKeyError.locked) { try SealedShelf(keys) }
    #expect(store.objects == before)
  }

  /// A replica that adds an encrypted remote without its passphrase must not
  /// put anything there in the open.
  @Test func aPlainSyncRefusesAnEncryptedRemote() throws {
    let replica = try filled()
    let keys = replica.keys(of: journalID).headers.map(\.name)
    for objects in [
      store.objects, store.objects.filter { !keys.contains($0.key) },
      store.objects.filter { keys.contains($0.key) },
    ] {
      store.change { $0 = objects }
      for (number, replica) in [replica, try Replica()].enumerated() {
        #expect(throws: RemoteKeyError.encrypted) {
          try replica.sync(
            with: store, number: number + 1, of: journalID, at: clock)
        }
      }
      #expect(store.objects == objects)
    }
  }

  @Test func aMissingKeyIsSaidAndNotReplaced() throws {
    let replica = try filled()
    let name = try #require(replica.keys(of: journalID).headers.first?.name)
    store.change { $0[name] = nil }
    let before = store.objects
    let other = try Replica()
    #expect(throws: RemoteKeyError.missingKey) { try sync(other) }
    #expect(store.objects == before)
    // Who has it puts it back.
    try sync(replica, listsAll: true)
    #expect(store.objects[name] != nil)
    #expect(try sync(other).isComplete)
  }

  @Test func whatLiesThereInTheOpenIsNotTaken() throws {
    _ = try filled()
    let foreign = try Replica()
    var maker = HistoryMaker(seed: 8)
    try foreign.receive(maker.history(count: 20))
    let plain = ChaosStore(seed: 5, clock: clock)
    try foreign.sync(with: plain, of: journalID, at: clock)
    let sealed = try #require(
      store.objects.keys.first { $0.contains("/e/") })
    let segment = try #require(
      plain.objects.first { $0.key.contains("/s/") })
    let digit = sealed.dropLast(7).last == "0" ? "1" : "0"
    let planted = [
      segment.key, segment.key.replacing("/s/", with: "/e/"),
      sealed.dropLast(8) + digit + ".sealed",
    ]
    store.change {
      for name in planted { $0[name] = segment.value }
      // And one that has the name of a sealed one.
      $0[sealed] = segment.value
    }
    let count = try foreign.dump().differences(from: Replica().dump()).count
    #expect(count > 0)
    let other = try Replica()
    let report = try sync(other)
    #expect(!report.isComplete)
    #expect(
      Set(report.refused.map(\.name))
        == [planted[1], planted[2], sealed])
    for (writer, tips) in try foreign.journal.read({
      try foreign.journal.log.vector(in: $0)
    }) {
      for tip in tips.tips {
        #expect(try !other.holds(tip.reference(of: writer)))
      }
    }
  }

  /// A store that swaps, replays, cuts and renames what it holds.
  @Test(arguments: UInt64(1)...20)
  func healthySegmentsArriveBesideForgedOnes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let replica = try filled()
    let sealed = store.objects.keys.filter { $0.contains("/e/") }.sorted()
    let healthy = store.objects
    store.change { objects in
      for name in sealed where random.one(in: 2) {
        switch random.int(0...3) {
        case 0: objects[name] = healthy[random.pick(sealed)]
        case 1: objects[name]?.removeLast(random.int(1...40))
        case 2:
          // Another name, the hash that its bytes have kept.
          var units = Array(name.utf8)
          let hex = Array("0123456789abcdef".utf8)
          let start = units.count - 136
          units[start + random.int(0...95)] = random.pick(hex)
          objects[String(decoding: units, as: UTF8.self)] = healthy[name]
        default:
          let place = random.int(0...(objects[name]?.count ?? 1) - 1)
          objects[name]?[place] ^= 4
        }
      }
    }
    let other = try Replica()
    let first = try sync(other)
    // What is refused takes nothing with it.
    store.change { objects in
      objects.merge(healthy) { $1 }
    }
    let second = try sync(other, listsAll: true)
    #expect(
      try other.dump().differences(from: replica.dump()).isEmpty,
      "seed \(seed): \(first.refused) \(second.refused)")
  }

  /// Sealed segments are rewritten as open ones are.
  @Test func erasedPayloadsAreRewritten() throws {
    let replica = try filled()
    let event = try replica.journal.read { transaction in
      var found: RecordedEvent?
      try replica.journal.log.forEachEvent(.forward, in: transaction) {
        event, bytes in
        guard event.header.isErasable, event.frame.hasPayload else {
          return true
        }
        found = try event.recorded(bytes)
        return false
      }
      return try #require(found)
    }
    var writer = TestWriter(0xe1)
    let body = NamedEvent(
      writer: event.header.writer, sequence: event.header.sequence,
      hash: event.hash)
    try replica.receive([
      try writer.append(EventDraft(.journal, .payloadErased(body)))
    ])
    let before = Set(store.objects.keys)
    #expect(try sync(replica).erasedThere == 1)
    let report = try sync(replica, compacts: true)
    #expect(report.rewritten > 0 && report.erasedThere == 0)
    #expect(before.subtracting(store.objects.keys).count == report.rewritten)
    #expect(try sync(replica, compacts: true).rewritten == 0)
    let other = try Replica()
    let joined = try sync(other)
    #expect(joined.isComplete && joined.erased == 0)
    #expect(try other.dump().differences(from: replica.dump()).isEmpty)
  }

  @Test func twoMachinesThatBeginAtOnceBothStayReadable() throws {
    let one = try filled()
    let hidden = store.objects
    store.change { $0 = [:] }
    let two = try Replica()
    var maker = HistoryMaker(seed: 8)
    try two.receive(maker.history(count: 20))
    try sync(two)
    store.change { $0.merge(hidden) { $1 } }
    #expect(store.objects.keys.count { $0.hasSuffix(".key") } == 2)
    for replica in [one, two, one] {
      #expect(try sync(replica, listsAll: true).isComplete)
    }
    #expect(try one.dump().differences(from: two.dump()).isEmpty)
    #expect(
      try one.keys(of: journalID).sealingIndex()
        != two.keys(of: journalID).sealingIndex())
    let three = try Replica()
    #expect(try sync(three).isComplete)
    #expect(try three.dump().differences(from: one.dump()).isEmpty)
  }

  /// Without its passphrase, objects that another key sealed are reported and
  /// left.
  @Test func whatAnotherKeySealedIsTold() throws {
    let replica = try filled()
    let foreign = try RemoteKey.make(
      for: journalID, under: secret("another one"), cost: .lowest)
    _ = try store.put(foreign.header.bytes, as: foreign.header.name)
    let sample = try SealedSample()
    let object = foreign.seal(sample.bytes, as: foreign.subject(of: sample.run))
    let name = SealedName(
      hiding: sample.name(of: object.bytes), under: foreign
    ).text(in: SealedName.prefix(of: journalID))
    _ = try store.put(object.bytes, as: name)
    let report = try sync(replica, listsAll: true)
    #expect(!report.isComplete)
    #expect(report.refused.map(\.name) == [name])
  }
}
