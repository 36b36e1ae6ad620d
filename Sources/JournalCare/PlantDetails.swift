public import JournalEvents
public import JournalTime

/// The facts about a plant beside its names and care; few plants have any.
public struct PlantDetails: Hashable, Sendable {
  /// An event's statement and its time.
  public struct Statement<Body: Hashable & Sendable>: Hashable, Sendable {
    /// The statement.
    public let body: Body
    /// The time of the statement.
    public let at: OffsetInstant

    /// Creates a statement that was made at a time.
    public init(_ body: Body, at: OffsetInstant) {
      self.body = body
      self.at = at
    }
  }

  /// The remarks on the tasks of a kind of care, or on a one-off task.
  public struct TaskRemarks: Hashable, Sendable {
    /// A remark on a snooze, and the day to which it postpones the task.
    public struct OfSnooze: Hashable, Sendable {
      /// The text of the remark.
      public let text: String
      /// The end of the snooze.
      public let until: Day

      /// Creates the remark of a snooze that lasts until a day.
      public init(text: String, until: Day) {
        self.text = text
        self.until = until
      }
    }

    /// The kind of care.
    public let kind: TaskKind
    /// The one-off task; `nil` for scheduled ones.
    public let task: TaskID?
    /// The remark on the schedule or the one-off task itself.
    public var own: String?
    /// The remark on the latest snooze.
    public var snooze: OfSnooze?

    /// Creates the remarks of a plant's open task.
    public init(
      kind: TaskKind, task: TaskID?, own: String? = nil,
      snooze: OfSnooze? = nil
    ) {
      self.kind = kind
      self.task = task
      self.own = own
      self.snooze = snooze
    }

    /// Scheduled tasks by kind, then one-off tasks by id.
    fileprivate func isBefore(_ other: TaskRemarks) -> Bool {
      switch (task, other.task) {
      case (nil, nil): kind < other.kind
      case (let left?, let right?): left < right
      case (nil, _?): true
      case (_?, nil): false
      }
    }
  }

  /// The health of a plant on a day.
  public struct Health: Hashable, Sendable {
    /// From 1 for dying to 5 for thriving.
    public let level: Int
    /// The time at which somebody looked.
    public let at: OffsetInstant

    /// Creates a level of health that was seen at a time.
    public init(_ level: Int, at: OffsetInstant) {
      self.level = level
      self.at = at
    }
  }

  /// The place where the plant grows.
  public var location: GrowingLocation?
  /// The latest identification.
  public var identification: Statement<PlantIdentified>?
  /// The current care profile.
  public var careProfile: Statement<CareProfiled>?
  /// The remarks on its tasks, in a fixed order.
  public private(set) var remarks: [TaskRemarks]
  /// A Boolean value that indicates whether it ever had a task with a title;
  /// its completed tasks may then be such.
  public var hasTitledTasks: Bool
  /// The values of fields that people named, even if the fields are gone.
  public var facts: [String: String]
  /// The last two observations of its health, the latest last.
  public private(set) var health: [Health]
  /// The latest statement that it is another plant; `nil` for none.
  public var merge: Statement<PlantMerged>?

  /// The details of a plant without any.
  public static let none = PlantDetails()

  /// Creates details, which are all empty by default.
  public init(
    location: GrowingLocation? = nil,
    identification: Statement<PlantIdentified>? = nil,
    careProfile: Statement<CareProfiled>? = nil,
    remarks: [TaskRemarks] = [], hasTitledTasks: Bool = false,
    facts: [String: String] = [:], health: [Health] = [],
    merge: Statement<PlantMerged>? = nil
  ) {
    self.location = location
    self.identification = identification
    self.careProfile = careProfile
    self.remarks = remarks
    self.hasTitledTasks = hasTitledTasks
    self.facts = facts
    self.health = health
    self.merge = merge
  }

  /// Adds an observation of its health.
  mutating func note(_ health: Health) {
    let index = self.health.firstIndex {
      health.at.instant < $0.at.instant
    }
    self.health.insert(health, at: index ?? self.health.endIndex)
    if self.health.count > 2 { self.health.removeFirst() }
  }

  /// Changes the remarks on the tasks of a kind, or on a one-off task.
  mutating func remark(
    on kind: TaskKind, _ task: TaskID?, _ change: (inout TaskRemarks) -> Void
  ) {
    let index = remarks.firstIndex {
      $0.task == task && (task != nil || $0.kind == kind)
    }
    var changed =
      index.map { remarks.remove(at: $0) }
      ?? TaskRemarks(kind: kind, task: task)
    change(&changed)
    guard changed.own != nil || changed.snooze != nil else { return }
    remarks.append(changed)
    remarks.sort { $0.isBefore($1) }
  }
}
