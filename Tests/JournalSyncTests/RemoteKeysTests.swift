import Encodings
import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalSync

@Suite struct RemoteKeysTests {
  private let journal: JournalID = id(7)
  private let store = ChaosStore(
    seed: 1, clock: Instant(milliseconds: 1_771_545_600_000))
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func keys(
    _ machine: String = "a", passphrase: String? = nil
  ) -> RemoteKeys {
    RemoteKeys(of: journal, keptAt: "\(directory.path)/\(machine)/keys/usb") {
      passphrase.map(secret)
    }
  }

  @discardableResult
  private func make(_ machine: String = "a") throws -> RemoteKeys {
    let keys = keys(machine)
    let report = try keys.unlock(
      in: store, with: Replica.passphrase, newKeyCost: .lowest)
    #expect(report.isMade)
    return keys
  }

  @Test func areMadeOnceAndKeptForThisUserAlone() throws {
    let made = try make()
    #expect(store.objects.count == 1)
    let path = "\(directory.path)/a/keys/usb"
    #expect(try FileStatus(of: path).permissions == 0o600)
    #expect(try FileStatus(of: "\(directory.path)/a/keys").permissions == 0o700)
    let again = keys()
    #expect(again.headers == made.headers)
    #expect(again.isOpen)
    let report = try again.unlock(
      in: store, with: Replica.passphrase, newKeyCost: .lowest)
    #expect(!report.isMade)
    #expect(store.objects.count == 1)
    let other = keys("b")
    #expect(!other.isOpen)
    _ = try other.unlock(
      in: store, with: Replica.passphrase, newKeyCost: .lowest)
    #expect(other.headers == made.headers)
    #expect(store.objects.count == 1)
  }

  @Test func stayClosedUnderAnotherPassphrase() throws {
    try make()
    let other = keys("b")
    #expect(throws: RemoteKeyError.wrongPassphrase) {
      try other.unlock(
        in: store, with: secret("something else"), newKeyCost: .lowest)
    }
    #expect(!other.isOpen)
    #expect(store.objects.count == 1)
    #expect(throws: RemoteKeyError.locked) { try SealedShelf(other) }
    #expect(throws: RemoteKeyError.locked) {
      try SealedBlobs(in: store, under: other)
    }
    #expect(!FileSystem.exists("\(directory.path)/b"))
  }

  @Test func areNotReplacedWhereTheyAreMissing() throws {
    store.change {
      $0["\(SealedName.prefix(of: journal))2026112300/x.sealed"] = [0]
    }
    #expect(throws: RemoteKeyError.missingKey) { try make() }
    #expect(store.objects.count == 1)
    #expect(try RemoteKeys.isEncrypted(store, of: journal))
  }

  /// As where a list is older than what it lists.
  @Test func areNotMadeWhereOneIsListedAndGone() throws {
    let gone = ListedAndGone(
      name:
        "\(KeyHeader.prefix(of: journal))\(String(repeating: "a", count: 32)).key"
    )
    #expect(throws: RemoteKeyError.missingKey) {
      try keys().unlock(
        in: gone, with: Replica.passphrase, newKeyCost: .lowest)
    }
  }

  @Test func areNotMadeWherePlainSegmentsLie() throws {
    store.change {
      $0["\(SegmentName.prefix(of: journal))2026112300/x.seg"] = [0]
    }
    #expect(throws: RemoteKeyError.holdsPlainSegments) { try make() }
    #expect(try !RemoteKeys.isEncrypted(store, of: journal))
  }

  @Test func areNotMadeUnasked() throws {
    #expect(throws: RemoteKeyError.notEncrypted) {
      try keys().unlock(in: store, with: Replica.passphrase)
    }
    #expect(throws: RemoteKeyError.shortPassphrase(minimum: 8)) {
      try keys().unlock(
        in: store, with: secret("seven77"), newKeyCost: .lowest)
    }
    #expect(store.objects.isEmpty)
  }

  /// Two machines that begin at the same time do not see each other's.
  @Test func areAllOpenedWhereTwoMachinesMadeOne() throws {
    let one = try make("a")
    let hidden = store.objects
    store.change { $0 = [:] }
    let two = try make("b")
    store.change { $0.merge(hidden) { $1 } }
    #expect(store.objects.count == 2)

    // Nobody is there to ask, and then somebody is.
    #expect(try !one.refresh(in: store, isRehearsal: false))
    let asked = keys("a", passphrase: "correct horse battery")
    #expect(try asked.refresh(in: store, isRehearsal: false))
    #expect(asked.headers.count == 2)
    _ = try two.unlock(in: store, with: Replica.passphrase)
    let first = try #require(asked.headers.first)
    for keys in [asked, two, keys("a"), keys("b")] {
      #expect(keys.open[try keys.sealingIndex()].header == first)
      #expect(keys.headers.count == 2)
    }
  }

  @Test func passOverWhatAStoreMadeUp() throws {
    let made = try make()
    let foreign = try RemoteKey.make(
      for: journal, under: secret("of the store"), cost: .lowest
    ).header
    let prefix = KeyHeader.prefix(of: journal)
    let zeros = String(repeating: "0", count: 32)
    store.change {
      $0[foreign.name] = foreign.bytes
      $0["\(prefix)\(zeros).key"] = [UInt8](repeating: 0, count: 200)
      $0["\(prefix)\(zeros.dropLast())1.key"] = [UInt8](
        repeating: 0, count: 4_096)
      $0["\(prefix)readme"] = [1]
    }
    let other = keys("b")
    let report = try other.unlock(in: store, with: Replica.passphrase)
    #expect(other.headers == made.headers)
    #expect(report.refused.count == 3)
    #expect(report.refused[foreign.name] == .wrongPassphrase)

    // What a store made up does not hide that the passphrase is wrong.
    #expect(throws: RemoteKeyError.wrongPassphrase) {
      try keys("c").unlock(in: store, with: secret("a wrong passphrase"))
    }

    // A sync asks once what it opens, and not again.
    var count = 0
    func asking() -> RemoteKeys {
      RemoteKeys(of: journal, keptAt: "\(directory.path)/a/keys/usb") {
        count += 1
        return Replica.passphrase
      }
    }
    #expect(try !asking().refresh(in: store, isRehearsal: false))
    #expect(try !asking().refresh(in: store, isRehearsal: false))
    #expect(count == 1)
  }

  @Test func areAskedForAgainAfterATypingError() throws {
    try make("a")
    let hidden = store.objects
    store.change { $0 = [:] }
    try make("b")
    store.change { $0.merge(hidden) { $1 } }
    var typed = ["corect horse battery", "correct horse battery"][...]
    func asking() -> RemoteKeys {
      RemoteKeys(of: journal, keptAt: "\(directory.path)/a/keys/usb") {
        typed.popFirst().map(secret)
      }
    }
    #expect(try !asking().refresh(in: store, isRehearsal: false))
    #expect(try asking().refresh(in: store, isRehearsal: false))
    #expect(typed.isEmpty)
    #expect(keys("a").headers.count == 2)
  }

  @Test func areNotTriedByTheThousand() throws {
    let made = try make()
    let prefix = KeyHeader.prefix(of: journal)
    store.change {
      for number in 10...99 {
        let name = "\(prefix)\(String(repeating: "a", count: 30))\(number).key"
        $0[name] = [0]
      }
    }
    #expect(throws: RemoteKeyError.manyKeys(count: 91)) {
      try keys("b").unlock(in: store, with: Replica.passphrase)
    }
    // Who has the key goes on.
    #expect(try !made.refresh(in: store, isRehearsal: false))
    #expect(made.isOpen)
  }

  /// A header that asks for so much, and that nothing opens.
  private func costly(
    _ number: Int, operations: UInt64, memory: Int
  ) -> (name: String, bytes: [UInt8]) {
    var writer = CBORWriter()
    writer.array(9)
    writer.text("plantguide.key")
    writer.unsigned(1)
    writer.byteString(journal.bytes)
    var salt: [UInt8] = []
    salt.append(bigEndian: [0, UInt64(number)])
    writer.byteString(salt)
    writer.unsigned(operations)
    writer.unsigned(UInt64(memory))
    for count in [24, 48, 32] {
      writer.byteString([UInt8](repeating: 0, count: count))
    }
    let footer = EventHash(of: writer.bytes.span.bytes)
    footer.append(to: &writer.bytes)
    let half = Hexadecimal.encode(Array(footer.bytes[..<16]))
    return ("\(KeyHeader.prefix(of: journal))\(half).key", writer.bytes)
  }

  /// The right key is tried first, and few of the others.
  @Test func areTriedWithinABudget() throws {
    let made = try make()
    store.change {
      for number in 0..<13 {
        let header = costly(number, operations: 1, memory: 4 << 20)
        $0[header.name] = header.bytes
      }
    }
    let other = keys("b")
    other.workLimit = 10 << 20
    let report = try other.unlock(in: store, with: Replica.passphrase)
    #expect(other.headers == made.headers)
    #expect(other.work <= 10 << 20)
    #expect(report.refused.count == 13)
    #expect(report.refused.values.count { $0 == .wrongPassphrase } == 2)
    // Nobody is told that the passphrase is wrong which was not tried on all.
    let third = keys("c")
    third.workLimit = 10 << 20
    #expect(throws: RemoteKeyError.manyKeys(count: 14)) {
      try third.unlock(in: store, with: secret("a wrong passphrase"))
    }
    #expect(third.work <= 10 << 20)
    // The others are tried later, and then never again.
    for _ in 0..<20 {
      let later = keys("b", passphrase: "correct horse battery")
      later.workLimit = 10 << 20
      _ = try later.refresh(in: store, isRehearsal: false)
      #expect(later.work <= 10 << 20)
    }
    let last = keys("b", passphrase: "correct horse battery")
    _ = try last.refresh(in: store, isRehearsal: false)
    #expect(last.work == 0)
  }

  /// The costliest keys are a third of the whole budget.
  @Test func areNeverTriedForLong() throws {
    let most = costly(0, operations: 6, memory: 512 << 20)
    let header = try KeyHeader(decoding: most.bytes, named: most.name)
    #expect(13 * header.cost.work > 6 * keys().workLimit)
    let more = costly(0, operations: 7, memory: 512 << 20)
    #expect(throws: RemoteKeyError.costlyKey(name: more.name)) {
      try KeyHeader(decoding: more.bytes, named: more.name)
    }
  }

  /// A store that lists more keys each day closes none that are open.
  @Test func stayOpenWhateverIsListed() throws {
    try make()
    for day in 0..<70 {
      store.change {
        for number in 0..<16 {
          let header = costly(16 * day + number, operations: 1, memory: 8_192)
          $0[header.name] = header.bytes
        }
      }
      let keys = keys("a", passphrase: "correct horse battery")
      _ = try keys.refresh(in: store, isRehearsal: false)
      #expect(self.keys("a").isOpen, "day \(day)")
    }
  }

  /// Files sealed by a key that is not open here look like files that no event
  /// names.
  @Test func areKnownToBeNotAllOpen() throws {
    try make()
    let other = costly(1, operations: 1, memory: 8_192)
    store.change { $0[other.name] = other.bytes }
    let unasked = keys("a")
    _ = try unasked.refresh(in: store, isRehearsal: false)
    #expect(!unasked.areAllOpen)
    let file =
      "\(SealedBlobs.prefix(of: journal))\(String(repeating: "a", count: 64))"
    store.change { $0[file] = [1] }
    let blobs = StoredBlobs(
      folder: BlobFolder(of: JournalHome(path: directory.path)), store: store,
      journalID: journal, keys: unasked)
    #expect(try blobs.sweep([file], keeping: []) == 0)
    store.change { $0[other.name] = nil }
    #expect(try blobs.sweep([file], keeping: []) == 1)
    #expect(unasked.areAllOpen)
  }

  @Test func arePutBackWhereAStoreHasLostThem() throws {
    let made = try make()
    let objects = store.objects
    store.change { $0 = [:] }
    #expect(try !made.refresh(in: store, isRehearsal: true))
    #expect(store.objects.isEmpty)
    #expect(try !made.refresh(in: store, isRehearsal: false))
    #expect(store.objects == objects)
  }

  @Test func areOpenedAgainWhereWhatIsKeptIsDamaged() throws {
    try make()
    let path = "\(directory.path)/a/keys/usb"
    let bytes = try #require(try File.contents(of: path))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      try File.replace(path, with: changed)
      #expect(!keys().isOpen, "byte \(index)")
    }
    try File.replace(path, with: Array(bytes[..<20]))
    #expect(!keys().isOpen)
    try File.replace(path, with: bytes)
    #expect(keys().isOpen)
    let other = RemoteKeys(of: id(8), keptAt: path)
    #expect(!other.isOpen)
    try keys().forget()
    #expect(!keys().isOpen)
  }

  @Test func tellWhichPassphraseIsRight() throws {
    let made = try make()
    #expect(try made.check(Replica.passphrase).map(\.isRight) == [true])
    #expect(try made.check(secret("another one")).map(\.isRight) == [false])
    #expect(throws: RemoteKeyError.locked) {
      try keys("b").check(Replica.passphrase)
    }
  }

  @Test func areRecoveredFromASheet() throws {
    let made = try make()
    let sheet = try #require(made.recoverySheets.first)
    #expect(sheet.lines.count == 4)
    #expect(sheet.lines.allSatisfy { $0.utf8.count == 19 })
    let text = sheet.lines.joined(separator: "\n")
    for typed in [
      text, text.lowercased(), text.replacing("-", with: " "),
      text.replacing("-", with: "").replacing("0", with: "O"),
      text.replacing("1", with: "l"),
    ] {
      let other = keys("b")
      try other.unlock(in: store, withSheet: typed)
      #expect(other.headers == made.headers)
      #expect(keys("b").isOpen)
      try other.forget()
    }
    for line in 0..<4 {
      var lines = sheet.lines
      lines[line] =
        (lines[line].hasPrefix("A") ? "B" : "A")
        + lines[line].dropFirst()
      #expect(throws: RemoteKeyError.mistypedSheet(line: line + 1)) {
        try keys("b").unlock(
          in: store, withSheet: lines.joined(separator: " "))
      }
      lines[line] = "*" + lines[line].dropFirst()
      #expect(throws: RemoteKeyError.mistypedSheet(line: line + 1)) {
        try keys("b").unlock(
          in: store, withSheet: lines.joined(separator: " "))
      }
    }
    let swapped = [1, 0, 2, 3].map { sheet.lines[$0] }
    #expect(throws: RemoteKeyError.mistypedSheet(line: 1)) {
      try keys("b").unlock(
        in: store, withSheet: swapped.joined(separator: " "))
    }
    #expect(throws: RemoteKeyError.sheetLength(expected: 64)) {
      try keys("b").unlock(in: store, withSheet: sheet.lines[0])
    }
    let foreign = try RemoteKey.make(
      for: journal, under: Replica.passphrase, cost: .lowest)
    #expect(throws: RemoteKeyError.otherSheet) {
      try keys("b").unlock(
        in: store,
        withSheet: RecoverySheet(of: foreign).lines.joined(separator: " "))
    }
    store.change { $0 = [:] }
    #expect(throws: RemoteKeyError.notEncrypted) {
      try keys("b").unlock(in: store, withSheet: text)
    }
  }
}

/// A store that lists one object and has none.
private final class ListedAndGone: ObjectStore {
  let name: String
  let cost = TransferCost()
  let keepsNoHours = true

  init(name: String) { self.name = name }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    if name.hasPrefix(prefix) { try body(name) }
    return StoreHour(of: Instant(milliseconds: 0))
  }

  func object(_ name: String, atMost limit: Int) -> [UInt8]? { nil }

  func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    throw StoreError(.invalid, "nothing may be put")
  }

  func remove(_ name: String) -> Bool { false }
}

@Suite struct SealedBlobTests {
  @Test func areFoundByTheirHashAlone() throws {
    let store = ChaosStore(seed: 1, clock: Instant(milliseconds: 0))
    let directory = try TemporaryDirectory()
    let journal: JournalID = id(7)
    let keys = RemoteKeys(of: journal, keptAt: "\(directory.path)/keys")
    _ = try keys.unlock(
      in: store, with: Replica.passphrase, newKeyCost: .lowest)
    let blobs = try SealedBlobs(in: store, under: keys)
    let contents = ["a photo", "another photo"].map { Array($0.utf8) }
    let digests = try contents.map { try blobs.put($0) }
    #expect(try blobs.put(contents[0]) == digests[0])
    #expect(store.objects.count == 3)
    for (content, digest) in zip(contents, digests) {
      #expect(try blobs.content(of: digest, atMost: 100) == content)
      for (name, bytes) in store.objects {
        #expect(!name.contains(Hexadecimal.encode(digest)))
        #expect(!bytes.contains(content))
      }
    }
    #expect(throws: (any Error).self) {
      try blobs.content(of: digests[0], atMost: 3)
    }
    #expect(
      try blobs.content(
        of: [UInt8](repeating: 0, count: 32), atMost: 100) == nil)

    // Each is bound to its name.
    let names = store.objects.keys.filter { $0.contains("/b/") }.sorted()
    store.change {
      ($0[names[0]], $0[names[1]]) = ($0[names[1]], $0[names[0]])
    }
    for digest in digests {
      #expect(throws: SegmentError.badSeal) {
        try blobs.content(of: digest, atMost: 100)
      }
    }
    store.change { $0[names[0]] = contents[0] }
    store.change { $0[names[1]]?.removeLast() }
    for digest in digests {
      #expect(throws: SegmentError.self) {
        try blobs.content(of: digest, atMost: 100)
      }
    }
  }
}
