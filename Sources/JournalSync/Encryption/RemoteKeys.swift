internal import CSodium
internal import Encodings
public import JournalEvents
internal import JournalLog
internal import POSIXKit

/// The keys of one encrypted remote, as far as they are open here.
///
/// A key lies in the remote under a passphrase, and is made once. There are
/// several where two machines began to encrypt at the same time: all are read
/// with, and new objects are sealed with the first of them by name.
///
/// Open keys are kept in a file for this user alone, so that a sync needs no
/// passphrase. Whoever gets at that file, with a laptop whose disk is not
/// encrypted, can read what the remote holds and will hold; the journal itself
/// lies beside it in the open.
public final class RemoteKeys {
  /// The journal whose events they seal.
  public let journal: JournalID
  private let path: String
  private let passphrase: () throws -> SecretBytes?
  /// The open keys, in the order in which they were opened.
  private(set) var open: [RemoteKey] = []
  /// The names of headers that the passphrase did not open: another sync need
  /// not try them again.
  private var unopened: Set<String> = []
  /// A Boolean value that indicates whether all keys are open that the remote
  /// listed at the last look.
  private(set) var areAllOpen = false

  /// The greatest number of headers to try. Two machines may make two at once.
  private static let maximumCount = 16
  /// The greatest number of headers remembered as not opened.
  private static let unopenedLimit = 256
  /// The number of names of headers kept from a listing.
  private static let nameLimit = 1 << 10
  /// The greatest work of one round of tries: eight new keys. For keys that
  /// came into a remote later, two are enough.
  var workLimit = 8 * PassphraseCost.moderate.work
  private var smallWorkLimit: UInt64 {
    min(workLimit, 2 * PassphraseCost.moderate.work)
  }
  /// The work of all tries so far.
  private(set) var work: UInt64 = 0

  /// Reads the keys that are open on this machine.
  ///
  /// - Parameters:
  ///   - journal: The journal of the remote.
  ///   - path: The file of the open keys.
  ///   - passphrase: Asks for the passphrase if a key came into the remote
  ///     since; gives `nil` if nobody is there to ask, so that the contents
  ///     sealed with that key are reported as not taken.
  public init(
    of journal: JournalID, keptAt path: String,
    passphrase: @escaping () throws -> SecretBytes? = { nil }
  ) {
    self.journal = journal
    self.path = path
    self.passphrase = passphrase
    readCache()
  }

  /// A Boolean value that indicates whether any key is open.
  public var isOpen: Bool { !open.isEmpty }

  /// The headers of the keys that are open.
  public var headers: [KeyHeader] {
    open.map(\.header).sorted { $0.name < $1.name }
  }

  /// Returns the index of the key that seals new objects.
  func sealingIndex() throws(RemoteKeyError) -> Int {
    let first = open.indices.min {
      open[$0].header.name < open[$1].header.name
    }
    guard let first else { throw .locked }
    return first
  }

  /// The outcome of opening the keys of a remote.
  public struct Report: Sendable {
    /// The names of all keys that are open now.
    public var opened: [String] = []
    /// The errors of the keys that are not open, by name.
    public var refused: [String: RemoteKeyError] = [:]
    /// A Boolean value that indicates whether a new key was made.
    public var isMade = false
  }

  /// Opens all keys that a remote has.
  ///
  /// - Parameters:
  ///   - store: The remote.
  ///   - passphrase: Its passphrase.
  ///   - newKeyCost: The cost with which to make a key if the remote has no key
  ///     and nothing of the journal; `nil` to open only.
  /// - Returns: The outcome; at least one key is open then.
  /// - Throws: ``RemoteKeyError``, `StoreError`, `FileSystemError`.
  public func unlock(
    in store: any ObjectStore, with passphrase: SecretBytes,
    newKeyCost: PassphraseCost? = nil
  ) throws -> Report {
    var listed = try listedNames(in: store)
    var isMade = false
    if listed.count == 0 {
      try make(in: store, under: passphrase, newKeyCost)
      isMade = true
      // Another machine may have done the same meanwhile.
      listed = try listedNames(in: store)
    }
    var report = try tryOpening(
      listed.names, of: listed.count, in: store, within: workLimit
    ) { passphrase }
    report.isMade = isMade
    guard isOpen else {
      // Foreign headers are not the cause; and if not all headers were tried,
      // nothing is known of the passphrase.
      let reasons = report.refused.sorted { $0.key < $1.key }.map(\.value)
      throw reasons.first { if case .manyKeys = $0 { true } else { false } }
        ?? reasons.first { $0 == .wrongPassphrase } ?? reasons.first
        ?? .missingKey
    }
    try writeCache()
    return report
  }

  private func make(
    in store: any ObjectStore, under passphrase: SecretBytes,
    _ cost: PassphraseCost?
  ) throws {
    // A missing key must not be replaced: objects would be lost unnoticed.
    guard try Self.isEmpty(SealedName.prefix(of: journal), in: store) else {
      throw RemoteKeyError.missingKey
    }
    guard let cost else { throw RemoteKeyError.notEncrypted }
    try checkBeginning(in: store)
    guard passphrase.count >= Self.minimumPassphrase else {
      throw RemoteKeyError.shortPassphrase(minimum: Self.minimumPassphrase)
    }
    let key = try RemoteKey.make(for: journal, under: passphrase, cost: cost)
    _ = try store.put(key.header.bytes, as: key.header.name)
    open.append(key)
  }

  /// Refuses to begin encryption if the remote holds plain segments.
  func checkBeginning(in store: any ObjectStore) throws {
    guard try Self.isEmpty(SegmentName.prefix(of: journal), in: store) else {
      throw RemoteKeyError.holdsPlainSegments
    }
  }

  private static let minimumPassphrase = 8

  /// Returns whether a remote holds encrypted segments of the journal, or keys:
  /// then only encrypted segments may be put there.
  public static func isEncrypted(
    _ store: any ObjectStore, of journal: JournalID
  ) throws -> Bool {
    try !isEmpty(KeyHeader.prefix(of: journal), in: store)
      || !isEmpty(SealedName.prefix(of: journal), in: store)
  }

  /// Returns whether a passphrase opens each of the open keys, with the names
  /// of their headers.
  ///
  /// - Throws: ``RemoteKeyError/noMemory(byteCount:)``, and
  ///   ``RemoteKeyError/locked`` if no key is open.
  public func check(
    _ passphrase: SecretBytes
  ) throws(RemoteKeyError) -> [(name: String, isRight: Bool)] {
    guard isOpen else { throw .locked }
    var results: [(name: String, isRight: Bool)] = []
    for header in headers {
      results.append((header.name, try header.key(under: passphrase) != nil))
    }
    return results
  }

  /// The printable sheets that open the keys without the passphrase, one each.
  public var recoverySheets: [RecoverySheet] {
    open.sorted { $0.header.name < $1.header.name }.map(RecoverySheet.init)
  }

  /// Opens the key that a recovery sheet holds.
  ///
  /// - Parameters:
  ///   - store: The remote.
  ///   - sheet: The sheet as it was typed.
  /// - Throws: ``RemoteKeyError``, `StoreError`, `FileSystemError`.
  public func unlock(
    in store: any ObjectStore, withSheet sheet: String
  ) throws {
    let secret = try RecoverySheet.secret(in: sheet)
    let names = try listedNames(in: store).names
    guard !names.isEmpty else {
      throw try Self.isEmpty(SealedName.prefix(of: journal), in: store)
        ? RemoteKeyError.notEncrypted : .missingKey
    }
    // Trying a sheet is fast.
    for name in names {
      guard let header = try? header(named: name, in: store),
        let key = header.key(secret)
      else { continue }
      add(key)
      return try writeCache()
    }
    throw RemoteKeyError.otherSheet
  }

  /// Closes the keys and removes them from this machine.
  ///
  /// - Throws: `FileSystemError`.
  public func forget() throws {
    open = []
    unopened = []
    try FileSystem.removeDurably(path)
  }
}

// MARK: In the store

extension RemoteKeys {
  /// Looks for keys that came into a remote since, and puts those back that
  /// it has lost.
  ///
  /// - Returns: Whether more keys are open now.
  func refresh(in store: any ObjectStore, isRehearsal: Bool) throws -> Bool {
    let (names, nameCount) = try listedNames(in: store)
    defer {
      areAllOpen =
        nameCount == names.count
        && Set(headers.map(\.name)).isSuperset(of: names)
    }
    if !isRehearsal {
      // Without the header, nobody else can open objects sealed with the key.
      for header in headers where !names.contains(header.name) {
        do {
          _ = try store.put(header.bytes, as: header.name)
        } catch let error as StoreError where error.code == .credentials {
          // This machine may only read the remote.
        }
      }
    }
    let count = open.count
    // If there are too many, the open keys are still of use.
    unopened.formIntersection(names)
    let known = unopened.union(headers.map(\.name))
    let new = names.filter { !known.contains($0) }
    guard nameCount == names.count, new.count <= Self.maximumCount,
      unopened.count + new.count <= Self.unopenedLimit
    else { return false }
    // The user is asked only if the passphrase may open a key.
    var given: SecretBytes?
    let report = try tryOpening(
      new, of: new.count, in: store, within: smallWorkLimit
    ) {
      if given == nil { given = try passphrase() }
      return given
    }
    // A passphrase that opens no key was mistyped, and says nothing of these.
    let refused = report.refused.filter { $0.value == .wrongPassphrase }
    if let given, !refused.isEmpty,
      try open.count > count || check(given).contains(where: { $0.isRight })
    {
      unopened.formUnion(refused.keys)
    }
    if given != nil { try writeCache() }
    return open.count > count
  }

  /// The names of headers that a remote lists, the first of them in order, and
  /// how many there are.
  private func listedNames(
    in store: any ObjectStore
  ) throws -> (names: [String], count: Int) {
    let prefix = KeyHeader.prefix(of: journal)
    var names: [String] = []
    var count = 0
    func sort() {
      names.sort()
      names.removeLast(max(0, names.count - Self.nameLimit))
    }
    _ = try store.forEachName(under: prefix, after: "") { text in
      var reader = NameReader(text)
      guard reader.skips(prefix.utf8), reader.id() != nil,
        reader.skips(KeyHeader.suffix.utf8), reader.isAtEnd
      else { return }
      names.append(text)
      count += 1
      if names.count == 2 * Self.nameLimit { sort() }
    }
    sort()
    return (names, count)
  }

  private static func isEmpty(
    _ prefix: String, in store: any ObjectStore
  ) throws -> Bool {
    var isEmpty = true
    _ = try store.forEachName(under: prefix, after: "") { _ in isEmpty = false }
    return isEmpty
  }

  private func header(
    named name: String, in store: any ObjectStore
  ) throws -> KeyHeader? {
    do {
      return try store.object(name, atMost: KeyHeader.maximumByteCount).map {
        let header = try KeyHeader(decoding: $0, named: name)
        guard header.journal == journal else {
          throw RemoteKeyError.damagedKey(name: name, nil)
        }
        return header
      }
    } catch let error as StoreError where error.code == .tooLarge {
      throw RemoteKeyError.damagedKey(name: name, nil)
    }
  }

  /// Tries a passphrase on the headers that are not known, the cheapest first,
  /// and within what may be spent on one round.
  private func tryOpening(
    _ names: [String], of count: Int, in store: any ObjectStore,
    within limit: UInt64, with passphrase: () throws -> SecretBytes?
  ) throws -> Report {
    let known = Set(headers.map(\.name))
    // Each try costs memory and time, and anybody who can write to the store
    // could put thousands of headers there.
    let new = names.filter { !known.contains($0) }
    let more = count - names.count
    guard new.count + more <= Self.maximumCount else {
      throw RemoteKeyError.manyKeys(count: new.count + more)
    }
    var report = Report()
    var found: [KeyHeader] = []
    for name in new {
      do {
        if let header = try header(named: name, in: store) {
          found.append(header)
        }
      } catch let error as RemoteKeyError {
        report.refused[name] = error
      }
    }
    found.sort { ($0.cost.work, $0.name) < ($1.cost.work, $1.name) }
    var left = limit
    for header in found {
      guard header.cost.work <= left else {
        report.refused[header.name] = .manyKeys(count: new.count)
        continue
      }
      guard let passphrase = try passphrase() else { continue }
      left -= header.cost.work
      work += header.cost.work
      guard let key = try header.key(under: passphrase) else {
        report.refused[header.name] = .wrongPassphrase
        continue
      }
      add(key)
    }
    report.opened = headers.map(\.name)
    return report
  }

  private func add(_ key: RemoteKey) {
    unopened.remove(key.header.name)
    if !open.contains(where: { $0.header == key.header }) { open.append(key) }
  }
}

// MARK: On this machine

extension RemoteKeys {
  private static let version: UInt64 = 1

  /// Reads the kept keys that are readable and of this journal.
  private func readCache() {
    guard
      var bytes = (try? File.contents(of: path, atMost: 1 << 16)) ?? nil
    else { return }
    defer { Sodium.wipe(&bytes) }
    try? SealedValue.open(bytes.span.bytes, in: path) { content in
      var reader = CBORReader(content)
      guard try reader.array() == 3, try reader.unsigned() == Self.version
      else { return }
      for _ in 0..<(try reader.array()) {
        _ = try reader.array()
        let name = try reader.text()
        let bytes = try reader.byteString().copied
        let root = try reader.byteString()
        let secret = SecretBytes(count: root.byteCount) { room in
          for index in 0..<root.byteCount { room[index] = root.byte(at: index) }
        }
        if let header = try? KeyHeader(decoding: bytes, named: name),
          header.journal == journal, let key = header.key(secret)
        {
          add(key)
        }
      }
      for _ in 0..<(try reader.array()) { unopened.insert(try reader.text()) }
    }
  }

  private func writeCache() throws {
    // A buffer that grows would leave copies of keys behind.
    var writer = CBORWriter(capacity: 512 * (open.count + unopened.count + 1))
    writer.array(3)
    writer.unsigned(Self.version)
    writer.array(open.count)
    for key in open {
      writer.array(3)
      writer.text(key.header.name)
      writer.byteString(key.header.bytes)
      key.withRoot {
        writer.byteString(UnsafeRawBufferPointer($0).bytes)
      }
    }
    writer.array(unopened.count)
    for name in unopened.sorted() { writer.text(name) }
    if let parent = FileSystem.parent(of: path) {
      try FileSystem.makeDirectory(parent)
    }
    let content = writer.bytes
    writer.bytes = []
    var sealed = SealedValue.seal(consume content)
    defer { Sodium.wipe(&sealed) }
    // A new file is for its owner alone.
    try File.replace(path, with: sealed)
  }
}
