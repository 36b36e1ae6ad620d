internal import JournalCare
public import JournalEvents
internal import JournalProjections

/// The contents of the events received from a writer.
public struct ReceivedNews: Sendable, Hashable {
  /// A plant that left the collection.
  public struct Removal: Sendable, Hashable {
    /// The plant.
    public let plant: PlantID
    /// The reason for the removal.
    public let reason: RemovalReason
  }

  /// The number of events by the name of their type.
  public package(set) var countsByType: [String: Int] = [:]
  /// The number of times that each kind of care was given.
  public private(set) var careCounts: [TaskKind: Int] = [:]
  /// The number of amendments of care.
  public private(set) var amendmentCount = 0
  /// The plants that left the collection.
  public private(set) var removed: [Removal] = []
  /// The plants and rooms that became parts of others.
  public private(set) var merged: [StreamID] = []
  /// The plants, the rooms and the journal with edited fields that another
  /// replica may have edited too.
  private(set) var edited: Set<StreamID> = []
  /// The sequence of the first event.
  private(set) var first = UInt64.max

  /// Creates empty news.
  public init() {}

  /// A Boolean value that indicates whether an event sets a field that another
  /// replica may have set, too.
  package var setsFields: Bool { !edited.isEmpty }

  /// The number of events.
  public var count: Int { countsByType.values.reduce(0, +) }

  /// Counts an event.
  package mutating func add(_ header: EventHeader, _ payload: EventPayload?) {
    countsByType[header.type, default: 0] += 1
    first = min(first, header.sequence)
    switch payload?.body {
    case .plantEdited, .plantMoved, .roomEdited, .scheduleSet,
      .scheduleCleared, .settingChanged, .factSet:
      edited.insert(header.stream)
    case .plantMerged, .roomMerged:
      merged.append(header.stream)
      edited.insert(header.stream)
    case .taskCompleted(let body) where body.amends == nil:
      careCounts[body.kind, default: 0] += 1
    case .taskCompleted: amendmentCount += 1
    case .plantRemoved(let body):
      removed.append(Removal(plant: header.stream, reason: body.reason))
    default: break
    }
  }

  /// Adds the counts of `other`.
  package mutating func add(_ other: ReceivedNews) {
    countsByType.merge(other.countsByType, uniquingKeysWith: +)
    careCounts.merge(other.careCounts, uniquingKeysWith: +)
    amendmentCount += other.amendmentCount
    removed += other.removed
    merged += other.merged
    edited.formUnion(other.edited)
    first = min(first, other.first)
  }
}

extension ReceivedNews {
  /// Returns the plants that left, and those of which others became parts.
  fileprivate func touchedWholes(
    in snapshot: borrowing Snapshot
  ) throws -> Set<PlantID> {
    let merges = try snapshot.merges
    return Set(removed.map(\.plant) + merged.map(merges.root))
  }
}

/// The names of the things in news.
public struct NewsNames: Sendable {
  /// The writers.
  public fileprivate(set) var writers: [WriterID: Recorder] = [:]
  /// The names of plants that left the collection.
  public fileprivate(set) var plants: [PlantID: String] = [:]
  /// The names of the plants and rooms that are parts of others, and the names
  /// of those.
  public fileprivate(set) var parts: [StreamID: (name: String, whole: String)] =
    [:]

  /// The removed plants that have parts, and the names of these. All of them
  /// are out of sight, although perhaps one home merged and another removed.
  public fileprivate(set) var departed:
    [PlantID: (name: PlantName, reason: RemovalReason, parts: [String])] = [:]

  /// Creates empty names.
  public init() {}
}

extension CareJournal {
  /// Returns the names of writers, and of the plants and rooms that left, or
  /// became parts of others, in `news`.
  ///
  /// - Throws: An error of the journal.
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
      for id in news.flatMap(\.merged) {
        let root = try snapshot.rooms[id]?.id ?? snapshot.whole(of: id)
        guard root != id, let name = try snapshot.displayName(of: id),
          let whole = try snapshot.displayName(of: root)
        else { continue }
        // Twins are told apart by their ids.
        names.parts[id] =
          name == whole
          ? (
            "\(name) (\(ShortID.text(of: id)))",
            "\(whole) (\(ShortID.text(of: root)))"
          ) : (name, whole)
      }
      for root in try news.map({ try $0.touchedWholes(in: snapshot) }).joined()
      {
        guard let plant = try snapshot.plant(root), let left = plant.removal
        else { continue }
        let parts = try snapshot.merges.group(of: root).subtracting([root])
        guard !parts.isEmpty else { continue }
        names.departed[root] = (
          PlantName(root, plant.displayName), left.reason,
          try parts.compactMap { try snapshot.plant($0)?.displayName }.sorted()
        )
      }
    }
    return names
  }
}
