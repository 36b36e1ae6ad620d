import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// A segment of some events, and two keys.
struct SealedSample {
  let journal: JournalID = id(7)
  let replica: Replica
  let run: SegmentRun
  let bytes: [UInt8]
  let footer: EventHash
  let key: RemoteKey
  let otherKey: RemoteKey
  let hour = StoreHour(of: Instant(milliseconds: 1_771_545_600_000))

  init() throws {
    replica = try Replica()
    var maker = HistoryMaker(seed: 3)
    try replica.receive(maker.history(count: 30))
    let journal = journal
    let made = try replica.journal.read { [replica] transaction in
      let log = replica.journal.log
      let (writer, tips) = try #require(
        try log.vector(in: transaction).min { $0.writer < $1.writer })
      let tip = try #require(tips.tips.first).reference(of: writer)
      return try #require(
        try SegmentMaker(chains: EventChains(of: log), journal: journal)
          .segment(from: 1, to: tip, in: transaction))
    }
    run = made.run
    (bytes, footer) = made.encoded
    key = try Self.makeKey(journal)
    otherKey = try Self.makeKey(journal)
  }

  static func makeKey(_ journal: JournalID) throws -> RemoteKey {
    try RemoteKey.make(
      for: journal, under: Replica.passphrase, cost: .lowest)
  }

  /// Keys that are open in a place of their own.
  func keys(_ keys: [RemoteKey]) throws -> RemoteKeys {
    let store = ChaosStore(seed: 1, clock: Instant(milliseconds: 0))
    for key in keys {
      _ = try store.put(key.header.bytes, as: key.header.name)
    }
    let number = keys[0].header.footer
    let open = RemoteKeys(
      of: journal, keptAt: "\(replica.directory.path)/keys/\(number)")
    _ = try open.unlock(in: store, with: Replica.passphrase)
    return open
  }

  func sealed(
    with key: RemoteKey, as run: SegmentRun? = nil, _ bytes: [UInt8]? = nil
  ) -> [UInt8] {
    key.seal(bytes ?? self.bytes, as: key.subject(of: run ?? self.run)).bytes
  }

  /// The name that fits the bytes of an object, whatever those are.
  func name(
    of object: [UInt8], key: Int? = 0, run: SegmentRun? = nil
  ) -> SegmentName {
    let end = max(0, object.count - 32)
    return SegmentName(
      journal: journal, hour: hour, run: run ?? self.run,
      footer: EventHash(of: object.span.bytes.extracting(0..<end)), key: key)
  }
}

extension SegmentName {
  init(
    journal: JournalID, hour: StoreHour, run: SegmentRun, footer: EventHash,
    key: Int?
  ) {
    self.init(
      journal: journal, hour: hour, run: run, content: footer.firstHalf,
      key: key)
  }
}

/// An object with its footer made again, as who changes it would.
private func refooted(_ object: [UInt8]) -> [UInt8] {
  var bytes = Array(object.dropLast(32))
  EventHash(of: bytes.span.bytes).append(to: &bytes)
  return bytes
}

@Suite struct SealedSegmentTests {
  let sample: SealedSample
  let shelf: SealedShelf

  init() throws {
    sample = try SealedSample()
    shelf = try SealedShelf(sample.keys([sample.key]))
  }

  private func open(_ object: [UInt8]) throws -> Segment {
    try shelf.segment(in: object, named: sample.name(of: object))
  }

  @Test func opensToTheSegmentThatWasSealed() throws {
    let made = try shelf.object(
      of: sample.bytes, footer: sample.footer, holding: sample.run)
    let name = made.name(
      in: sample.journal, hour: sample.hour, run: sample.run)
    let segment = try shelf.segment(in: made.bytes, named: name)
    #expect(segment.run == sample.run)
    #expect(segment.footer == sample.footer)
    #expect(UInt64(segment.count) == sample.run.count)
  }

  /// Puts that race must bring equal bytes.
  @Test func isTheSameWhereTheSameIsSealed() {
    #expect(sample.sealed(with: sample.key) == sample.sealed(with: sample.key))
    var other = sample.bytes
    other[0] ^= 1
    let nonces = [sample.bytes, other].map { bytes in
      try? SealedFrame(decoding: sample.sealed(with: sample.key, bytes)).nonce
    }
    #expect(nonces[0] != nil)
    #expect(nonces[0] != nonces[1])
  }

  @Test func isRefusedWithAnyBitOfAByteFlipped() throws {
    let object = sample.sealed(with: sample.key)
    let name = sample.name(of: object)
    for index in object.indices {
      var changed = object
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(throws: SegmentError.self, "byte \(index)") {
        try shelf.segment(in: changed, named: name)
      }
      guard index < object.count - 32 else { continue }
      // Whoever changes an object can make its footer and name again.
      #expect(throws: SegmentError.self, "byte \(index), footer made again") {
        try open(refooted(changed))
      }
    }
  }

  @Test func isRefusedWhereItEndsAnywhereElse() {
    let object = sample.sealed(with: sample.key)
    for count in object.indices {
      let cut = Array(object[..<count])
      #expect(throws: SegmentError.self, "\(count) bytes") {
        try shelf.segment(in: cut, named: sample.name(of: object))
      }
      #expect(throws: SegmentError.self, "\(count) bytes, footer made again") {
        try open(refooted(cut))
      }
    }
    #expect(throws: SegmentError.self) { try open(refooted(object + [0])) }
  }

  @Test func isRefusedUnderAnotherName() throws {
    let object = sample.sealed(with: sample.key)
    let run = sample.run
    func changed(
      writer: WriterID? = nil, last: UInt64? = nil, prefix: UInt64? = nil
    ) throws -> SegmentRun {
      try #require(
        SegmentRun(
          first: run.first,
          tip: EventReference(
            writer: writer ?? run.writer, sequence: last ?? run.last,
            hashPrefix: prefix ?? run.tip.hashPrefix)))
    }
    let lie = try changed(writer: id(9))
    for other in [
      lie, try changed(last: run.last + 1),
      try changed(prefix: run.tip.hashPrefix ^ 1),
    ] {
      let name = sample.name(of: object, run: other)
      #expect(throws: SegmentError.badSeal) {
        try shelf.segment(in: object, named: name)
      }
    }
    // One member can seal a segment as what it is not; nobody takes it.
    let sealed = sample.sealed(with: sample.key, as: lie)
    #expect(throws: SegmentError.otherName) {
      try shelf.segment(in: sealed, named: sample.name(of: sealed, run: lie))
    }
  }

  @Test func isRefusedUnderAnotherKey() throws {
    let both = try SealedShelf(sample.keys([sample.key, sample.otherKey]))
    let object = sample.sealed(with: sample.otherKey)
    #expect(throws: SegmentError.badSeal) { try open(object) }
    let texts = [0, 1].map { both.text(of: sample.name(of: object, key: $0)) }
    var opened = 0
    for text in texts {
      guard case .segment(let name) = both.entry(named: text) else {
        Issue.record("no segment: \(text)")
        continue
      }
      if (try? both.segment(in: object, named: name)) != nil { opened += 1 }
    }
    #expect(opened == 1)
    // The frame of one key with the header of the other.
    let frame = try SealedFrame(decoding: object)
    let swapped = SealedFrame(
      header: sample.key.header.footer, nonce: frame.nonce,
      commitment: frame.commitment, ciphertext: frame.ciphertext)
    #expect(throws: SegmentError.badSeal) { try open(swapped.encoded.bytes) }
  }

  @Test func isRefusedWithAnotherCountOfItems() throws {
    for count: UInt8 in [4, 5, 7] {
      var object = sample.sealed(with: sample.key)
      #expect(object[0] == 0x86)
      object[0] = 0x80 | count
      #expect(throws: SegmentError.self) { try open(refooted(object)) }
    }
  }

  @Test func isRefusedWithoutTheCommitment() throws {
    let frame = try SealedFrame(decoding: sample.sealed(with: sample.key))
    let changed = SealedFrame(
      header: frame.header, nonce: frame.nonce,
      commitment: [UInt8](repeating: 0, count: 32),
      ciphertext: frame.ciphertext)
    #expect(throws: SegmentError.badSeal) { try open(changed.encoded.bytes) }
  }

  @Test func isRefusedInTheOpen() throws {
    #expect(throws: SegmentError.notSealed) { try open(sample.bytes) }
    let plain = PlainShelf(journal: sample.journal)
    let object = sample.sealed(with: sample.key)
    #expect(throws: SegmentError.self) {
      try plain.segment(in: object, named: sample.name(of: object, key: nil))
    }
  }

  @Test func hasANameThatOnlyTheKeyReads() throws {
    let object = sample.sealed(with: sample.key)
    let name = sample.name(of: object)
    let text = shelf.text(of: name)
    guard case .segment(let read) = shelf.entry(named: text) else {
      Issue.record("no segment: \(text)")
      return
    }
    #expect(read == name)
    let last = try #require(text.split(separator: "/").last)
    #expect(last.utf8.count == 136)
    #expect(!text.contains(Hexadecimal.encode(sample.run.writer.bytes)))
    let other = try SealedShelf(sample.keys([sample.otherKey]))
    guard case .unreadable = other.entry(named: text) else {
      Issue.record("another key reads it: \(text)")
      return
    }
    let plain = PlainShelf(journal: sample.journal)
    guard case .other = plain.entry(named: text) else {
      Issue.record("it looks like a plain segment: \(text)")
      return
    }
    let open = name.text.replacing("/s/", with: "/e/")
    guard case .unreadable = shelf.entry(named: open) else {
      Issue.record("a plain name is taken: \(open)")
      return
    }
  }

  @Test func tellsLittleByItsLength() {
    var lengths: Set<Int> = []
    for count in 0...65_536 {
      let padded = SealedPadding.byteCount(of: count)
      #expect(padded > count && padded <= max(1_024, count * 9 / 8 + 64))
      lengths.insert(padded)
    }
    // Of 65,537 lengths so many can be told apart.
    #expect(lengths.count < 100)
    for count in [0, 1, 1_022, 1_023, 1_024, 1_025, 100_000] {
      let content = [UInt8](repeating: 0, count: count)
      var padded = SealedPadding.pad(content)
      #expect(padded.count == SealedPadding.byteCount(of: count))
      #expect(SealedPadding.remove(from: &padded))
      #expect(padded == content)
    }
    var wrong: [[UInt8]] = [
      [], [0x80], [UInt8](repeating: 0, count: 1_024),
      SealedPadding.pad([1]) + [0],
    ]
    for index in wrong.indices {
      #expect(!SealedPadding.remove(from: &wrong[index]))
    }
  }
}

@Suite struct KeyHeaderTests {
  private let journal: JournalID = id(7)

  private func header(
    cost: PassphraseCost = .lowest
  ) throws -> KeyHeader {
    try RemoteKey.make(for: journal, under: Replica.passphrase, cost: cost)
      .header
  }

  @Test func opensWithItsPassphraseAlone() throws {
    let header = try header()
    let read = try KeyHeader(decoding: header.bytes, named: header.name)
    #expect(read == header)
    #expect(try read.key(under: Replica.passphrase) != nil)
    for wrong in ["correct horse batterz", "Correct horse battery", ""] {
      #expect(try read.key(under: secret(wrong)) == nil)
    }
  }

  @Test func isRefusedWithAnyBitOfAByteFlipped() throws {
    let header = try header()
    for index in header.bytes.indices {
      var changed = header.bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(throws: RemoteKeyError.self, "byte \(index)") {
        try KeyHeader(decoding: changed, named: header.name)
      }
      guard index < changed.count - 32 else { continue }
      // With a footer and a name that fit, it opens with no passphrase.
      let made = refooted(changed)
      let opened = (try? KeyHeader(decoding: made, named: name(of: made)))
        .flatMap { try? $0.key(under: Replica.passphrase) }
      #expect(opened == nil, "byte \(index), footer made again")
    }
  }

  private func name(of bytes: [UInt8]) -> String {
    let half = Hexadecimal.encode(Array(bytes.suffix(32).prefix(16)))
    return "\(KeyHeader.prefix(of: journal))\(half).key"
  }

  @Test func isRefusedWhereItEndsAnywhereElse() throws {
    let header = try header()
    for count in header.bytes.indices {
      let cut = Array(header.bytes[..<count])
      for bytes in [cut, refooted(cut)] {
        #expect(throws: RemoteKeyError.self, "\(count) bytes") {
          try KeyHeader(decoding: bytes, named: name(of: bytes))
        }
      }
    }
    let longer = refooted(header.bytes + [0])
    #expect(throws: RemoteKeyError.self) {
      try KeyHeader(decoding: longer, named: name(of: longer))
    }
  }

  /// A store must not make a replica take gigabytes or hours.
  @Test(
    arguments: [
      (1, 8_191), (1, 0), (0, 8_192), (1, 1 << 40), (1, 512 << 20 + 1),
      (7, 512 << 20), (1_025, 8_192), (.max, 8_192), (1, .max),
    ] as [(UInt64, UInt64)])
  func isRefusedWhereItAsksForTooMuch(
    operations: UInt64, memory: UInt64
  ) throws {
    var writer = CBORWriter()
    writer.array(9)
    writer.text("plantguide.key")
    writer.unsigned(1)
    writer.byteString(journal.bytes)
    writer.byteString([UInt8](repeating: 0, count: 16))
    writer.unsigned(operations)
    writer.unsigned(memory)
    for count in [24, 48, 32] {
      writer.byteString([UInt8](repeating: 0, count: count))
    }
    let bytes = refooted(writer.bytes + [UInt8](repeating: 0, count: 32))
    #expect(throws: RemoteKeyError.self) {
      try KeyHeader(decoding: bytes, named: name(of: bytes))
    }
  }

  @Test func takesWhatNewKeysAskFor() {
    #expect(PassphraseCost.moderate.isAccepted)
    #expect(PassphraseCost.lowest.isAccepted)
  }

  /// Bytes can be made that the cipher opens with two keys.
  @Test func commitsToOneKey() throws {
    let one = try header()
    let other = try RemoteKey.make(
      for: journal, under: Replica.passphrase, cost: .lowest)
    other.withRoot { root in
      let secret = SecretBytes(count: 32) { room in
        for index in 0..<32 { room[index] = root[index] }
      }
      #expect(one.key(secret) == nil)
      #expect(other.header.key(secret) != nil)
    }
  }

  @Test func isNotMadeTwice() throws {
    #expect(try header() != header())
  }
}
