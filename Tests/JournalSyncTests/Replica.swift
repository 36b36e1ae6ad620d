import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit

@testable import JournalSync

/// A journal in a directory of its own, which syncs with stores.
final class Replica {
  let directory: TemporaryDirectory
  private(set) var journal: Journal
  var states: [Int: RemoteState] = [:]

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Self.open(directory.path)
  }

  private static func open(_ path: String) throws -> Journal {
    try Journal.open(JournalHome(path: path), access: .readWrite)
  }

  /// Ends as a killed process does, and starts again.
  func restart() throws {
    try journal.environment.close()
    journal = try Self.open(directory.path)
  }

  /// The passphrase of all remotes here.
  static var passphrase: SecretBytes { secret("correct horse battery") }

  /// The keys of a remote, read again from the home.
  func keys(of journalID: JournalID, number: Int = 0) -> RemoteKeys {
    RemoteKeys(of: journalID, keptAt: "\(directory.path)/keys/\(number)") {
      Self.passphrase
    }
  }

  func receive(_ events: [RecordedEvent]) throws {
    var index = 0
    _ = try journal.receive(merging: true) { isRepeated in
      if isRepeated { index = 0 }
      guard index < events.count else { return nil }
      defer { index += 1 }
      return events[index].encoded
    }
  }

  /// Acts as this home's own user, or as a person who uses its server.
  ///
  /// - Returns: The events written; none before a journal has come.
  func act(
    as person: Person?, on stream: StreamID, at clock: Instant
  ) throws -> [RecordedEvent] {
    let isEmpty = try journal.read {
      try journal.projections.journalIDs(in: $0).isEmpty
    }
    guard !isEmpty else { return [] }
    let options = ActionSession.Options(
      now: clock, program: "test", timeZone: "UTC", person: person)
    let written = try journal.write(options) { session in
      let body = EventBody.plantNoted(.init(text: "by \(person?.key ?? "us")"))
      let payload = EventPayload(
        at: OffsetInstant(instant: clock, offsetMinutes: 0), body: body)
      _ = try session.append([(stream, payload)])
      return session.startingActions + session.actions.map(\.reference)
    }
    let events = try journal.read { transaction in
      try written.flatMap { try journal.log.events(of: $0, in: transaction) }
    }
    writers.formUnion(events.map(\.header.writer))
    return events
  }

  /// The writers under which it has acted.
  private(set) var writers: Set<WriterID> = []

  func holds(_ event: EventReference) throws -> Bool {
    try journal.read { try journal.log.contains(event, in: $0) }
  }

  /// Syncs with a store, and keeps the remote's state.
  @discardableResult
  func sync(
    with store: any ObjectStore, number: Int = 0, of journalID: JournalID,
    at clock: Instant, listsAll: Bool = false, checksAll: Bool = false,
    compacts: Bool = false, shelf: (any SegmentShelf)? = nil
  ) throws -> SyncReport {
    var sync = StoreSync(
      journal, with: store, of: journalID,
      shelf: shelf ?? PlainShelf(journal: journalID),
      state: states[number] ?? .init(), isMerging: true, isRehearsal: false,
      clock: clock, progress: { _, _ in })
    // What is known is kept after what failed, too.
    defer { states[number] = sync.state }
    try sync.run(
      listsAll: listsAll, checksAll: checksAll, compacts: compacts)
    return sync.report
  }

  /// The files of its home, and those that stores are known to have.
  var blobs: BlobFolder { BlobFolder(of: JournalHome(path: directory.path)) }
  private var knownFiles: [String: Set<BlobName>] = [:]

  /// Takes in photos with these files.
  func tell(of names: Set<BlobName>) throws {
    for name in names { try receive([Self.photo(name)]) }
  }

  /// The event of a photo with that file, by a writer of its own.
  static func photo(_ name: BlobName) throws -> RecordedEvent {
    let bits = UUIDBits(
      high: name.digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, low: 1)
    var writer = TestWriter(WriterID(bits: bits))
    let body = PhotoCaptured(
      photo: PhotoID(bits: bits), sha256: name, byteCount: 1, width: 1,
      height: 1, mediaType: "image/jpeg", dateSource: .original)
    return try writer.append(
      EventDraft(StreamID(bits: bits), .photoCaptured(body)))
  }

  /// Brings missing files that events name to both sides, and keeps the state.
  @discardableResult
  func ship(
    _ names: Set<BlobName>, to place: any BlobPlace, called label: String
  ) throws -> SyncReport.Files {
    var sync = BlobSync(
      blobs, with: place, known: knownFiles[label] ?? [], isRehearsal: false,
      listsAll: false, checksAll: false, progress: { _, _ in })
    defer { knownFiles[label] = sync.known }
    let named = try journal.snapshot(clock: Instant(milliseconds: 0)) {
      try PhotoView.files(in: $0)
    }
    try sync.run(PhotoFileNames(photos: names.intersection(named.photos)))
    return sync.report
  }

  /// The service that answers other replicas.
  private(set) lazy var service = PeerService(
    of: JournalHome(path: directory.path))
  var peerStates: [Int: RemoteState] = [:]

  /// Syncs with another replica, and keeps the peer's state.
  @discardableResult
  func sync(
    with peer: any PeerTransport, number: Int = 0, at clock: Instant,
    isMerging: Bool = true
  ) throws -> SyncReport {
    var sync = PeerSync(
      journal, with: peer, state: peerStates[number] ?? .init(),
      isMerging: isMerging, isRehearsal: false, clock: clock,
      progress: { _, _ in })
    defer { peerStates[number] = sync.state }
    try sync.run()
    return sync.report
  }

  /// Every entry but this home's record of itself.
  func dump() throws -> Dump {
    try journal.read {
      try $0.dump(
        LogDatabase.all + ProjectionDatabase.rebuilt, of: journal.environment)
    }
  }
}

/// A passphrase or key of a test.
func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(taking: &bytes)
}

extension PassphraseCost {
  /// Cheap enough for tests.
  static let lowest = PassphraseCost(operations: 1, memory: 8_192)
}

extension [UInt8] {
  /// Returns whether these bytes are somewhere among them.
  func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    return indices.contains {
      self[$0] == first && self[$0...].starts(with: part)
    }
  }
}
