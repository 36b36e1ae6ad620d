public import JournalEvents
internal import JournalTime

/// The groups of plants that are one since they were merged.
///
/// Each plant is merged into another by the latest statement about it. If
/// statements lead in a circle, as after two replicas merged the same plants in
/// opposite directions, the earliest of them is ignored. So the same statements
/// give the same groups, in whatever order they came.
public struct PlantMerges: Hashable, Sendable {
  /// The plant that stands for one that was merged.
  private var roots: [PlantID: PlantID] = [:]
  /// The plants of a group, by the plant that stands for them.
  private var groups: [PlantID: Set<PlantID>] = [:]

  /// No plant was merged.
  public static let none = PlantMerges([:])

  /// Forms the groups from the latest statement about each plant.
  public init(_ words: [PlantID: PlantDetails.Statement<PlantMerged>]) {
    let latestFirst = words.sorted {
      ($0.value.at.instant, $0.key) > ($1.value.at.instant, $1.key)
    }
    var targets: [PlantID: PlantID] = [:]
    func root(of plant: PlantID) -> PlantID {
      var plant = plant
      while let next = targets[plant] { plant = next }
      return plant
    }
    for (plant, word) in latestFirst where root(of: word.body.into) != plant {
      targets[plant] = word.body.into
    }
    for plant in targets.keys {
      let root = root(of: plant)
      roots[plant] = root
      groups[root, default: [root]].insert(plant)
    }
  }

  /// A Boolean value that indicates whether no plants are merged.
  public var isEmpty: Bool { roots.isEmpty }
  /// The plants that are in a group.
  public var plants: Set<PlantID> {
    groups.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// The plant that stands for this one: itself, unless it was merged into
  /// another.
  public func root(of plant: PlantID) -> PlantID { roots[plant] ?? plant }

  /// The plants for which this one stands, itself among them.
  public func group(of root: PlantID) -> Set<PlantID> {
    groups[root] ?? [root]
  }

  /// Returns whether an event of `stream` counts for `plant`. Care, one-off
  /// tasks and observations count for the plant that stands for the group;
  /// names, rooms and schedules only for the plant itself.
  public func counts(
    _ type: EventType, in stream: StreamID, for plant: PlantID
  ) -> Bool {
    type.isOfMerged ? root(of: stream) == plant : stream == plant
  }
}

extension EventType {
  /// A Boolean value that indicates whether events of this type also count for
  /// the plant into which theirs was merged.
  public var isOfMerged: Bool {
    switch self {
    case .plantNoted, .plantMeasured, .taskAdded, .taskCompleted, .taskSkipped,
      .taskSnoozed, .photoCaptured, .photoAnnotated, .photoRemoved:
      true
    default: false
    }
  }
}
