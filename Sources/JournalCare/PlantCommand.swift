public import JournalEvents
public import JournalTime

/// A user's command on one plant.
public enum PlantCommand: Sendable, Hashable {
  /// Add a plant to the collection.
  case add(PlantAdded)
  /// Mark the plant as a favourite, or take the mark away.
  case favorite(Bool)
  /// Move the plant to a room, or out of any room.
  case move(to: RoomID?)
  /// Remove the plant from the collection.
  case remove(RemovalReason)
  /// Brings a plant back; `as` is its new nickname in the same action.
  case restore(as: String? = nil)
  /// Says that it is another plant.
  case merge(into: PlantID)
  /// Write a note.
  case note(PlantNoted)
  /// Change fields of the plant.
  case edit(PlantEdited)
  /// Record measurements.
  case measure(PlantMeasured)
  /// Sets or clears the value of a field that people named.
  case setFact(FactSet)
  /// Record a photo.
  case capturePhoto(PhotoCaptured)
  /// Change the caption, time or marks of a photo.
  case annotatePhoto(PhotoAnnotated)
  /// Remove a photo.
  case removePhoto(PhotoID)
  /// Remind of photos in a rhythm.
  case remindOfPhotos(PhotoCadence)
  /// Record the species that the plant was identified as.
  case identify(PlantIdentified)
  /// Store the care profile of the plant's species.
  case profileCare(CareProfiled)
  /// Set the schedule of a kind of care.
  case setSchedule(ScheduleSet)
  /// End the schedule of a kind of care.
  case clearSchedule(TaskKind)
  /// Plan a task.
  case addTask(TaskAdded)
  /// Record care.
  case complete(TaskCompleted)
  /// Corrects care that was given; also of a plant that has left.
  case amend(TaskCompleted)
  /// Skips a task on the day `due`.
  case skip(TaskKind, task: TaskID?, due: Day)
  /// Postpones a task.
  case snooze(TaskKind, task: TaskID?, until: Day, settled: SettledDay)

  /// The settled day on which a snoozed task rests.
  public enum SettledDay: Sendable, Hashable {
    /// The settled day of the plant's open task at the moment.
    case current
    /// The day that the input gives.
    case given(Day?)
  }
}

/// The facts that a decision about a plant depends on, beside the plant.
public struct DecisionContext: Sendable {
  /// The calendar that turns instants into days.
  public let calendar: CareCalendar
  /// The rooms that can be seen; asked only for
  /// ``PlantCommand/wantedRoom``.
  public let rooms: RoomList
  /// The present plant that has the wanted nickname already, if any.
  public let nicknameHolder: PlantID?
  /// The plant whose short id the wanted nickname looks like, if any.
  public let shortIDHolder: PlantID?
  /// The plant from which this one is to come, and that one's ancestors.
  public let parentLine: [PlantID]
  /// The field whose value the command sets; `nil` if there is none.
  public let field: FactField?

  /// Creates what a decision may look up beside the plant itself.
  public init(
    calendar: CareCalendar, rooms: RoomList, nicknameHolder: PlantID? = nil,
    shortIDHolder: PlantID? = nil, parentLine: [PlantID] = [],
    field: FactField? = nil
  ) {
    self.calendar = calendar
    self.rooms = rooms
    self.nicknameHolder = nicknameHolder
    self.shortIDHolder = shortIDHolder
    self.parentLine = parentLine
    self.field = field
  }
}

extension PlantCommand {
  /// Returns whether carrying it out would leave `plant` as it is, so that
  /// there is nothing to write. Room, favourite and photo reminders are states;
  /// any other command is recorded each time.
  ///
  /// - Parameters:
  ///   - plant: The plant.
  ///   - day: The local day on which it would be carried out.
  ///   - calendar: The calendar that turns instants into days.
  /// - Returns: Whether it would.
  public func changesNothing(
    about plant: PlantState, on day: Day, in calendar: CareCalendar
  ) -> Bool {
    guard plant.isPresent else { return false }
    let other = StandardRoom.other.id
    return switch self {
    case .favorite(let value): plant.isFavorite == value
    case .move(let room): (plant.room ?? other) == (room ?? other)
    case .remindOfPhotos(let cadence):
      PhotoReminder(cadence: cadence, since: day).asksAsDoes(
        plant.care(.photo)?.reminder,
        after: plant.care(.photo).flatMap(calendar.settledDay(of:)))
    default: false
    }
  }

  /// The body of the event that carries this command out.
  ///
  /// Pure: everything it depends on comes in as a value.
  ///
  /// - Parameters:
  ///   - id: The plant.
  ///   - plant: Its present state.
  ///   - at: The time of the care or the event.
  ///   - context: The other facts that the decision depends on.
  /// - Returns: The body.
  /// - Throws: ``CareError`` if the command is refused.
  public func decide(
    on id: PlantID, _ plant: PlantState, at: OffsetInstant,
    in context: DecisionContext
  ) throws(CareError) -> EventBody {
    try checkSubject(id, plant)
    try checkNames(of: id, plant, in: context)
    try checkRoom(in: context)
    try checkContents()
    try checkParent(of: id, in: context)
    try checkField(in: context)
    switch self {
    case .add(let body): return .plantAdded(body)
    case .favorite(let value): return .plantFavorited(.init(isFavorite: value))
    case .move(let room): return .plantMoved(.init(room: room))
    case .remove(let reason): return .plantRemoved(.init(reason: reason))
    case .restore: return .plantRestored(.init())
    case .merge(let other): return .plantMerged(.init(into: other))
    case .note(let body): return .plantNoted(body)
    case .edit(let body): return .plantEdited(body)
    case .measure(let body): return .plantMeasured(body)
    case .setFact(let body): return .factSet(body)
    case .capturePhoto(let body): return .photoCaptured(body)
    case .annotatePhoto(let body): return .photoAnnotated(body)
    case .removePhoto(let photo): return .photoRemoved(.init(photo: photo))
    case .identify(let body): return .plantIdentified(body)
    case .remindOfPhotos(let cadence):
      return .photoReminderSet(.init(cadence: cadence))
    case .profileCare(let body): return .careProfiled(body)
    case .setSchedule(let body): return .scheduleSet(body)
    case .clearSchedule(let kind): return .scheduleCleared(.init(kind: kind))
    case .addTask(let body): return .taskAdded(body)
    case .complete(let body):
      return .taskCompleted(
        .init(
          kind: body.kind, task: body.task,
          due: body.dueDay(plant, in: context.calendar),
          title: plant.title(of: body.task), amount: body.amount,
          batch: body.batch, photo: body.photo))
    case .amend(let body): return .taskCompleted(body)
    case .skip(let kind, let task, let due):
      return .taskSkipped(
        .init(kind: kind, task: task, due: due, title: plant.title(of: task)))
    case .snooze(let kind, let task, let until, let settled):
      let rest = settled.day(of: kind, task, plant, in: context.calendar)
      return .taskSnoozed(
        .init(
          kind: kind, task: task, settled: rest, until: until,
          title: plant.title(of: task)))
    }
  }

  /// A Boolean value that indicates whether the home can be given the command
  /// as a plant can: it is about a task with a title.
  private var isOfHome: Bool {
    switch self {
    case .addTask(let body): body.title != nil
    case .amend: true
    default: referencedTask != nil
    }
  }

  /// A Boolean value that indicates whether a plant that left can be given the
  /// command: it is about the past.
  private var isAboutPast: Bool {
    switch self {
    case .note, .amend: true
    default: false
    }
  }

  /// The plant from which this one is to come, if given.
  public var wantedParent: PlantID? {
    switch self {
    case .add(let body): body.parent
    case .edit(let body): body.parent.applied(to: nil)
    default: nil
    }
  }

  /// The room into which the plant is to come, if given.
  public var wantedRoom: RoomID? {
    switch self {
    case .add(let body): body.room
    case .move(let room): room
    default: nil
    }
  }

  private func checkSubject(
    _ id: PlantID, _ plant: PlantState
  ) throws(CareError) {
    switch self {
    case .add:
      guard plant.profile == nil else { throw .plantExists(id) }
    case .restore:
      guard plant.profile != nil else { throw .unknownPlant(id) }
    case _ where id == .home && isOfHome: break
    default:
      guard plant.profile != nil else { throw .unknownPlant(id) }
      guard plant.removal == nil || isAboutPast else {
        throw .absent(id, plant)
      }
    }
    if case .merge(id) = self { throw .ownMerge(id, name: plant.displayName) }
    if case .addTask(let body) = self, plant.oneOffTask(body.task) != nil {
      throw .taskExists(body.task)
    }
    guard let task = referencedTask else { return }
    guard plant.oneOffTask(task) != nil else {
      throw .unknownTask(task, plant: id)
    }
  }

  /// The one-off task that must be open.
  private var referencedTask: TaskID? {
    switch self {
    case .complete(let body): body.task
    case .skip(_, let task, _): task
    case .snooze(_, let task, _, _): task
    default: nil
    }
  }

  private func checkNames(
    of id: PlantID, _ plant: PlantState, in context: DecisionContext
  ) throws(CareError) {
    switch self {
    case .add(let body):
      try checkNickname(body.nickname, of: id, in: context)
    case .edit(let body):
      if case .set(let nickname) = body.nickname {
        try checkNickname(nickname, of: id, in: context)
      }
    case .restore(let nickname):
      try checkRestored(
        nickname ?? plant.profile?.nickname, of: id, in: context)
    default: break
    }
  }

  /// Refuses a command that says nothing, or nonsense.
  private func checkContents() throws(CareError) {
    switch self {
    case .edit(let body):
      guard !body.isEmpty else { throw .emptyEdit }
    case .measure(let body):
      guard !body.isEmpty else { throw .emptyMeasurement }
    default: break
    }
  }

  /// Refuses a lineage that leads back to where it began.
  private func checkParent(
    of id: PlantID, in context: DecisionContext
  ) throws(CareError) {
    guard let parent = wantedParent else { return }
    guard parent != id else { throw .ownParent(id) }
    guard !context.parentLine.contains(id) else {
      throw .circularLineage(id, parent: parent)
    }
  }

  private func checkNickname(
    _ nickname: String?, of id: PlantID, in context: DecisionContext
  ) throws(CareError) {
    guard let nickname else { return }
    if let holder = context.nicknameHolder, holder != id {
      throw .nicknameTaken(nickname, by: holder)
    }
    if let holder = context.shortIDHolder, holder != id {
      throw .nicknameIsShortID(nickname, of: holder)
    }
  }

  /// A taken name must not keep a plant from coming back, so the refusal names
  /// the way out.
  private func checkRestored(
    _ nickname: String?, of id: PlantID, in context: DecisionContext
  ) throws(CareError) {
    guard let nickname, let holder = context.nicknameHolder, holder != id
    else { return }
    throw .restoredNicknameTaken(nickname, of: id, by: holder)
  }

  /// Refuses a value for a missing field or one of another kind. A missing
  /// field can still be cleared.
  private func checkField(in context: DecisionContext) throws(CareError) {
    guard case .setFact(let body) = self, let value = body.value else { return }
    guard let field = context.field else { throw .unknownField(body.name) }
    guard field.name == body.name, field.kind.value(typed: value) == value
    else { throw .badFact(field, value) }
  }

  private func checkRoom(in context: DecisionContext) throws(CareError) {
    guard let room = wantedRoom, context.rooms[room] == nil else { return }
    throw .unknownRoom(room)
  }
}

extension PlantCommand.SettledDay {
  fileprivate func day(
    of kind: TaskKind, _ task: TaskID?, _ plant: PlantState,
    in calendar: CareCalendar
  ) -> Day? {
    switch self {
    case .given(let day): day
    // A one-off task rests on nothing, unless it repeats.
    case .current where task != nil:
      task.flatMap { plant.oneOffTask($0)?.rounds }
        .flatMap(calendar.settledDay(of:))
    case .current: plant.care(kind).flatMap(calendar.settledDay(of:))
    }
  }
}

extension PlantState {
  fileprivate func title(of task: TaskID?) -> String? {
    task.flatMap { oneOffTask($0)?.title }
  }
}

extension TaskCompleted {
  /// The due day that is done of a task that repeats: the given one, or that of
  /// the open task. Two replicas that both do it name the same day, so it
  /// counts once.
  fileprivate func dueDay(
    _ plant: PlantState, in calendar: CareCalendar
  ) -> Day? {
    guard let open = task.flatMap(plant.oneOffTask), open.every != nil else {
      return nil
    }
    return due ?? calendar.explanation(of: open)?.activeDay
  }
}
