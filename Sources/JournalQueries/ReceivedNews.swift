internal import JournalCare
public import JournalEvents
internal import JournalProjections

/// What the events tell that came in from one writer.
public struct ReceivedNews: Sendable, Hashable {
  /// A plant that left the collection.
  public struct Removal: Sendable, Hashable {
    /// The plant.
    public let plant: PlantID
    /// Why.
    public let reason: RemovalReason
  }

  /// How many there are of each type, by its name.
  public package(set) var countsByType: [String: Int] = [:]
  /// How often each kind of care was given.
  public private(set) var careCounts: [TaskKind: Int] = [:]
  /// How often what was recorded of care was corrected.
  public private(set) var amendmentCount = 0
  /// The plants that left the collection.
  public private(set) var removed: [Removal] = []
  /// The plants and rooms, and the journal, of which fields were set that
  /// another replica may have set, too.
  private(set) var edited: Set<StreamID> = []
  /// The sequence of the first event.
  private(set) var first = UInt64.max

  /// Creates news of nothing.
  public init() {}

  /// A Boolean value that indicates whether any sets a field that another
  /// replica may have set, too.
  package var setsFields: Bool { !edited.isEmpty }

  /// How many events there are.
  public var count: Int { countsByType.values.reduce(0, +) }

  /// Counts an event.
  package mutating func add(_ header: EventHeader, _ payload: EventPayload?) {
    countsByType[header.type, default: 0] += 1
    first = min(first, header.sequence)
    switch payload?.body {
    case .plantEdited, .plantMoved, .roomEdited, .scheduleSet,
      .scheduleCleared, .settingChanged, .factSet:
      edited.insert(header.stream)
    case .taskCompleted(let body) where body.amends == nil:
      careCounts[body.kind, default: 0] += 1
    case .taskCompleted: amendmentCount += 1
    case .plantRemoved(let body):
      removed.append(Removal(plant: header.stream, reason: body.reason))
    default: break
    }
  }

  /// Counts what `other` counted.
  package mutating func add(_ other: ReceivedNews) {
    countsByType.merge(other.countsByType, uniquingKeysWith: +)
    careCounts.merge(other.careCounts, uniquingKeysWith: +)
    amendmentCount += other.amendmentCount
    removed += other.removed
    edited.formUnion(other.edited)
    first = min(first, other.first)
  }
}

/// What people call what news name by ids.
public struct NewsNames: Sendable {
  /// The writers.
  public fileprivate(set) var writers: [WriterID: Recorder] = [:]
  /// Plants that left the collection.
  public fileprivate(set) var plants: [PlantID: String] = [:]

  /// None are known.
  public init() {}
}

extension CareJournal {
  /// What people call writers, and the plants that left as `news` tell.
  ///
  /// - Throws: What the journal throws.
  public func names(
    of writers: some Collection<WriterID>,
    in news: some Collection<ReceivedNews>
  ) throws -> NewsNames {
    var names = NewsNames()
    for writer in writers { names.writers[writer] = Recorder(unknown: writer) }
    guard exists, !writers.isEmpty else { return names }
    try read { snapshot in
      let household = try snapshot.household()
      for writer in writers {
        names.writers[writer] = try snapshot.recorder(writer, in: household)
      }
      for removal in news.flatMap(\.removed) {
        let plant = try snapshot.plant(removal.plant)
        names.plants[removal.plant] = plant?.displayName
      }
    }
    return names
  }
}
