public import JournalEvents

/// The groups of plants, or of rooms, that are one since they were merged.
///
/// Each plant is merged into another by the latest statement about it in
/// canonical order. A statement is ignored if the other plant was never added,
/// or by mistake. If statements lead in a circle, as after two replicas merged
/// the same plants in opposite directions, the earliest of them is ignored. So
/// the same statements give the same groups, in whatever order they came.
public struct PlantMerges: Hashable, Sendable {
  /// The latest statement that a plant or a room is another.
  public struct Word: Hashable, Sendable {
    /// The other plant or room.
    public let into: StreamID
    /// The place of the event that says so.
    public let position: LogPosition

    /// Creates the word of one merge.
    public init(into: StreamID, position: LogPosition) {
      self.into = into
      self.position = position
    }
  }

  /// The plant that stands for one that was merged.
  private var roots: [PlantID: PlantID] = [:]
  /// The plants of a group, by the plant that stands for them.
  private var groups: [PlantID: Set<PlantID>] = [:]

  /// No plant was merged.
  public static let none = PlantMerges([:]) { _ in false }

  /// Forms the groups from the latest statement about each plant or room.
  ///
  /// - Parameters:
  ///   - words: The statements by plant or room.
  ///   - canTakeOthers: Returns whether others can be merged into it.
  public init(
    _ words: [StreamID: Word], where canTakeOthers: (StreamID) -> Bool
  ) {
    regroup([], by: words, where: canTakeOthers)
  }

  /// Forms the groups of some plants or rooms again, from all statements about
  /// them. None of these may lead to others, nor statements about others to them.
  ///
  /// - Returns: Those whose groups differ.
  /// - Complexity: O(*n* log *n*) for *n* plants.
  @discardableResult
  public mutating func regroup(
    _ plants: Set<PlantID>, by words: [StreamID: Word],
    where canTakeOthers: (StreamID) -> Bool
  ) -> Set<PlantID> {
    let former = plants.map { (id: $0, root: self.root(of: $0), group(of: $0)) }
    for plant in plants { (roots[plant], groups[plant]) = (nil, nil) }
    let latestFirst = words.filter { canTakeOthers($0.value.into) }
      .sorted { $0.value.position > $1.value.position }
    // The target of each merged plant, or one further on: a chain is walked
    // once, and then leads straight to its end.
    var targets: [PlantID: PlantID] = [:]
    func root(from plant: PlantID) -> PlantID {
      var root = plant
      while let next = targets[root] { root = next }
      var passed = plant
      while let next = targets[passed], next != root {
        targets[passed] = root
        passed = next
      }
      return root
    }
    for (plant, word) in latestFirst where root(from: word.into) != plant {
      targets[plant] = word.into
    }
    for plant in Array(targets.keys) {
      let root = root(from: plant)
      roots[plant] = root
      groups[root, default: [root]].insert(plant)
    }
    return former.reduce(into: []) { changed, plant in
      let (id, formerRoot, formerGroup) = plant
      if formerRoot != self.root(of: id) || formerGroup != group(of: id) {
        changed.insert(id)
      }
    }
  }

  /// The number of plants that are part of others.
  public var mergedCount: Int { roots.count }

  /// A Boolean value that indicates whether no plants are merged.
  public var isEmpty: Bool { roots.isEmpty }

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
    type.countsForRoot ? root(of: stream) == plant : stream == plant
  }
}

extension EventType {
  /// A Boolean value that indicates whether events of this type count for the
  /// plant into which theirs was merged: care, one-off tasks and observations.
  public var countsForRoot: Bool {
    switch self {
    case .plantNoted, .plantMeasured, .taskAdded, .taskCompleted, .taskSkipped,
      .taskSnoozed, .photoCaptured, .photoAnnotated, .photoRemoved:
      true
    case .plantAdded, .plantFavorited, .plantMoved, .plantRemoved,
      .plantRestored, .plantMerged, .plantEdited, .plantIdentified, .factSet,
      .careProfiled, .scheduleSet, .scheduleCleared, .photoReminderSet,
      .roomCreated, .roomEdited, .roomDeleted, .roomMerged, .journalCreated,
      .writerStarted, .writerNamed, .settingChanged, .actionUndone,
      .payloadErased:
      false
    }
  }

  /// A Boolean value that indicates whether a plant may come or go by events of
  /// this type, so that others may be one.
  public var changesPresence: Bool {
    switch self {
    case .plantAdded, .plantRemoved, .plantRestored, .plantMerged: true
    default: false
    }
  }
}
