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
    intervalDays = try arguments.value("every").map(ScheduleInput.interval)
    var seasons: [Season: Int] = [:]
    for season in Season.allCases {
      if let span = arguments.value(season.rawValue) {
        seasons[season] = try ScheduleInput.interval(span)
      }
    }
    self.seasons = seasons
    activeMonths = try arguments.value("months").map(ScheduleInput.months)
    amount = try arguments.value("amount").map {
      try AmountInput.amount($0, units: units)
    }
    fertilizer = try arguments.value("fertilizer").map(Self.fertilizer)
    time = try arguments.value("at").map(Self.time)
    startOn = try arguments.value("from").map {
      try DateInput.day($0, today: today, preferring: .future)
    }
    isAnew = arguments.flag("anew")
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

  private static func fertilizer(_ text: String) throws -> FertilizerType {
    guard let type = FertilizerType(rawValue: text) else {
      throw UsageError.badValue(
        option: "fertilizer", value: text,
        expectation: FertilizerType.allCases.map(\.rawValue)
          .joined(separator: ", "))
    }
    return type
  }

  private static func time(_ text: String) throws -> TimeOfDay {
    guard let time = TimeOfDay(text) else {
      throw UsageError.badValue(
        option: "at", value: text, expectation: "a time such as 09:00")
    }
    return time
  }
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
