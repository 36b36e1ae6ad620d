internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let scheduleSuggest = Command(
    definition: CommandDefinition(
      path: ["schedule", "suggest"],
      summary: "Suggest schedules that fit how often you give care",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.onlyKind]
        + AuditedPeriod.options(since: "a year ago") + [.accepting]
        + GlobalOptions.writing,
      examples: [
        "plantguide schedule suggest Monty",
        "plantguide schedule suggest --room Kitchen --kind watering",
        "plantguide schedule suggest --all --accept --dry-run",
      ],
      discussion: """
        The suggested interval is the median number of days between care, so a \
        forgotten entry or two weeks away hardly matter. It takes at least \
        \(CareHabit.leastIntervals) intervals. The average and 'mostly' \
        describe the middle half of them. Care is late as in 'plantguide \
        audit'. A schedule fits if its interval differs by less than a tenth.

        If a schedule has its own interval for a season, that season counts \
        separately. Months in which nothing is due do not count, nor does time \
        away, nor care before the schedule's last change.

        If you name plants, you see each of their schedules. Otherwise you see \
        only schedules that another interval would fit. --accept sets all \
        suggested intervals as one action.
        """,
      section: .care, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let (names, kind) = try context.plantsAndKnownKind(arguments.positional)
    let choice = try PlantChoice(names, of: context, mayBeEmpty: true)
    let query = SuggestionQuery(
      choice, kind: try arguments[.onlyKind] ?? kind,
      period: TypedPeriod {
        try AuditedPeriod.days(arguments, today: $0.today) {
          $0.advanced(by: -364)
        }
      }, grace: try AuditedPeriod.grace(arguments))
    guard !arguments[.accepting] else {
      try context.confirmBatch {
        "Change the schedules of \($0) plants?"
      } of: {
        Set(
          try context.journal.read { try $0.scheduleSuggestions(query) }
            .changes.map(\.plant)
        ).count
      }
      return try context.report(
        context.journal.acceptSuggestions(query, context.mode))
    }
    let view = try context.journal.read { try $0.scheduleSuggestions(query) }
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.suggestions(view, command: \.command)
      }
    }
    try context.print(view, isNamed: !choice.names.isEmpty)
  }
}

extension OptionDefinition {
  fileprivate static let accepting = Flag(
    "accept", help: "Set the suggested intervals")
}

extension CommandContext {
  fileprivate mutating func print(
    _ view: ScheduleSuggestions, isNamed: Bool
  ) throws {
    try print(
      terminal.styled(
        "Care from \(view.period.words(on: try today()))", .heading))
    for row in isNamed ? view.rows : view.changes {
      try print(row.sentence(on: today()))
      if let numbers = try row.numbers(on: today()) {
        try print(terminal.styled("  \(numbers)", .dim))
      }
      if let command = row.command { try print("  \(command)") }
    }
    guard !view.rows.isEmpty else {
      return try print("No schedule to look at.")
    }
    if view.changes.count > 1 {
      try print(hint: "set all \(view.changes.count) with --accept")
    }
    guard !isNamed else { return }
    let unknown = view.rows.count { $0.habit.missing > 0 }
    let fitting = view.rows.count - view.changes.count - unknown
    let counts = [
      (fitting, "fits", "fit"),
      (unknown, "has too little care yet", "have too little care yet"),
    ]
    for (count, one, several) in counts where count > 0 {
      try print(
        "\(Phrase.count(count, "schedule")) \(count == 1 ? one : several)")
    }
  }
}

extension ScheduleSuggestions.Row {
  /// The command that sets the suggested interval; `nil` if none is suggested.
  fileprivate var command: String? {
    habit.suggestion.map { days in
      let kind = ShellQuoting.quoted(habit.kind.name)
      return "plantguide schedule set \(ShortID.text(of: plant.id)) \(kind) "
        + "--\(habit.season?.rawValue ?? "every") \(days)d"
    }
  }

  /// Returns the usual interval of the care, and the suggestion.
  fileprivate func sentence(on today: Day) -> String {
    let season = habit.season.map { "In \($0.rawValue) you" } ?? "You"
    let kind = SafeText.shown(habit.kind.words)
    guard habit.missing == 0, let mean = habit.mean else {
      let known = Phrase.count(habit.intervals.count, "interval")
      let time = habit.season.map { " in \($0.rawValue)" } ?? ""
      let since =
        habit.changedOn.map {
          " since its schedule changed on \($0.words(on: today))"
        } ?? ""
      return
        "Too little is known of \(kind) of \(plant.shown)\(time): \(known)\(since), "
        + "so that \(habit.missing) more \(habit.missing == 1 ? "is" : "are") needed"
    }
    let care =
      habit.kind.verb == habit.kind.words
      ? "give \(plant.shown) \(kind)" : "\(habit.kind.verb) \(plant.shown)"
    let often = "every \(Phrase.tenths(mean)) days on average"
    let fits = habit.present.map { "; the \($0) days of its schedule fit" }
    let change = habit.suggestion.map { days in
      "; set \(days)" + (habit.present.map { " instead of \($0)" } ?? "") + "?"
    }
    return "\(season) \(care) \(often)\(late)\(change ?? fits ?? "")"
  }

  private var late: String {
    guard habit.asked > 0 else { return "" }
    guard let days = habit.usualLateness else { return ", never late" }
    return ", \(habit.lateness.count) of \(habit.asked) times "
      + (days == 1 ? "a day late" : "\(days) days late")
  }

  /// Returns the numbers behind it; `nil` if they would say nothing more.
  fileprivate func numbers(on today: Day) -> String? {
    guard habit.missing == 0, let median = habit.median, let usual = habit.usual
    else { return nil }
    let middle =
      median == median.rounded()
      ? "\(Int(median))" : Phrase.tenths(median)
    let mostly =
      usual.lowerBound == usual.upperBound
      ? "mostly \(usual.lowerBound)"
      : "mostly \(usual.lowerBound) to \(usual.upperBound)"
    return "median \(middle), \(mostly), of "
      + Phrase.count(habit.intervals.count, "interval")
      + (habit.changedOn.map { " since \($0.words(on: today))" } ?? "")
  }
}
