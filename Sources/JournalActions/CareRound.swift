internal import JournalCare
internal import JournalEvents
public import JournalQueries
public import JournalTime

/// A round through the due tasks, one after another. It stores each answer at
/// once.
public struct CareRound: Sendable {
  /// A task of the round.
  public struct Step: Sendable {
    /// The subject of the task's group.
    public let subject: TaskRound.Subject
    /// The plant, with only this task.
    public let row: TaskRound.Row
    /// The outcome; `nil` while the task is open.
    public fileprivate(set) var outcome: Outcome?

    /// The task.
    public var task: TodayView.Task { row.tasks[0] }
  }

  /// The outcome of a task.
  public enum Outcome: Sendable, Hashable, CaseIterable {
    /// The care was recorded.
    case done
    /// The task moved to a later day.
    case snoozed
    /// The task was passed over once.
    case skipped
  }

  /// An answer to a task.
  public enum Answer: Sendable {
    /// Record the care.
    case done
    /// Move the task to a later day.
    case snooze(until: Timed<Day>)
    /// Pass the task over once.
    case skip
    /// An observation of the plant.
    case note(String)

    fileprivate var outcome: Outcome? {
      switch self {
      case .done: .done
      case .snooze: .snoozed
      case .skip: .skipped
      case .note: nil
      }
    }
  }

  /// A stored action, and the place of its task.
  private struct Deed {
    let place: Int
    let action: ActionID
  }

  /// The tasks, in the order of the round.
  public private(set) var steps: [Step]
  /// The place of the current task; after the last one at the end.
  public private(set) var place = 0
  private var deeds: [Deed] = []

  /// Begins a round.
  public init(_ round: TaskRound) {
    steps = round.groups.flatMap { group in
      group.rows.flatMap { row in
        row.tasks.map { Step(subject: group.subject, row: row.only($0)) }
      }
    }
  }

  /// The current task; `nil` at the end.
  public var current: Step? {
    steps.indices.contains(place) ? steps[place] : nil
  }
  /// The stored actions that are not undone, in order.
  public var actions: [ActionID] { deeds.map(\.action) }

  /// Returns the number of tasks with this outcome.
  public func count(of outcome: Outcome?) -> Int {
    steps.count { $0.outcome == outcome }
  }

  /// Moves to the next open task.
  public mutating func goOn() {
    place =
      steps.indices.dropFirst(place + 1).first { steps[$0].outcome == nil }
      ?? steps.count
  }

  /// Moves to the previous task, open or not.
  public mutating func goBack() { place = max(place - 1, 0) }

  /// Stores the answer to the current task.
  ///
  /// - Returns: The changes; `nil` if the task would get a second outcome.
  /// - Throws: The errors of the action.
  public mutating func answer(
    _ answer: Answer, in journal: CareJournal
  ) throws -> Receipt? {
    guard let step = current, answer.outcome == nil || step.outcome == nil
    else { return nil }
    let receipt = try journal.carryOut(answer, of: step)
    note(receipt, answer.outcome)
    return receipt
  }

  /// Takes over the stored actions and the outcome of the current task.
  public mutating func note(_ receipt: Receipt, _ outcome: Outcome?) {
    deeds += receipt.actions.map { Deed(place: place, action: $0) }
    if let outcome { steps[place].outcome = outcome }
  }

  /// Undoes the last action on the current task if that has an outcome,
  /// otherwise the last action of the round. Moves to its task.
  ///
  /// - Returns: The changes; `nil` if nothing is left to undo.
  /// - Throws: The errors of undoing.
  public mutating func undo(in journal: CareJournal) throws -> Receipt? {
    let own =
      current?.outcome == nil
      ? nil : deeds.lastIndex { $0.place == place }
    guard let index = own ?? deeds.indices.last else { return nil }
    let deed = deeds[index]
    let receipt = try journal.undo(UndoRequest(deed.action.branchID))
    deeds.remove(at: index)
    place = deed.place
    if !deeds.contains(where: { $0.place == place }) {
      steps[place].outcome = nil
    }
    return receipt
  }
}

extension CareJournal {
  fileprivate func carryOut(
    _ answer: CareRound.Answer, of step: CareRound.Step
  ) throws -> Receipt {
    let (plant, open) = (step.row.plant, step.task.task)
    let id = open.task?.description
    // A task of the home is named by its id.
    let isOfHome = plant == .home
    let choice = PlantChoice(
      names: [isOfHome ? id ?? "" : plant.description])
    let kind = open.task == nil ? open.kind : nil
    func postpone(_ way: PostponeRequest.Way) throws -> Receipt {
      var request = PostponeRequest(choice, kind: kind, way)
      request.task = isOfHome ? nil : id
      return try self.postpone(request)
    }
    switch answer {
    case .done:
      var request = CareRequest(choice, kind: kind)
      request.task = isOfHome ? nil : id
      return try recordCare(request)
    case .snooze(let until): return try postpone(.snooze(until: until))
    case .skip: return try postpone(.skip(due: nil))
    case .note(let text): return try change(PlantRequest(choice, .note(text)))
    }
  }
}
