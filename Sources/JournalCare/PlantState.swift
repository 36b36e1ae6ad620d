public import JournalEvents
public import JournalTime

/// A plant folded from its events: instants and raw values, nothing that
/// depends on settings.
public struct PlantState: Hashable, Sendable {
  /// The departure of a plant.
  public struct Removal: Hashable, Sendable {
    /// The reason for which it left.
    public let reason: RemovalReason
    /// The time at which it left.
    public let at: OffsetInstant

    /// Creates a removal for a reason.
    public init(reason: RemovalReason, at: OffsetInstant) {
      self.reason = reason
      self.at = at
    }
  }

  /// A one-off task that is open.
  public struct OneOffTask: Hashable, Sendable {
    /// The id of the task.
    public let id: TaskID
    /// The kind of care.
    public let kind: TaskKind
    /// The fixed due day; if it repeats, the first.
    public let due: Day
    /// The title, if the kind does not say it.
    public let title: String?
    /// The rhythm of its repetition; `nil` for once.
    public let every: TaskRhythm?
    /// The combined snoozes; of a task that comes once.
    public internal(set) var snooze: Snooze?
    /// The completed, skipped and snoozed days of a task that repeats; `nil` if
    /// there are none yet.
    public internal(set) var rounds: CareState?

    /// Creates a task from its stored form.
    public init(
      id: TaskID, kind: TaskKind, due: Day, title: String? = nil,
      every: TaskRhythm? = nil, snooze: Snooze?, rounds: CareState? = nil
    ) {
      self.id = id
      self.kind = kind
      self.due = due
      self.title = title
      self.every = every
      self.snooze = snooze
      self.rounds = rounds
    }
  }

  // These two side by side: folding an event looks at little more, and among
  // 10,000 plants nothing of them is in the cache.

  /// The place of the last event folded; an event that sorts before it makes
  /// the stream be folded again.
  public var latest: LogPosition?
  /// The state of each kind of care, sorted by kind.
  public private(set) var cares: [CareState] = []
  /// The description of the plant, edits included; `nil` until it is added.
  public private(set) var profile: PlantAdded?
  /// The time at which the plant was added.
  public private(set) var addedAt: OffsetInstant?
  /// The room in which it stands; `nil` is the room "Other".
  public private(set) var room: RoomID?
  /// A Boolean value that indicates whether it is a favourite.
  public private(set) var isFavorite = false
  /// The departure from the collection; `nil` while it is in it.
  public private(set) var removal: Removal?
  /// The open one-off tasks, sorted by id.
  public private(set) var oneOffTasks: [OneOffTask] = []
  /// The facts that only few plants have.
  public var details: PlantDetails { boxedDetails?.value ?? .none }
  // Out of line: folding moves states about, and most have no details.
  private var boxedDetails: Boxed<PlantDetails>?

  /// Creates the state before any event.
  public init() {}

  /// Creates a state from its stored form.
  public init(
    profile: PlantAdded?, addedAt: OffsetInstant?, room: RoomID?,
    isFavorite: Bool, removal: Removal?, cares: [CareState],
    oneOffTasks: [OneOffTask], details: PlantDetails? = nil,
    latest: LogPosition?
  ) {
    self.profile = profile
    self.addedAt = addedAt
    self.room = room
    self.isFavorite = isFavorite
    self.removal = removal
    self.cares = cares
    self.oneOffTasks = oneOffTasks
    boxedDetails = details.flatMap { $0 == .none ? nil : Boxed($0) }
    self.latest = latest
  }

  /// A Boolean value that indicates whether the plant was added and has not
  /// left.
  public var isPresent: Bool { profile != nil && removal == nil }

  /// A Boolean value that indicates whether others can be merged into the
  /// plant: it was added, and not by mistake. For a plant that is merged itself,
  /// only the state before ``leaveAsMerged()`` says so.
  public var canTakeOthers: Bool {
    profile != nil && removal?.reason != .mistake
  }

  /// A Boolean value that indicates whether the plant is here and nothing asks
  /// for its care: it has neither a schedule nor a task that repeats. A plant
  /// with a care profile was left without schedules on purpose.
  public var lacksSchedule: Bool {
    isPresent && cares.allSatisfy { $0.schedule == nil }
      && oneOffTasks.allSatisfy { $0.every == nil }
      && details.careProfile == nil
  }

  /// The name it is shown by: the nickname, else the first common name, else
  /// the scientific name.
  public var displayName: String {
    guard let profile else { return "" }
    return profile.nickname ?? profile.commonNames.first
      ?? profile.scientificName
  }

  /// The state of `kind`, or `nil` if there is none.
  public func care(_ kind: TaskKind) -> CareState? {
    cares.first { $0.kind == kind }
  }

  /// The remark on the schedule for `kind`, or `nil`.
  public func remark(on kind: TaskKind) -> String? {
    details.remarks.first { $0.kind == kind && $0.task == nil }?.own
  }

  /// The open one-off task `id`, or `nil`.
  public func oneOffTask(_ id: TaskID) -> OneOffTask? {
    index(ofTask: id).map { oneOffTasks[$0] }
  }

  /// The index of the open one-off task `id`, or `nil`.
  private func index(ofTask id: TaskID) -> Int? {
    let place = place(ofTask: id)
    return place < oneOffTasks.count && oneOffTasks[place].id == id
      ? place : nil
  }

  /// The index of the first one-off task whose id is not below `id`.
  ///
  /// - Complexity: O(log *n*) for *n* tasks, which stand by id.
  private func place(ofTask id: TaskID) -> Int {
    var range = 0..<oneOffTasks.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        oneOffTasks[middle].id < id
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

extension PlantState {
  /// Notes the place of the next event; returns `false` for a late event, which
  /// does not sort after the last one.
  public mutating func advance(to position: LogPosition) -> Bool {
    if let latest, position <= latest { return false }
    latest = position
    return true
  }

  /// Folds an event. Total: a senseless event changes nothing.
  public mutating func evolve(_ payload: EventPayload) {
    switch payload.body {
    case .plantAdded(let body):
      profile = body
      addedAt = payload.at
      room = body.room
      removal = nil
      updateDetails { ($0.location, $0.merge) = (nil, nil) }
    case .plantEdited(let body): edit(body)
    case .plantIdentified(let body):
      updateDetails { $0.identification = .init(body, at: payload.at) }
    case .factSet(let body):
      updateDetails { $0.facts[body.name] = body.value }
    case .plantMeasured(let body):
      if let level = body.health {
        updateDetails { $0.note(.init(level, at: payload.at)) }
      }
    case .careProfiled(let body):
      updateDetails { $0.careProfile = .init(body, at: payload.at) }
    case .plantFavorited(let body): isFavorite = body.isFavorite
    case .plantMoved(let body): room = body.room
    case .plantRemoved(let body):
      removal = Removal(reason: body.reason, at: payload.at)
    case .plantRestored:
      removal = nil
      if details.merge != nil { updateDetails { $0.merge = nil } }
    case .plantMerged(let body):
      updateDetails { $0.merge = .init(body, at: payload.at) }
    case .scheduleSet(let body):
      set(body, at: payload.at.instant)
      remark(on: body.kind) { $0.own = payload.note }
    case .scheduleCleared(let body):
      clearSchedule(body.kind)
      remark(on: body.kind) { $0.own = nil }
    case .taskAdded(let body):
      add(body)
      if let note = payload.note {
        remark(on: body.kind, body.task) { $0.own = note }
      }
    case .taskCompleted, .photoCaptured: noteCare(payload)
    case .taskSkipped(let body): skip(body, at: payload.at.instant)
    case .taskSnoozed(let body):
      postpone(body)
      let isOpen = body.task.map { oneOffTask($0) != nil } ?? true
      if isOpen {
        remark(on: body.kind, body.task) { remarks in
          remarks.snooze = payload.note.map {
            .init(text: $0, until: body.until)
          }
        }
      }
    case .photoReminderSet(let body):
      remind(body.cadence, since: payload.at.localDay)
      remark(on: .photo) { $0.own = payload.note }
    case .plantNoted, .photoAnnotated, .photoRemoved,
      .roomCreated, .roomEdited, .roomDeleted, .roomMerged, .journalCreated,
      .writerStarted, .writerNamed, .settingChanged, .actionUndone,
      .payloadErased:
      break
    }
  }

  /// Takes a plant out of the collection that was merged into another.
  public mutating func leaveAsMerged() {
    guard let merge = details.merge, removal == nil else { return }
    removal = Removal(reason: .mistake, at: merge.at)
  }

  /// The plant into which it was merged; `nil` unless ``leaveAsMerged()`` was
  /// applied.
  public var mergedInto: PlantID? {
    guard let merge = details.merge,
      removal == Removal(reason: .mistake, at: merge.at)
    else { return nil }
    return merge.body.into
  }

  private mutating func edit(_ body: PlantEdited) {
    guard let profile else { return }
    self.profile = profile.edited(by: body)
    guard body.location != .keep else { return }
    updateDetails { $0.location = body.location.applied(to: $0.location) }
  }

  private mutating func updateDetails(_ change: (inout PlantDetails) -> Void) {
    var details = details
    change(&details)
    boxedDetails = details == .none ? nil : Boxed(details)
  }

  /// Changes the remarks on a task. Few plants have remarks, so most events
  /// need not touch the values that are kept out of line.
  private mutating func remark(
    on kind: TaskKind, _ task: TaskID? = nil,
    _ change: (inout PlantDetails.TaskRemarks) -> Void
  ) {
    var remarks = PlantDetails.TaskRemarks(kind: kind, task: task)
    let isSaid = boxedDetails?.value.remarks.isEmpty == false
    change(&remarks)
    guard isSaid || remarks.own != nil || remarks.snooze != nil else { return }
    updateDetails { $0.remark(on: kind, task, change) }
  }

  private mutating func set(_ schedule: ScheduleSet, at instant: Instant) {
    update(schedule.kind) { care in
      if care.schedule == nil { care.scheduledSince = instant }
      care.schedule = schedule
      care.reminder = nil
    }
  }

  private mutating func clearSchedule(_ kind: TaskKind) {
    update(kind) { care in
      care.schedule = nil
      care.scheduledSince = nil
    }
  }

  private mutating func remind(_ cadence: PhotoCadence, since day: Day) {
    update(.photo) { care in
      care.reminder = PhotoReminder(cadence: cadence, since: day)
      guard care.reminder != nil else { return }
      care.schedule = nil
      care.scheduledSince = nil
    }
  }

  private mutating func noteCare(_ payload: EventPayload) {
    guard let given = payload.body.careGiven else { return }
    let instant = payload.at.instant
    if let task = given.task {
      var due: Day?
      if case .taskCompleted(let body) = payload.body {
        due = body.due
        if body.title != nil { updateDetails { $0.hasTitledTasks = true } }
      }
      settle(task, at: instant, through: due, isDone: true)
    }
    update(given.kind) { care in
      care.lastCompleted = max(care.lastCompleted ?? instant, instant)
      care.settle(at: instant)
    }
  }

  private mutating func skip(_ body: TaskSkipped, at instant: Instant) {
    if let task = body.task {
      return settle(task, at: instant, through: body.due)
    }
    update(body.kind) { care in
      care.settle(at: instant)
      care.settle(through: body.due)
    }
  }

  private mutating func postpone(_ body: TaskSnoozed) {
    guard let task = body.task else {
      return update(body.kind) { care in
        care.postpone(settled: body.settled, until: body.until)
      }
    }
    guard let index = index(ofTask: task) else { return }
    guard oneOffTasks[index].every == nil else {
      return oneOffTasks[index].updateRounds {
        $0.postpone(settled: body.settled, until: body.until)
      }
    }
    let count = oneOffTasks[index].snooze?.count ?? 0
    oneOffTasks[index].snooze = Snooze(
      settled: nil, until: body.until, count: count + 1)
  }

  private mutating func add(_ body: TaskAdded) {
    end(body.task)
    oneOffTasks.insert(
      OneOffTask(
        id: body.task, kind: body.kind, due: body.due, title: body.title,
        every: body.every, snooze: nil), at: place(ofTask: body.task))
    if body.title != nil { updateDetails { $0.hasTitledTasks = true } }
  }

  /// Ends a task, or of one that repeats the days up to `due` and that of the
  /// instant. Skipping the last possible day ends the task.
  private mutating func settle(
    _ task: TaskID, at instant: Instant, through due: Day?,
    isDone: Bool = false
  ) {
    guard let index = index(ofTask: task),
      oneOffTasks[index].every != nil, due != .latest
    else { return end(task) }
    oneOffTasks[index].updateRounds { rounds in
      if isDone {
        rounds.lastCompleted = max(rounds.lastCompleted ?? instant, instant)
      }
      rounds.settle(at: instant)
      if let due { rounds.settle(through: due) }
    }
  }

  private mutating func end(_ task: TaskID) {
    guard let index = index(ofTask: task) else { return }
    let ended = oneOffTasks.remove(at: index)
    remark(on: ended.kind, task) { $0 = .init(kind: ended.kind, task: task) }
  }

  private mutating func update(
    _ kind: TaskKind, _ change: (inout CareState) -> Void
  ) {
    if let index = cares.firstIndex(where: { $0.kind == kind }) {
      change(&cares[index])
      return
    }
    var care = CareState(kind: kind)
    change(&care)
    let index = cares.firstIndex { $0.kind > kind } ?? cares.count
    cares.insert(care, at: index)
  }
}

extension PlantState.OneOffTask {
  fileprivate mutating func updateRounds(_ change: (inout CareState) -> Void) {
    var rounds = rounds ?? CareState(kind: kind)
    change(&rounds)
    self.rounds = rounds
  }
}
