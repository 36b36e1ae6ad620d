public import JournalEvents
internal import JournalTime

/// Which plants are one since they were merged.
///
/// Each plant is merged into another by the latest word about it. Where such
/// words lead in a circle, as after two replicas merged the same plants the
/// other way round, the earliest of them says nothing. So the same words give
/// the same groups, in whatever order they came.
public struct PlantMerges: Hashable, Sendable {
  /// The plant that shows what is known of one that was merged.
  private var roots: [PlantID: PlantID] = [:]
  /// The plants of a group, by the one that shows them.
  private var groups: [PlantID: Set<PlantID>] = [:]

  /// No plant was merged.
  public static let none = PlantMerges([:])

  /// Concludes from what was said of each plant.
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

  /// Whether no plants are one.
  public var isEmpty: Bool { roots.isEmpty }
  /// The plants that are one with others.
  public var plants: Set<PlantID> {
    groups.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// The plant that shows what is known of this one: itself, unless it was
  /// merged into another.
  public func root(of plant: PlantID) -> PlantID { roots[plant] ?? plant }

  /// The plants that this one shows, itself among them.
  public func group(of root: PlantID) -> Set<PlantID> {
    groups[root] ?? [root]
  }

  /// Whether an event of `stream` says something of `plant`: what was done to
  /// and seen of a plant holds for the one that shows it, what it is called,
  /// where it stands and how often it wants care for itself alone.
  public func counts(
    _ type: EventType, in stream: StreamID, for plant: PlantID
  ) -> Bool {
    type.isOfMerged ? root(of: stream) == plant : stream == plant
  }
}

extension EventType {
  /// Whether it tells of care or of an observation, which is also that of the
  /// plant into which its plant was merged.
  public var isOfMerged: Bool {
    switch self {
    case .plantNoted, .plantMeasured, .taskAdded, .taskCompleted, .taskSkipped,
      .taskSnoozed, .photoCaptured, .photoAnnotated, .photoRemoved:
      true
    default: false
    }
  }
}
