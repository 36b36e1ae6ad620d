public import JournalEvents
public import JournalQueries

/// The outcome of a sync with a remote, or of its rehearsal.
public struct SyncReport: Sendable {
  /// The journal that the remote holds; `nil` if neither side has any event.
  public package(set) var journal: JournalID?
  /// The events that came in, by writer.
  public package(set) var received: [WriterID: ReceivedNews] = [:]
  /// The number of events that went out, by writer.
  public package(set) var sent: [WriterID: UInt64] = [:]
  /// Writers whose chain has branches now.
  public package(set) var forkedWriters: Set<WriterID> = []
  /// The objects of the remote that were not taken; only the first ones, as a
  /// remote may hold any number of them.
  public package(set) var refused: [Refusal] = []
  /// The number of further objects that were not taken.
  public package(set) var moreRefused = 0
  /// Events that the remote lacks, so that its later ones could not be taken;
  /// of some writers.
  public package(set) var gaps: [Gap] = []
  /// The number of further writers whose events the remote lacks.
  public package(set) var moreGaps = 0
  /// The writers of whom the remote held more at the last sync, with the number
  /// of events that are gone.
  public package(set) var lost: [WriterID: UInt64] = [:]
  /// The number of larger segments put in place of many small ones.
  public package(set) var merged = 0
  /// The number of payloads erased from events that were held here before.
  public package(set) var erased = 0
  /// The number of segments put again without the payloads of erased events,
  /// the old ones being removed.
  public package(set) var rewritten = 0
  /// The number of files of photos removed because no event names them any
  /// more.
  public package(set) var sweptFiles = 0
  /// The number of erased payloads that the remote may still hold.
  public package(set) var erasedThere = 0
  /// A Boolean value that indicates whether both sides hold the same events.
  public package(set) var isComplete = false
  /// A Boolean value that indicates whether this machine may only read the
  /// remote.
  public package(set) var isReadOnly = false
  /// The outcome for files that events name; `nil` if they were not asked for.
  public package(set) var files: Files?
  /// The edits that lost since, of this home or against it.
  public package(set) var lostEdits: [LostEdit] = []
  /// The cost of the sync.
  public package(set) var cost = TransferCost()

  /// Counts what segments have brought.
  mutating func add(_ segments: SegmentsReceived) {
    for (writer, events) in segments.new {
      received[writer, default: .init()].add(events)
    }
    forkedWriters.formUnion(segments.forkedWriters)
    erased += segments.erased
  }

  /// The greatest number of refusals, and of gaps, that are kept.
  private static let most = 1_000

  /// Notes an object that was not taken.
  mutating func refuse(_ name: String, _ reason: String) {
    if refused.count < Self.most {
      refused.append(Refusal(name: name, reason: reason))
    } else {
      moreRefused += 1
    }
  }

  /// Notes events that the remote lacks.
  mutating func note(_ gap: Gap) {
    if gaps.count < Self.most { gaps.append(gap) } else { moreGaps += 1 }
  }

  /// A Boolean value that indicates whether events came in or went out, or
  /// would.
  var isTelling: Bool { !received.isEmpty || !sent.isEmpty }

  /// The writers in the report, but those whose events were sent.
  var writers: [WriterID] {
    Array(received.keys) + forkedWriters + lost.keys + gaps.map(\.writer)
  }

  /// The outcome for files that events name.
  public struct Files: Sendable {
    /// The number of files that went one way.
    public struct Count: Sendable, Hashable {
      /// Of photos.
      public package(set) var photos = 0
      /// Of their thumbnails.
      public package(set) var thumbnails = 0

      /// Of both.
      public var all: Int { photos + thumbnails }

      mutating func count(_ name: BlobName, in thumbnails: Set<BlobName>) {
        if thumbnails.contains(name) {
          self.thumbnails += 1
        } else {
          photos += 1
        }
      }
    }

    /// The number of files that came in.
    public package(set) var received = Count()
    /// The number of files that went out.
    public package(set) var sent = Count()
    /// The number of bytes that the remote has room for, if that is little and
    /// some files went out.
    public package(set) var room: Int?
    /// The files that are not here, with the other remotes known to have them.
    public package(set) var missing: [Missing] = []
    /// The files that were not taken or brought.
    public package(set) var refused: [Refusal] = []
    /// The photos that stayed behind because only thumbnails were to be
    /// brought; `nil` if photos were brought, too.
    public package(set) var left: Left?
  }

  /// The number of photos that stayed behind.
  public struct Left: Sendable, Hashable {
    /// The number of photos that are not here.
    public let notHere: Int
    /// The number of photos that the remote is not known to have.
    public let notThere: Int
  }

  /// A file that events name and that is not here.
  public struct Missing: Sendable, Hashable {
    /// The SHA-256 of the file.
    public let name: BlobName
    /// The names of the remotes that are known to have it.
    public let remotes: [String]
  }

  /// An object of the remote that was not taken.
  public struct Refusal: Sendable {
    /// The name of the object on the remote.
    public let name: String
    /// The reason.
    public let reason: String
  }

  /// Events of a writer that the remote lacks.
  public struct Gap: Sendable, Hashable {
    /// The writer of the events.
    public let writer: WriterID
    /// The first and last sequence.
    public let sequences: ClosedRange<UInt64>
  }
}
