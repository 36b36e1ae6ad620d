public import JournalEvents
public import JournalQueries

/// What a sync with a remote has done, or would do.
public struct SyncReport: Sendable {
  /// The journal that the remote holds; `nil` where neither has any event.
  public package(set) var journal: JournalID?
  /// What came in, by writer.
  public package(set) var received: [WriterID: ReceivedNews] = [:]
  /// How many events went out, by writer.
  public package(set) var sent: [WriterID: UInt64] = [:]
  /// Writers whose chain has branches now.
  public package(set) var forkedWriters: Set<WriterID> = []
  /// What the remote has that was not taken; the first of it, as a remote may
  /// hold any number of things.
  public package(set) var refused: [Refusal] = []
  /// How much more the remote has that was not taken.
  public package(set) var moreRefused = 0
  /// Events that the remote lacks, so that later ones of it could not be
  /// taken; of some writers.
  public package(set) var gaps: [Gap] = []
  /// How many more writers there are of which the remote lacks events.
  public package(set) var moreGaps = 0
  /// Writers of which the remote held more when it was last looked at, with
  /// how many events are gone.
  public package(set) var lost: [WriterID: UInt64] = [:]
  /// How many larger segments were put that stand for many small ones.
  public package(set) var merged = 0
  /// How many payloads were erased from events that were held here before.
  public package(set) var erased = 0
  /// How many segments were put again without the payloads of erased events,
  /// and the old ones removed.
  public package(set) var rewritten = 0
  /// How many files of photos were removed that no event names any more.
  public package(set) var sweptFiles = 0
  /// How many erased payloads the remote may still hold.
  public package(set) var erasedThere = 0
  /// A Boolean value that indicates whether the remote holds all that is held
  /// here, and the other way round.
  public package(set) var isComplete = false
  /// A Boolean value that indicates whether the remote takes nothing from this
  /// machine, which may only read there.
  public package(set) var isReadOnly = false
  /// What became of files that events name; `nil` where they were not asked
  /// for.
  public package(set) var files: Files?
  /// The edits that lost since, of this home or against it.
  public package(set) var lostEdits: [LostEdit] = []
  /// What it has cost.
  public package(set) var cost = TransferCost()

  /// Counts what segments have brought.
  mutating func add(_ segments: SegmentsReceived) {
    for (writer, events) in segments.new {
      received[writer, default: .init()].add(events)
    }
    forkedWriters.formUnion(segments.forkedWriters)
    erased += segments.erased
  }

  /// How many refusals and gaps are kept.
  private static let most = 1_000

  /// Notes what was not taken.
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

  /// The writers that it speaks of, but those to whom events were sent.
  var writers: [WriterID] {
    Array(received.keys) + forkedWriters + lost.keys + gaps.map(\.writer)
  }

  /// What became of files that events name.
  public struct Files: Sendable {
    /// How many files went one way.
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

    /// How many came in.
    public package(set) var received = Count()
    /// How many went out.
    public package(set) var sent = Count()
    /// How many bytes the remote has room for, where that is little and some
    /// went out.
    public package(set) var room: Int?
    /// Those that are not here, with the other remotes that are known to have
    /// them.
    public package(set) var missing: [Missing] = []
    /// Those that were not taken or brought.
    public package(set) var refused: [Refusal] = []
    /// The photos that stayed behind, as thumbnails alone were to be brought;
    /// `nil` where photos were, too.
    public package(set) var left: Left?
  }

  /// How many photos stayed where they are.
  public struct Left: Sendable, Hashable {
    /// Those that are not here.
    public let notHere: Int
    /// Those that the remote is not known to have.
    public let notThere: Int
  }

  /// A file that events name and that is not here.
  public struct Missing: Sendable, Hashable {
    /// Its SHA-256.
    public let name: BlobName
    /// The remotes that are known to have it, by what they are called.
    public let remotes: [String]
  }

  /// Something of the remote that was not taken.
  public struct Refusal: Sendable {
    /// Its name there.
    public let name: String
    /// Why.
    public let reason: String
  }

  /// Events of a writer that the remote lacks.
  public struct Gap: Sendable, Hashable {
    /// Whose events.
    public let writer: WriterID
    /// The first and last sequence.
    public let sequences: ClosedRange<UInt64>
  }
}
