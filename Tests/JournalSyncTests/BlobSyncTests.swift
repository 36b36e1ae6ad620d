import JournalEvents
import JournalLog
import JournalQueries
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalSync

/// The files in a home that events would name, and their transfer.
struct BlobHome {
  let directory: TemporaryDirectory
  let folder: BlobFolder
  var known: Set<BlobName> = []

  init() throws {
    directory = try TemporaryDirectory()
    folder = BlobFolder(of: JournalHome(path: directory.path))
  }

  func holds(_ names: some Sequence<BlobName>) -> Bool {
    names.allSatisfy { folder.byteCount(of: $0) != nil }
  }

  /// The names of the files here, wanted or not.
  var names: [String] {
    get throws {
      try FileSystem.names(in: directory.path + "/blobs").sorted()
    }
  }

  @discardableResult
  mutating func sync(
    with place: any BlobPlace, wanting names: Set<BlobName>,
    isRehearsal: Bool = false, checksAll: Bool = false
  ) throws -> SyncReport.Files {
    try sync(
      with: place, wanting: PhotoFileNames(photos: names),
      isRehearsal: isRehearsal, checksAll: checksAll)
  }

  @discardableResult
  mutating func sync(
    with place: any BlobPlace, wanting names: PhotoFileNames,
    isRehearsal: Bool = false, checksAll: Bool = false
  ) throws -> SyncReport.Files {
    var sync = BlobSync(
      folder, with: place, known: known, isRehearsal: isRehearsal,
      listsAll: false, checksAll: checksAll, progress: { _, _ in })
    defer { known = sync.known }
    try sync.run(names)
    sync.note([])
    return sync.report
  }
}

@Suite struct BlobSyncTests {
  private let id: JournalID = JournalID(bits: UUIDBits(high: 7, low: 7))
  private let contents = (0..<6).map { index in
    Array("a photo, number \(index)".utf8)
      + [UInt8](repeating: UInt8(index), count: index * 300)
  }
  private var names: Set<BlobName> { Set(contents.map(BlobName.init(of:))) }

  private func keys(
    in store: any ObjectStore, _ directory: TemporaryDirectory
  ) throws -> RemoteKeys {
    let keys = RemoteKeys(of: id, keptAt: "\(directory.path)/keys") {
      Replica.passphrase
    }
    _ = try keys.unlock(
      in: store, with: Replica.passphrase, newKeyCost: .lowest)
    return keys
  }

  private func place(
    _ home: BlobHome, _ store: any ObjectStore, isEncrypted: Bool
  ) throws -> StoredBlobs {
    StoredBlobs(
      folder: home.folder, store: store, journalID: id,
      keys: isEncrypted ? try keys(in: store, home.directory) : nil)
  }

  /// The files that a peer was asked for or brought, in turn.
  private func traffic(
    of home: inout BlobHome, _ wanted: PhotoFileNames
  ) throws -> (names: [BlobName], report: SyncReport.Files) {
    let server = try Replica()
    try server.tell(of: names)
    let held = BlobFolder(of: JournalHome(path: server.directory.path))
    for content in contents[2..<4] {
      try held.keep(content, as: BlobName(of: content))
    }
    var seen: [BlobName] = []
    let way = PeerSyncTests.Way(to: server)
    way.onRequest = { request in
      guard case .blob(_, let name)? = PeerRoute(path: request.path),
        seen.last != name
      else { return }
      seen.append(name)
    }
    let report = try home.sync(
      with: PeerBlobs(folder: home.folder, transport: way, journalID: id),
      wanting: wanted)
    return (seen, report)
  }

  @Test func thumbnailsComeBeforePhotosOrAlone() throws {
    // The first of each two is here, the other there; of the last, neither.
    let small = [contents[0], contents[2]].map(BlobName.init(of:))
    let large = [contents[1], contents[3], contents[5]].map(BlobName.init(of:))
    var one = try BlobHome()
    for content in contents[..<2] {
      try one.folder.keep(content, as: BlobName(of: content))
    }
    let (names, report) = try traffic(
      of: &one,
      PhotoFileNames(thumbnails: Set(small), photos: Set(large)))
    let lacking = [large[1], large[2]].sorted()
    #expect(names == [small[1], small[0]] + lacking + [large[0]])
    #expect(report.received == .init(photos: 1, thumbnails: 1))
    #expect(report.sent == .init(photos: 1, thumbnails: 1))
    #expect(report.missing.map(\.name) == [large[2]])

    var other = try BlobHome()
    let alone = try traffic(of: &other, PhotoFileNames(thumbnails: Set(small)))
    #expect(alone.names == small.sorted())
    #expect(alone.report.received == .init(photos: 0, thumbnails: 1))
    #expect(alone.report.missing.isEmpty)
  }

  @Test(arguments: [false, true])
  func aStoreBringsEachSideWhatItLacks(isEncrypted: Bool) throws {
    let store = ChaosStore(seed: 1, clock: Instant(milliseconds: 0))
    var (one, other) = (try BlobHome(), try BlobHome())
    for content in contents[..<3] {
      try one.folder.keep(content, as: BlobName(of: content))
    }
    for content in contents[2..<5] {
      try other.folder.keep(content, as: BlobName(of: content))
    }
    let first = try place(one, store, isEncrypted: isEncrypted)
    let second = try place(other, store, isEncrypted: isEncrypted)
    let tried = try one.sync(with: first, wanting: names, isRehearsal: true)
    #expect(tried.sent.photos == 3 && tried.received.photos == 0)
    #expect(try one.sync(with: first, wanting: names).sent.photos == 3)
    let met = try other.sync(with: second, wanting: names)
    #expect(met.received.photos == 2 && met.sent.photos == 2)
    // What neither side has is told.
    #expect(met.missing.map(\.name) == [BlobName(of: contents[5])])
    let last = try one.sync(with: first, wanting: names)
    #expect(
      last.received.photos == 2 && last.sent.photos == 0 && last.refused.isEmpty
    )
    #expect(one.holds(contents[..<5].map(BlobName.init(of:))))
    #expect(try one.names.count == 5 && other.names.count == 5)
    // With nothing to do, nobody is asked.
    let wanted = Set(contents[..<5].map(BlobName.init(of:)))
    let before = store.cost.requests
    try one.sync(with: first, wanting: wanted)
    #expect(store.cost.requests == before)
    // Nothing that is not wanted goes anywhere.
    let objects = store.objects.count
    try one.folder.keep([1, 2], as: BlobName(of: [1, 2]))
    try one.sync(with: first, wanting: wanted)
    #expect(store.objects.count == objects)
    for content in contents where isEncrypted {
      #expect(!store.objects.values.contains { $0.contains(content) })
    }
  }

  /// Whatever became of an object in a folder, it is refused and reported, and
  /// the others arrive. A home that has the file puts it there again when asked
  /// to check.
  @Test(arguments: [false, true], ["flip", "cut", "swap", "empty"])
  func whatIsDamagedIsRefusedAndTold(isEncrypted: Bool, damage: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/stick"
    try FolderStore.make(at: path)
    let clock = Instant(milliseconds: 1_771_545_600_000)
    let store = try FolderStore(at: path, clock: clock)
    var (one, other) = (try BlobHome(), try BlobHome())
    for content in contents {
      try one.folder.keep(content, as: BlobName(of: content))
    }
    let first = try place(one, store, isEncrypted: isEncrypted)
    try one.sync(with: first, wanting: names)
    var objects: [String] = []
    _ = try store.forEachName(under: "v1/", after: "") { name in
      if name.contains(isEncrypted ? "/b/" : "/photos/") {
        objects.append("\(path)/\(name)")
      }
    }
    objects.sort()
    #expect(objects.count == contents.count)
    let old = try objects.map { try #require(try File.contents(of: $0)) }
    var changed = old[0]
    switch damage {
    case "flip": changed[changed.count / 2] ^= 0x40
    case "cut": changed.removeLast()
    case "empty": changed = []
    default: changed = old[1]
    }
    try File.replace(objects[0], with: changed)
    let second = try place(other, store, isEncrypted: isEncrypted)
    let report = try other.sync(with: second, wanting: names)
    #expect(report.refused.count == 1 && report.missing.count == 1)
    #expect(report.received.photos == contents.count - 1)
    let missing = try #require(report.missing.first?.name)
    #expect(report.refused.first?.name == missing.description)
    // Nobody is sent to look there for what is not that file.
    #expect(!other.known.contains(missing))
    #expect(try other.names.count == contents.count - 1)
    // It is taken for stored until somebody looks.
    #expect(try one.sync(with: first, wanting: names).sent.photos == 0)
    let mended = try one.sync(with: first, wanting: names, checksAll: true)
    #expect(mended.sent.photos == 1 && mended.refused.isEmpty)
    #expect(try File.contents(of: objects[0]) == old[0])
    #expect(try other.sync(with: second, wanting: names).received.photos == 1)
    #expect(other.holds(names))
  }

  @Test func aFileThatIsDamagedHereIsNotSent() throws {
    let store = ChaosStore(seed: 1, clock: Instant(milliseconds: 0))
    var one = try BlobHome()
    let content = contents[3]
    try one.folder.keep(content, as: BlobName(of: content))
    let path = "\(one.directory.path)/blobs/\(BlobName(of: content))"
    try File.replace(path, with: contents[4])
    let report = try one.sync(
      with: place(one, store, isEncrypted: false),
      wanting: [BlobName(of: content)])
    #expect(report.sent.photos == 0 && report.refused.count == 1)
    #expect(store.objects.isEmpty)
  }

  /// A peer's line is cut at each byte of what goes either way; the next sync
  /// brings the rest, and nothing is left behind.
  @Test func aPeerThatIsCutAtEachByteGoesOn() throws {
    let server = try Replica()
    let held = BlobFolder(of: JournalHome(path: server.directory.path))
    let (own, theirs) = (Array(contents[0].prefix(9)), contents[1].prefix(9))
    let names = Set([own, Array(theirs)].map(BlobName.init(of:)))
    try server.tell(of: names)
    for cut in 0...9 {
      for isGoing in [true, false] {
        var one = try BlobHome()
        try one.folder.keep(own, as: BlobName(of: own))
        try held.keep(Array(theirs), as: BlobName(of: Array(theirs)))
        let way = PeerSyncTests.Way(to: server)
        let place = PeerBlobs(
          folder: one.folder, transport: way, journalID: id)
        way.onRequest = { request in
          if isGoing, !request.body.isEmpty {
            request.body = Array(request.body.prefix(cut))
          }
        }
        way.onAnswer = { request, answer in
          if !isGoing, request.method == .get, answer.status < 300 {
            answer.body = Array(answer.body.prefix(cut))
          }
        }
        _ = try? one.sync(with: place, wanting: names)
        way.onRequest = { _ in }
        way.onAnswer = { _, _ in }
        let report = try one.sync(with: place, wanting: names)
        #expect(report.refused.isEmpty && report.missing.isEmpty, "cut \(cut)")
        #expect(one.holds(names))
        #expect(held.byteCount(of: BlobName(of: own)) == own.count)
        #expect(try one.names == names.map(\.description).sorted())
        try FileSystem.remove(
          "\(server.directory.path)/blobs/\(BlobName(of: own))")
      }
    }
  }

  @Test func aGuestTakesAndBringsNothing() throws {
    let server = try Replica()
    let held = BlobFolder(of: JournalHome(path: server.directory.path))
    var one = try BlobHome()
    try held.keep(contents[0], as: BlobName(of: contents[0]))
    try server.tell(of: [BlobName(of: contents[0])])
    try one.folder.keep(contents[1], as: BlobName(of: contents[1]))
    let way = PeerSyncTests.Way(to: server)
    way.onRequest = { request in
      if request.method == .put { throw StoreError(.server, "asked") }
    }
    var sync = BlobSync(
      one.folder,
      with: PeerBlobs(folder: one.folder, transport: way, journalID: id),
      known: [], isRehearsal: false, listsAll: false, checksAll: false,
      progress: { _, _ in })
    #expect(throws: StoreError.self) {
      try sync.run(PhotoFileNames(photos: names))
    }
    way.onRequest = { _ in }
    way.onAnswer = { request, answer in
      if request.method == .put { answer = .failure(403, "only read") }
    }
    try sync.run(PhotoFileNames(photos: names))
    #expect(sync.isReadOnly && sync.report.sent.photos == 0)
    #expect(sync.report.refused.isEmpty)
    #expect(one.holds([BlobName(of: contents[0])]))
    one.known = sync.known
  }

  @Test func ofManyWhoBringTheSameFileAtOnceOneGivesItItsName() async throws {
    for round in 0..<10 {
      let home = try BlobHome()
      // Long enough to be hashed by several at once.
      let content = [UInt8](repeating: UInt8(round), count: 2 << 20)
      let name = BlobName(of: content)
      let folder = home.folder
      let outcomes = try await withThrowingTaskGroup(
        of: BlobFolder.Outcome.self
      ) { group in
        for _ in 0..<8 {
          group.addTask {
            try folder.add(content, at: 0, of: content.count, to: name)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == .whole(isNew: true) } == 1)
      #expect(outcomes.count { $0 == .whole(isNew: false) } == 7)
      #expect(try home.names == [name.description])
    }
  }

  /// A writer that waited for the lock of a part that has become the file
  /// begins again.
  @Test func twoWhoBringTheSameFileBothSucceed() throws {
    let home = try BlobHome()
    let name = BlobName(of: contents[2])
    let path = "\(home.directory.path)/blobs/\(name)"
    let count = contents[2].count
    #expect(
      try home.folder.add(
        Array(contents[2].dropLast()), at: 0, of: count, to: name)
        == .partial(count - 1))
    // The other one has the part open, and gets its lock only afterwards.
    let other = try File(path + File.partialSuffix, .appending)
    #expect(
      try home.folder.add(
        [contents[2][count - 1]], at: count - 1, of: count, to: name)
        == .whole(isNew: true))
    try other.write([1, 2, 3])
    #expect(try File.contents(of: path + File.partialSuffix) == nil)
    #expect(
      try home.folder.add(contents[2], at: 0, of: count, to: name)
        == .whole(isNew: false))
    // A part that was begun when the file was there already goes.
    try File.replace(path + File.partialSuffix, with: [1])
    try home.folder.keep(contents[2], as: name)
    #expect(try home.names == [name.description])
  }

  /// The journal reports missing files with the remotes that have them, and
  /// keeps that knowledge.
  @Test func whatIsMissingIsToldWithWhoHasIt() throws {
    let replica = try Replica()
    var maker = HistoryMaker(seed: 3)
    try replica.receive(maker.history(count: 300))
    let path = replica.directory.path
    let journal = CareJournal(
      at: path, program: "test 1", clock: Instant(milliseconds: 1 << 40))
    let folder = BlobFolder(of: JournalHome(path: path))
    for content in contents[..<2] {
      try folder.keep(content, as: BlobName(of: content))
    }
    var request = SyncRequest()
    request.photos = .all
    let wanted = names
    request.namedFiles = { _ in PhotoFileNames(photos: wanted) }
    for name in ["stick", "disk"] {
      _ = try journal.addRemote(
        name, at: RemoteAddress("\(path)/\(name)", in: "/"))
    }
    let stick = try journal.remotes(named: ["stick"])[0]
    let report = try journal.sync(with: stick, request)
    #expect(report.files?.sent.photos == 2 && report.files?.missing.count == 4)
    #expect(report.files?.missing.allSatisfy(\.remotes.isEmpty) == true)
    try FileSystem.remove("\(path)/blobs/\(BlobName(of: contents[0]))")
    let disk = try journal.remotes(named: ["disk"])[0]
    let told = try #require(try journal.sync(with: disk, request).files)
    #expect(told.sent.photos == 1)
    let missing = told.missing.first { $0.name == BlobName(of: contents[0]) }
    #expect(missing?.remotes == ["stick"])
    #expect(
      try journal.sync(with: stick, request).files?.received.photos == 1)
    // Unasked, nothing of it is done; asked, what photos name is wanted.
    request.photos = .none
    #expect(try journal.sync(with: stick, request).files == nil)
    var plain = SyncRequest()
    plain.photos = .all
    let photos = try journal.read { try PhotoView.files(in: $0) }
    #expect(!photos.photos.isEmpty)
    #expect(
      try journal.sync(with: stick, plain).files?.missing.map(\.name)
        == photos.photos.sorted())
  }
}
