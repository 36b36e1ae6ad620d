internal import JournalCare
internal import JournalEvents
internal import JournalTime
internal import TerminalKit

/// The fields of a schedule that a command line names. The others stay as
/// they are, or follow from what the plant needs.
struct ScheduleChange {
  /// The kind of care.
  let kind: TaskKind
  private let intervalDays: Int?
  private let seasons: [Season: Int]
  private let activeMonths: MonthSet?
  private let amount: String?
  private let fertilizer: FertilizerType?
  private let time: TimeOfDay?
  private let startOn: Day?
  private let isAnew: Bool

  /// Reads the change of a kind's schedule from a command line.
  init(
    of kind: TaskKind, _ arguments: ParsedArguments, today: Day,
    units: MeasurementUnits
  ) throws {
    self.kind = kind
    intervalDays = try arguments[Self.every]
    var seasons: [Season: Int] = [:]
    for (season, option) in Self.seasonal {
      seasons[season] = try arguments[option]
    }
    self.seasons = seasons
    activeMonths = try arguments[Self.months]
    amount = try arguments[.amount].map {
      try AmountInput.amount($0, units: units)
    }
    fertilizer = try arguments[Self.fertilizerType]
    time = try arguments[Self.time]
    startOn = try arguments[Self.from].map {
      try DateInput.day($0, today: today, preferring: .future)
    }
    isAnew = arguments[Self.anew]
  }

  /// The schedule after the change, and the fields that came from what the
  /// plant needs.
  ///
  /// - Throws: ``UsageError`` where nothing says how often.
  func schedule(
    of plant: PlantState, in calendar: CareCalendar
  ) throws -> (schedule: ScheduleSet, advice: ScheduleAdvice?) {
    let present = isAnew ? nil : plant.care(kind)?.schedule
    guard present == nil || !isEmpty else {
      throw UsageError(
        "nothing says what to change about \(kind)",
        hint: "say how often, or another field: --every 7d")
    }
    // Who says how often, and nothing is set, wants that and no advice.
    let advice =
      present == nil && intervalDays == nil
      ? self.advice(for: plant, in: calendar) : nil
    let base = present ?? advice?.schedule
    guard let days = intervalDays ?? base?.intervalDays else {
      throw UsageError(
        "nothing says how often \(kind) is needed",
        hint: "say so: --every 7d")
    }
    var seasons = self.seasons
    for entry in base?.seasonalIntervalDays.entries ?? []
    where seasons[entry.season] == nil {
      seasons[entry.season] = entry.days
    }
    let schedule = ScheduleSet(
      kind: kind, intervalDays: days,
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: activeMonths ?? base?.activeMonths ?? .all,
      amount: amount ?? base?.amount,
      fertilizer: fertilizer ?? base?.fertilizer, time: time ?? base?.time,
      startOn: startOn ?? base?.startOn)
    return (schedule, advice)
  }

  /// Whether no field is named.
  private var isEmpty: Bool {
    intervalDays == nil && seasons.isEmpty && activeMonths == nil
      && amount == nil && fertilizer == nil && time == nil && startOn == nil
  }

  private func advice(
    for plant: PlantState, in calendar: CareCalendar
  ) -> ScheduleAdvice? {
    guard let profile = plant.details.careProfile?.body else { return nil }
    return ScheduleAdvice.schedules(
      for: profile, location: plant.details.location ?? .indoor,
      hemisphere: calendar.hemisphere
    ).first { $0.schedule.kind == kind }
  }
}

// MARK: Options

extension ScheduleChange {
  /// The options that name the fields.
  static let options: [OptionDefinition] =
    [every] + seasonal.map(\.option)
    + [months, .amount, fertilizerType, time, from, anew]

  private static let every = Option(
    "every", value: "SPAN", completion: .interval,
    help: "How often: 7d, 2w, weekly, monthly", read: ScheduleInput.interval)

  /// An interval for each season.
  private static let seasonal = Season.allCases.map { season in
    (
      season: season,
      option: Option(
        season.rawValue, value: "SPAN", completion: .interval,
        help: "The interval in \(season.rawValue)",
        read: ScheduleInput.interval)
    )
  }

  private static let months = Option(
    "months", value: "MONTHS", help: "Falls due only in these: Mar-Oct",
    read: ScheduleInput.months)
  private static let fertilizerType = Option<FertilizerType>(
    "fertilizer", value: "TYPE",
    help: "balanced, highNitrogen, highPhosphorus, highPotassium, organic")
  private static let time = Option(
    "at", value: "HH:MM", help: "The time of day",
    expects: "a time such as 09:00"
  ) { TimeOfDay($0) }
  private static let from = Option(
    "from", value: "DAY", completion: .day, help: "The first due day")
  private static let anew = Flag(
    "anew", help: "Keep nothing of the present schedule")
}

extension ScheduleAdvice {
  /// Where its values came from, in words, one source after the other.
  var sources: String {
    var fields: [(source: String, fields: [String])] = []
    for field in Field.allCases {
      guard let origin = origins[field] else { continue }
      let name = field == .intervalDays ? "interval" : field.words
      if let index = fields.firstIndex(where: { $0.source == origin.text }) {
        fields[index].fields.append(name)
      } else {
        fields.append((origin.text, [name]))
      }
    }
    return fields.map { source, fields in
      Wording.list(fields, joinedBy: "and") + " " + source
    }.joined(separator: "; ")
  }
}

extension ScheduleAdvice.Field {
  fileprivate var words: String {
    switch self {
    case .intervalDays: "interval"
    case .winter: "winter"
    case .amount: "amount"
    case .fertilizer: "fertilizer"
    case .activeMonths: "months"
    }
  }
}

extension ScheduleAdvice.Origin {
  fileprivate var text: String {
    switch self {
    case .profile(let source): "from the care profile (\(source.rawValue))"
    case .location(let location): "as it grows \(location.words)"
    case .standard: "by default"
    }
  }
}

extension GrowingLocation {
  fileprivate var words: String {
    switch self {
    case .indoor: "indoors"
    case .outdoor: "outdoors"
    case .greenhouse: "in a greenhouse"
    case .balcony: "on a balcony"
    }
  }
}
