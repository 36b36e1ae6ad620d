public import Encodings
internal import JournalEvents
internal import JournalTime

/// A table of schedules that was read.
public struct ScheduleTable: Sendable {
  /// A schedule, as its line describes it.
  struct Row: Sendable {
    /// The place in the table: "line 3".
    let place: String
    /// The id or a name of its plant.
    var plant: String?
    /// The displayed name of its plant, which counts if `plant` is missing.
    var plantName: String?
    var kind: TaskKind?
    var intervalDays: Int?
    var seasons: [Season: Int] = [:]
    var activeMonths = MonthSet.all
    var amount: String?
    var fertilizer: FertilizerType?
    var time: TimeOfDay?
    var startOn: Day?
    /// The columns that the row gives. A given column without a value is to be
    /// cleared.
    var told: Set<ScheduleColumn> = []
  }

  let rows: [Row]
  /// The unknown names of columns.
  public let unknownColumns: [String]
  /// The last line, if it may be incomplete.
  public let openEnd: Int?

  /// The number of schedules.
  public var count: Int { rows.count }

  /// Returns whether the first line names the columns of schedules.
  public static func isOne(_ source: @escaping ByteSource) -> Bool {
    guard let reading = try? TableReading<ScheduleColumn>(source) else {
      return false
    }
    return [.kind, .intervalDays].allSatisfy(reading.header.columns.contains)
  }

  /// Reads a table.
  ///
  /// - `clears`: Whether a cell `-` clears its field.
  /// - `progress`: Receives the number of bytes read.
  /// - Throws: `CSVError`, or `TableError` that names every bad cell.
  public init(
    csv source: @escaping ByteSource, clears: Bool = false,
    progress: (Int) -> Void = { _ in }
  ) throws {
    var reading = try TableReading<ScheduleColumn>(source)
    let begin = { (line: Int) in Row(place: "line \(line)") }
    rows = try reading.rows(beginning: begin, progress: progress) {
      cell, column, row throws(CellError) in
      row.told.insert(column)
      if clears, cell.asksToClear { return }
      try row.take(cell, as: column)
    }
    unknownColumns = reading.header.unknownNames
    openEnd = reading.openEnd
  }
}

extension ScheduleTable.Row {
  fileprivate mutating func take(
    _ cell: Cell, as column: ScheduleColumn
  ) throws(CellError) {
    switch column {
    case .plant: plant = try cell.name()
    case .plantName: plantName = try cell.name()
    case .kind: kind = try cell.kind()
    case .intervalDays: intervalDays = try cell.interval()
    case .spring: seasons[.spring] = try cell.interval()
    case .summer: seasons[.summer] = try cell.interval()
    case .autumn: seasons[.autumn] = try cell.interval()
    case .winter: seasons[.winter] = try cell.interval()
    case .activeMonths: activeMonths = try cell.months()
    case .amount: amount = try cell.amount()
    case .fertilizer: fertilizer = try cell.choice(of: FertilizerType.self)
    case .time: time = try cell.time()
    case .startOn: startOn = try cell.day()
    // These columns follow from past care.
    case .lastDone, .nextDue: break
    }
  }

  /// Returns the schedule.
  func schedule() throws(CellError) -> ScheduleSet {
    guard let kind else { throw CellError("the kind of care is missing") }
    guard let intervalDays else { throw CellError("the interval is missing") }
    return ScheduleSet(
      kind: kind, intervalDays: intervalDays,
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: activeMonths, amount: amount, fertilizer: fertilizer,
      time: time, startOn: startOn)
  }
}
