internal import JournalCare
internal import JournalEvents
public import JournalQueries
public import JournalTime

/// A round through what is due, one task after another: where it stands, and
/// what became of each. What is answered is stored at once.
public struct CareRound: Sendable {
  /// One task.
  public struct Step: Sendable {
    /// The room, or that it is of the home.
    public let subject: TaskRound.Subject
    /// The plant, with this task alone.
    public let row: TaskRound.Row
    /// What became of it; `nil` as long as it is open.
    public fileprivate(set) var outcome: Outcome?

    /// The task.
    public var task: TodayView.Task { row.tasks[0] }
  }

  /// What becomes of a task.
  public enum Outcome: Sendable, Hashable, CaseIterable {
    case done
    case snoozed
    case skipped
  }

  /// What is wanted of a task.
  public enum Answer: Sendable {
    case done
    case snooze(until: Timed<Day>)
    case skip
    /// An observation of its plant.
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

  /// Something that was stored.
  private struct Deed {
    let place: Int
    let action: ActionID
  }

  /// The tasks, in the order of the round.
  public private(set) var steps: [Step]
  /// The place of the task at hand; behind the last one at the end.
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

  /// The task at hand; `nil` at the end.
  public var current: Step? {
    steps.indices.contains(place) ? steps[place] : nil
  }
  /// The actions that were stored and not undone, in order.
  public var actions: [ActionID] { deeds.map(\.action) }

  /// How many tasks came to this.
  public func count(of outcome: Outcome?) -> Int {
    steps.count { $0.outcome == outcome }
  }

  /// Goes on to the next task that is open.
  public mutating func goOn() {
    place =
      steps.indices.dropFirst(place + 1).first { steps[$0].outcome == nil }
      ?? steps.count
  }

  /// Goes back to the task before, whatever became of it.
  public mutating func goBack() { place = max(place - 1, 0) }

  /// Stores what is wanted of the task at hand.
  ///
  /// - Returns: What changed; `nil` where the task was answered before.
  /// - Throws: What the action throws.
  public mutating func answer(
    _ answer: Answer, in journal: CareJournal
  ) throws -> Receipt? {
    guard let step = current, answer.outcome == nil || step.outcome == nil
    else { return nil }
    let receipt = try journal.carryOut(answer, of: step)
    note(receipt, answer.outcome)
    return receipt
  }

  /// Notes what was stored of the task at hand, and what became of it by that.
  public mutating func note(_ receipt: Receipt, _ outcome: Outcome?) {
    deeds += receipt.actions.map { Deed(place: place, action: $0) }
    if let outcome { steps[place].outcome = outcome }
  }

  /// Takes back what was stored last: of the task at hand where that was
  /// answered, else at all. The task is at hand then.
  ///
  /// - Returns: What changed; `nil` where nothing is left.
  /// - Throws: What undoing throws.
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
    // A task of the home is named by itself.
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
