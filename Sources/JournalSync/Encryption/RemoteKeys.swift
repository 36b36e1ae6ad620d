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
  /// Those that are open, in the order in which they became so.
  private(set) var open: [RemoteKey] = []
  /// The names of headers that the passphrase did not open: another sync need
  /// not try them again.
  private var unopened: Set<String> = []
  /// Whether all keys are open that the remote listed when it was looked at
  /// last.
  private(set) var areAllOpen = false

  /// How many headers are tried. Two machines that begin at once make two.
  private static let maximumCount = 16
  /// How many headers are remembered that the passphrase did not open.
  private static let unopenedLimit = 256
  /// How many names of headers are kept of a listing.
  private static let nameLimit = 1 << 10
  /// The most work of one round of tries: eight keys as they are made. Where
  /// keys are open, two are enough.
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
  ///   - path: Where open keys are kept.
  ///   - passphrase: Is asked for the passphrase where a key came into the
  ///     remote since; `nil` where nobody is there to ask, so that what that
  ///     key sealed is reported as not taken.
  public init(
    of journal: JournalID, keptAt path: String,
    passphrase: @escaping () throws -> SecretBytes? = { nil }
  ) {
    self.journal = journal
    self.path = path
    self.passphrase = passphrase
    readCache()
  }

  /// Whether any key is open.
  public var isOpen: Bool { !open.isEmpty }

  /// The headers of the keys that are open.
  public var headers: [KeyHeader] {
    open.map(\.header).sorted { $0.name < $1.name }
  }

  /// Which key new objects are sealed with.
  func sealingIndex() throws(RemoteKeyError) -> Int {
    let first = open.indices.min {
      open[$0].header.name < open[$1].header.name
    }
    guard let first else { throw .locked }
    return first
  }

  /// What came of the keys that a remote has.
  public struct Report: Sendable {
    /// The names of those that are open now.
    public var opened: [String] = []
    /// Those that are not, by name, and why.
    public var refused: [String: RemoteKeyError] = [:]
    /// Whether a new one was made.
    public var isMade = false
  }

  /// Opens all keys that a remote has.
  ///
  /// - Parameters:
  ///   - store: The remote.
  ///   - passphrase: Its passphrase.
  ///   - newKeyCost: Makes a key with this cost where there is none yet, and
  ///     nothing of the journal; `nil` to open only.
  /// - Returns: What was opened; at least one key is open then.
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
      // What somebody else put there is not what is wrong, and of a passphrase
      // that was not tried on all nothing is known.
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
    // A key that is missing must not be replaced by another: what it sealed
    // would be lost, and nobody would notice.
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

  /// Refuses to begin encryption where something lies in the open.
  func checkBeginning(in store: any ObjectStore) throws {
    guard try Self.isEmpty(SegmentName.prefix(of: journal), in: store) else {
      throw RemoteKeyError.holdsPlainSegments
    }
  }

  private static let minimumPassphrase = 8

  /// Whether a remote holds encrypted segments of the journal, or keys: only
  /// encrypted ones may be put there then.
  public static func isEncrypted(
    _ store: any ObjectStore, of journal: JournalID
  ) throws -> Bool {
    try !isEmpty(KeyHeader.prefix(of: journal), in: store)
      || !isEmpty(SealedName.prefix(of: journal), in: store)
  }

  /// Which of the open keys a passphrase opens, by the names of their headers.
  ///
  /// - Throws: ``RemoteKeyError/noMemory(byteCount:)``, and
  ///   ``RemoteKeyError/locked`` where no key is open.
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

  /// What opens the keys without the passphrase, to be printed: a sheet for
  /// each.
  public var recoverySheets: [RecoverySheet] {
    open.sorted { $0.header.name < $1.header.name }.map(RecoverySheet.init)
  }

  /// Opens the key of a remote that a recovery sheet has.
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
    // A sheet is tried at once.
    for name in names {
      guard let header = try? header(named: name, in: store),
        let key = header.key(secret)
      else { continue }
      add(key)
      return try writeCache()
    }
    throw RemoteKeyError.otherSheet
  }

  /// Removes what is kept on this machine.
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
      // Without its header nobody else can open what a key has sealed.
      for header in headers where !names.contains(header.name) {
        do {
          _ = try store.put(header.bytes, as: header.name)
        } catch let error as StoreError where error.code == .credentials {
          // It may only be read here.
        }
      }
    }
    let count = open.count
    // With so many, what is open here still is of use.
    unopened.formIntersection(names)
    let known = unopened.union(headers.map(\.name))
    let new = names.filter { !known.contains($0) }
    guard nameCount == names.count, new.count <= Self.maximumCount,
      unopened.count + new.count <= Self.unopenedLimit
    else { return false }
    // Whoever is there is only asked for what the passphrase may open.
    var given: SecretBytes?
    let report = try tryOpening(
      new, of: new.count, in: store, within: smallWorkLimit
    ) {
      if given == nil { given = try passphrase() }
      return given
    }
    // One that opens none of the keys was mistyped, and says nothing of these.
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
    // Each costs memory and time, and anybody who can write to the store could
    // put thousands there.
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

  /// Reads what is kept; what cannot be read, or is not a key of this
  /// journal, has to be opened again.
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
    // With all of the room at once, no copies of keys are left behind where it
    // grows.
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
