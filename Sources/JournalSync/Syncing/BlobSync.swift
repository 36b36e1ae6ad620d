internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The place where a remote keeps the files that events name.
protocol BlobPlace {
  /// Returns the files that are there; `nil` if they can only be asked for
  /// singly.
  ///
  /// - Throws: `StoreError`.
  func listed(among names: Set<BlobName>) throws -> Set<BlobName>?

  /// Fetches a file, which has its name here only once its bytes have that
  /// hash.
  ///
  /// - Returns: `true` if it is here now; `false` if the remote lacks it.
  /// - Throws: `StoreError`, ``BlobError``, `SegmentError`, `FileSystemError`.
  func fetch(_ name: BlobName) throws -> Bool

  /// Brings a file there.
  ///
  /// - Throws: As ``fetch(_:)``, and ``BlobError/readOnly``.
  func bring(_ name: BlobName) throws

  /// Returns whether a file is there, without fetching it.
  func has(_ name: BlobName) throws -> Bool

  /// Removes an object that has a file's name and other bytes; returns whether
  /// it did.
  func removeIfDamaged(_ name: BlobName) throws -> Bool

  /// The cost of all uses so far.
  var cost: TransferCost { get throws }

  /// The number of free bytes; `nil` if unknown.
  var room: Int? { get throws }
}

/// An error in taking or bringing a file.
enum BlobError: Error, Hashable, CustomStringConvertible {
  /// The object with the file's name there is something else.
  case otherBytes
  /// The file that is kept here is damaged.
  case damagedHere
  /// It is longer than a file there may be.
  case tooLong
  /// Nothing may be brought there.
  case readOnly

  var description: String {
    switch self {
    case .otherBytes: "its contents do not match its name"
    case .damagedHere: "it is damaged on this machine, so it was not sent"
    case .tooLong: "it is too long"
    case .readOnly: "the remote accepts no files from here"
    }
  }
}

/// Brings the files that events name to whichever side lacks them.
///
/// Each file is taken or brought by itself: if a sync is cut off, the files
/// that have arrived stay, and the next sync resumes.
struct BlobSync {
  let folder: BlobFolder
  let place: any BlobPlace
  /// A Boolean value that indicates whether the sync is a dry run.
  let isRehearsal: Bool
  /// A Boolean value that indicates whether the files there are listed again,
  /// whatever is known of them.
  let listsAll: Bool
  /// A Boolean value that indicates whether the files there are fetched and
  /// checked, and damaged ones put again.
  let checksAll: Bool
  /// Receives the numbers of files that came in and went out so far.
  let progress: (_ received: Int, _ sent: Int) -> Void

  private(set) var report = SyncReport.Files()
  /// The files that are not here afterwards.
  private(set) var missing: [BlobName] = []
  /// A Boolean value that indicates whether the remote takes no files.
  private(set) var isReadOnly = false
  /// The files that the remote is known to have.
  private(set) var known: Set<BlobName>
  /// The wanted files that are thumbnails.
  private var thumbnails: Set<BlobName> = []

  init(
    _ folder: BlobFolder, with place: any BlobPlace, known: Set<BlobName>,
    isRehearsal: Bool, listsAll: Bool, checksAll: Bool,
    progress: @escaping (Int, Int) -> Void
  ) {
    self.folder = folder
    self.place = place
    self.known = known
    self.isRehearsal = isRehearsal
    self.listsAll = listsAll
    self.checksAll = checksAll
    self.progress = progress
  }

  /// Brings the wanted files, thumbnails before photos: they show most at least
  /// cost. The results are in ``report`` and ``known``, even if this throws.
  ///
  /// - Throws: `StoreError` if the remote as a whole fails.
  mutating func run(_ names: PhotoFileNames) throws {
    thumbnails = names.thumbnails
    let wanted = names.thumbnails.union(names.photos)
    let here = wanted.filter { folder.byteCount(of: $0) != nil }
    defer {
      missing = names.photos.filter { folder.byteCount(of: $0) == nil }.sorted()
    }
    var lacking = wanted.subtracting(here)
    let isAll = listsAll || checksAll
    if isAll || !lacking.isEmpty || !here.isSubset(of: known) {
      if let listed = try place.listed(among: known.union(wanted)) {
        known = listed
        lacking.formIntersection(listed)
      } else if isAll {
        known.subtract(wanted)
      }
    }
    for names in [names.thumbnails, names.photos.subtracting(names.thumbnails)]
    {
      for name in names.intersection(lacking).sorted() { try take(name) }
      for name in names.intersection(here).sorted() { try look(after: name) }
    }
  }

  /// Brings a file there; if all are checked, mends it on the damaged side.
  private mutating func look(after name: BlobName) throws {
    if checksAll, !isRehearsal, try !folder.isWhole(name) {
      return try mend(name)
    }
    if checksAll, !isRehearsal, try removed(name) { known.remove(name) }
    guard !known.contains(name), !isReadOnly else { return }
    try send(name)
  }

  /// Replaces a damaged file by the remote's, if it has one.
  private mutating func mend(_ name: BlobName) throws {
    let outcome = try folder.replacing(name) { try take(name) }
    if !outcome { refuse(name, "\(BlobError.damagedHere)") }
  }

  private mutating func take(_ name: BlobName) throws {
    // Until it turns out to be that file, it does not count as known there.
    known.remove(name)
    try attempt(name) { sync in
      let isThere =
        try sync.isRehearsal
        ? sync.place.has(name) : sync.place.fetch(name)
      guard isThere else { return }
      sync.known.insert(name)
      sync.report.received.count(name, in: sync.thumbnails)
    }
  }

  /// Brings a file there, or finds out that the remote takes none.
  private mutating func send(_ name: BlobName) throws {
    do {
      try attempt(name) { sync in
        if !sync.isRehearsal {
          try sync.place.bring(name)
          sync.known.insert(name)
        }
        sync.report.sent.count(name, in: sync.thumbnails)
      }
    } catch BlobError.readOnly {
      isReadOnly = true
    }
  }

  /// The number of free bytes below which they are reported: some 600 photos.
  private static let muchRoom = 256 << 20

  /// Notes if there is little room left, unless the place does not answer.
  mutating func noteRoom() {
    guard report.sent.all > 0, !isRehearsal, let room = try? place.room,
      room < Self.muchRoom
    else { return }
    report.room = room
  }

  /// Notes which remotes have the missing files.
  mutating func note(_ remotes: [(name: String, files: Set<BlobName>)]) {
    report.missing = missing.map { name in
      SyncReport.Missing(
        name: name,
        remotes: remotes.filter { $0.files.contains(name) }.map(\.name))
    }
  }

  /// Notes which photos stay where they are, if only thumbnails were brought.
  mutating func note(left photos: Set<BlobName>) {
    let here = photos.filter { folder.byteCount(of: $0) != nil }
    report.left = .init(
      notHere: photos.count - here.count,
      notThere: here.subtracting(known).count)
  }

  private mutating func removed(_ name: BlobName) throws -> Bool {
    var isRemoved = false
    try attempt(name) { isRemoved = try $0.place.removeIfDamaged(name) }
    return isRemoved
  }

  /// Does something with a file, and notes an error of that file alone.
  private mutating func attempt(
    _ name: BlobName, _ body: (inout BlobSync) throws -> Void
  ) throws {
    do {
      try body(&self)
      progress(report.received.all, report.sent.all)
    } catch let error as BlobError where error != .readOnly {
      refuse(name, error.description)
    } catch let error as SegmentError {
      refuse(name, error.description)
    } catch let error as StoreError
      where [.conflict, .tooLarge, .invalid].contains(error.code)
    {
      refuse(name, error.message)
    }
  }

  private mutating func refuse(_ name: BlobName, _ reason: String) {
    report.refused.append(.init(name: name.description, reason: reason))
  }
}

/// The files that a remote is known to have: a cache, without which a sync
/// only asks for more.
struct KnownFiles {
  var names: Set<BlobName> = []

  private static let digestByteCount = 32

  init(names: Set<BlobName>) { self.names = names }

  /// Reads the kept names; if they cannot be read, nothing is known.
  init(at path: String) {
    guard let bytes = try? File.contents(of: path, atMost: 1 << 28),
      let digests = try? SealedValue.open(
        bytes.span.bytes, in: path, { $0.copied })
    else { return }
    for start in stride(
      from: 0, through: digests.count - Self.digestByteCount,
      by: Self.digestByteCount)
    {
      let digest = digests.span.bytes.extracting(
        start..<start + Self.digestByteCount)
      if let name = BlobName(digest: digest) { names.insert(name) }
    }
  }

  /// Keeps the names.
  ///
  /// - Throws: `FileSystemError`.
  func write(to path: String) throws {
    if let parent = FileSystem.parent(of: path) {
      try FileSystem.makeDirectory(parent)
    }
    try File.replace(
      path, with: SealedValue.seal(names.sorted().flatMap(\.digest)))
  }
}

/// The files in a store, plain or sealed.
struct StoredBlobs: BlobPlace {
  let folder: BlobFolder
  let store: any ObjectStore
  let journalID: JournalID
  /// The keys that seal the files; `nil` in a plain store.
  let keys: RemoteKeys?

  /// The greatest number of bytes of a file that is kept as one object.
  static let maximumByteCount = 16 << 20
  /// The number of unnamed files swept at once.
  private static let sweepLimit = 1 << 16

  var cost: TransferCost { get throws { try store.cost } }
  var room: Int? { get throws { try store.room } }

  private var prefix: String {
    keys == nil
      ? "v1/\(Hexadecimal.encode(journalID.bytes))/photos/"
      : SealedBlobs.prefix(of: journalID)
  }

  /// Returns the names that a file may have there.
  private func objectNames(of name: BlobName) -> [String] {
    guard let keys else { return ["\(prefix)\(name)"] }
    return SealedBlobs.names(of: name.digest, under: keys)
  }

  /// Returns the names of the objects there that are none of these files; of
  /// very many, only the first, as the others can be swept another time.
  func objects(without names: Set<BlobName>) throws -> Set<String> {
    let named = Set(names.flatMap(objectNames))
    var objects: Set<String> = []
    _ = try store.forEachName(under: prefix, after: "") { object in
      guard objects.count < Self.sweepLimit, !named.contains(object) else {
        return
      }
      objects.insert(object)
    }
    return objects
  }

  /// Removes files that no event names.
  ///
  /// - `objects`: The objects there before `names` was read from the events:
  ///   events come before their files.
  /// - Returns: The number of files removed.
  func sweep(
    _ objects: Set<String>, keeping names: Set<BlobName>
  ) throws -> Int {
    if let keys {
      _ = try keys.refresh(in: store, isRehearsal: false)
      // Objects sealed with another key cannot be told apart.
      guard keys.areAllOpen else { return 0 }
    }
    let swept = objects.subtracting(names.flatMap(objectNames))
    for object in swept.sorted() { _ = try store.remove(object) }
    return swept.count
  }

  func listed(among names: Set<BlobName>) throws -> Set<BlobName>? {
    let wanted = Dictionary(
      names.flatMap { name in objectNames(of: name).map { ($0, name) } },
      uniquingKeysWith: { $1 })
    var listed: Set<BlobName> = []
    _ = try store.forEachName(under: prefix, after: "") { object in
      if let name = wanted[object] { listed.insert(name) }
    }
    return listed
  }

  func fetch(_ name: BlobName) throws -> Bool {
    guard let bytes = try content(of: name) else { return false }
    guard BlobName(of: bytes) == name else { throw BlobError.otherBytes }
    try folder.keep(bytes, as: name)
    return true
  }

  private func content(of name: BlobName) throws -> [UInt8]? {
    do {
      guard let keys else {
        return try store.object(
          objectNames(of: name)[0], atMost: Self.maximumByteCount)
      }
      return try SealedBlobs(in: store, under: keys).content(
        of: name.digest, atMost: Self.maximumByteCount)
    } catch let error as FileSystemError {
      // An unreadable file of a folder does not stop the others.
      throw StoreError(.invalid, error.description)
    }
  }

  func bring(_ name: BlobName) throws {
    guard let count = folder.byteCount(of: name),
      count <= Self.maximumByteCount
    else { throw BlobError.tooLong }
    guard let bytes = try folder.read(name, 0..<count),
      BlobName(of: bytes) == name
    else { throw BlobError.damagedHere }
    do {
      if let keys {
        try SealedBlobs(in: store, under: keys).put(bytes)
      } else {
        _ = try store.put(bytes, as: objectNames(of: name)[0])
      }
    } catch let error as StoreError where error.code == .credentials {
      // This machine may only read the store.
      throw BlobError.readOnly
    }
  }

  func has(_ name: BlobName) -> Bool { true }

  func removeIfDamaged(_ name: BlobName) throws -> Bool {
    do {
      guard let bytes = try content(of: name) else { return true }
      if BlobName(of: bytes) == name { return false }
    } catch is SegmentError {
      // It does not open.
    } catch let error as StoreError where error.code == .tooLarge {
      // No file that is kept there is as long.
    }
    for object in objectNames(of: name) { _ = try store.remove(object) }
    return true
  }
}
