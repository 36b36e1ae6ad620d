internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// The options that name fields of a schedule.
private enum ScheduleOptions {
  static let every = interval("every", "How often: 7d, 2w, weekly, monthly")
  static let seasons = Season.inYearOrder.map {
    (
      season: $0,
      option: interval($0.rawValue, "The interval in \($0.rawValue)")
    )
  }
  static let months = Option(
    "months", value: "MONTHS", help: "Falls due only in these: Mar-Oct",
    expects: MonthSet.expectation,
    parse: MonthSet.init(typed:))
  static let fertilizer = Option<FertilizerType>(
    "fertilizer", value: "TYPE",
    help: "balanced, highNitrogen, highPhosphorus, highPotassium, organic")
  static let time = Option(
    "at", value: "HH:MM", help: "The time of day",
    expects: TimeOfDay.expectation
  ) { TimeOfDay($0) }
  static let start = Option(
    "from", value: "DAY", completion: .day, help: "The first due day")
  static let replaces = Flag(
    "anew", help: "Discard the present schedule")

  static var all: [OptionDefinition] {
    [every] + seasons.map(\.option)
      + [months, .amount, fertilizer, time, start, replaces, .note]
  }

  private static func interval(_ name: String, _ help: String) -> Option<Int> {
    Option(name, value: "SPAN", completion: .interval, help: help) {
      try ScheduleInput.interval($0)
    }
  }
}

extension Season {
  /// The seasons from spring on, as help lists them.
  fileprivate static let inYearOrder: [Season] = [
    .spring, .summer, .autumn, .winter,
  ]
}

extension ScheduleSet {
  /// The options that set this schedule, whatever is set.
  var options: [String] {
    let values: [(String, String?)] =
      [(ScheduleOptions.every.name, "\(intervalDays)d")]
      + seasonalIntervalDays.entries.map {
        ($0.season.rawValue, "\($0.days)d")
      } + [
        (
          ScheduleOptions.months.name,
          activeMonths == .all ? nil : activeMonths.text
        ),
        (OptionDefinition.amount.name, amount),
        (ScheduleOptions.fertilizer.name, fertilizer?.rawValue),
        (ScheduleOptions.time.name, time?.description),
        (ScheduleOptions.start.name, startOn?.description),
      ]
    return ["--\(ScheduleOptions.replaces.name)"]
      + values.flatMap { name, value in value.map { ["--\(name)", $0] } ?? [] }
  }
}

extension Command {
  static let scheduleSet = Command(
    definition: CommandDefinition(
      path: ["schedule", "set"],
      summary: "Set the schedule of plants for a kind of care",
      arguments: [PlantChoice.argument, .kind],
      options: ScheduleOptions.all + PlantChoice.options
        + GlobalOptions.writing,
      examples: [
        "plantguide schedule set Monty watering --every 9d --winter 21d",
        "plantguide schedule set Monty fertilizing --every monthly --months Mar-Oct",
        "plantguide schedule set --tag fussy misting --every 2d",
      ],
      discussion: """
        Options you leave out keep their current value. If the plant has no \
        such schedule, or --anew discards it, you can leave out --every. The \
        schedule then follows from the plant's care profile and its place, and \
        the answer says where each value came from.

        Outside --months nothing becomes due. A task that became due earlier \
        stays overdue until you do or skip it.
        """, section: .care, isWriting: true)
  ) { context in
    let arguments = context.arguments
    var change = ScheduleChange(of: try context.lastKind())
    change.intervalDays = try arguments[ScheduleOptions.every]
    for (season, option) in ScheduleOptions.seasons {
      change.seasons[season] = try arguments[option]
    }
    change.activeMonths = try arguments[ScheduleOptions.months]
    change.amount = try context.amount()
    change.fertilizer = try arguments[ScheduleOptions.fertilizer]
    change.time = try arguments[ScheduleOptions.time]
    change.startOn = try arguments[ScheduleOptions.start].map { .typed($0) }
    change.replaces = arguments[ScheduleOptions.replaces]
    try context.changeSchedules(.set(change))
  }

  static let scheduleClear = Command(
    definition: CommandDefinition(
      path: ["schedule", "clear"],
      summary: "End the schedule of plants for a kind of care",
      arguments: [PlantChoice.argument, .kind],
      options: PlantChoice.options + [.note] + GlobalOptions.writing,
      examples: ["plantguide schedule clear Monty misting"], section: .care,
      isWriting: true)
  ) { context in
    try context.changeSchedules(.clear(try context.lastKind()))
  }
}

extension CommandContext {
  /// The kind of care, which stands after the plants.
  fileprivate func lastKind() throws -> TaskKind {
    guard let kind = try plantsAndKind(arguments.positional[...]).kind else {
      throw UsageError(
        "say which kind of care is meant",
        hint: "write it after the plants, such as watering",
        usage: command.usage)
    }
    return kind
  }

  /// Changes the schedules of the plants that all arguments but the last name.
  fileprivate mutating func changeSchedules(
    _ way: ScheduleRequest.Way
  ) throws {
    let plants = try PlantChoice(arguments.positional.dropLast(), of: self)
    try confirm(plants)
    let request = ScheduleRequest(plants, way, note: try arguments[.note])
    try report(try journal.changeSchedules(request, mode))
  }
}
