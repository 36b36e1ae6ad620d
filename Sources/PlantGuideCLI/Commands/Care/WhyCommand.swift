internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let why = Command(
    definition: CommandDefinition(
      path: ["why"],
      summary: "Explain when a plant's care is due",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant"),
        ArgumentDefinition(
          name: "KIND", isOptional: true, completion: .kind,
          help: "The kind of care; all where it is left out"),
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide why Monty", "plantguide why Monty watering"],
      section: .views)
  ) { context in
    let kind = try context.arguments.positional.dropFirst().first
      .map(KindInput.kind)
    let shown = try context.read(
      WhyReading(
        context: context, name: context.arguments.positional[0], kind: kind))
    guard !shown.view.tasks.isEmpty else {
      throw NothingMatched(reason: shown.absence(of: kind))
    }
    guard !context.wantsJSON else {
      return try context.printJSON { $0.why(shown.view) }
    }
    try context.printWhy(shown)
  }
}

private struct WhyReading: CommandContext.Reading {
  let context: CommandContext
  let name: String
  let kind: TaskKind?

  struct Result {
    let view: WhyView
    let name: String
    let isRemoved: Bool
    let units: MeasurementUnits

    /// Why there is nothing to explain.
    func absence(of kind: TaskKind?) -> String {
      let name = SafeText.shown(name)
      if isRemoved { return "'\(name)' left the collection and has no tasks" }
      let what = kind.map { "open task of kind \($0)" } ?? "open task"
      return "'\(name)' has no \(what)"
    }
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Result {
    let id = try snapshot.plant(
      named: name, context.naming(includesRemoved: true))
    guard let state = try snapshot.plant(id),
      state.profile != nil
    else { throw PlantNameError.notFound(name: name, suggestions: []) }
    return Result(
      view: try WhyView(
        id, state, kind: kind, snapshot, on: snapshot.today),
      name: state.displayName, isRemoved: state.removal != nil,
      units: snapshot.settings.units)
  }
}

extension CommandContext {
  fileprivate mutating func printWhy(_ shown: WhyReading.Result) throws {
    let name =
      "\(SafeText.shown(shown.name)) (\(ShortID.text(of: shown.view.plant)))"
    for (index, task) in shown.view.tasks.enumerated() {
      if index > 0 { try print() }
      let kind = task.explanation.kind
      try print(terminal.styled("\(kind) of \(name)", .heading))
      for (label, text) in task.steps(in: shown.units) {
        let shown = SafeText.shown(text)
        try print("  \(TextWidth.padded(label, to: 10)) \(shown)")
      }
    }
  }
}

extension WhyView.Task {
  /// The steps that were taken, each under what it is about.
  fileprivate func steps(
    in units: MeasurementUnits
  ) -> [(label: String, text: String)] {
    let steps: [(String, String?)] = [
      ("schedule", schedule(in: units)), ("from", basis),
      ("interval", interval),
      ("months", months), ("snooze", snooze), ("grouped", grouped),
      ("due", "\(due)"),
    ]
    return steps.compactMap { label, text in text.map { (label, $0) } }
  }

  private func schedule(in units: MeasurementUnits) -> String? {
    explanation.schedule.map { schedule in
      schedule.text(in: units) + (scheduledOn.map { "; since \($0)" } ?? "")
    }
  }

  private var basis: String {
    let day = explanation.basis.day
    return switch explanation.basis {
    case .startOn: "\(day), the schedule's first day"
    case .care: "\(day), when it was last done"
    case .skip: "\(day), up to which it was skipped"
    case .added: "\(day), when the plant was added"
    case .scheduled: "\(day), when the schedule was set"
    case .fixed: "\(day), the day set for this task alone"
    }
  }

  private var interval: String? {
    explanation.interval.map { interval in
      let days = interval.days == 1 ? "1 day" : "\(interval.days) days"
      let season = interval.season.map { ", as that is \($0.rawValue)" } ?? ""
      return "\(days)\(season): \(explanation.countedDay)"
    }
  }

  private var months: String? {
    guard explanation.activeDay != explanation.countedDay else { return nil }
    return "not active then; moved to \(explanation.activeDay)"
  }

  private var snooze: String? {
    explanation.snooze.map { snooze in
      let times = snooze.count == 1 ? "once" : "\(snooze.count) times"
      return "\(times), until \(snooze.until)\(effect(of: snooze))"
    }
  }

  private func effect(of snooze: Snooze) -> String {
    if snooze.until > explanation.activeDay { return "" }
    return isKeptApart ? ", not with other waterings" : ", moves nothing"
  }

  private var grouped: String? {
    groupDay.map { "with other waterings, on \($0)" }
  }
}
