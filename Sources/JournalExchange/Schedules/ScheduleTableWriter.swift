internal import Encodings
internal import JournalEvents
public import JournalQueries
internal import JournalTime

/// Writes a table of schedules, one a record.
public struct ScheduleTableWriter {
  private var writer = CSVWriter()

  /// Creates a writer and writes the names of the columns.
  public init() {
    writer.record(ScheduleColumn.allCases.map(\.rawValue))
  }

  /// The bytes written since they were last taken.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.removeAll() }
    return writer.bytes
  }

  /// Writes a schedule.
  ///
  /// - `plantName`: The name that its plant is shown by.
  public mutating func write(_ view: ScheduleView, plantName: String) {
    writer.record(
      ScheduleColumn.allCases.map { text(of: view, plantName, $0) })
  }

  private func text(
    of view: ScheduleView, _ plantName: String, _ column: ScheduleColumn
  ) -> String {
    let schedule = view.schedule
    return switch column {
    case .plant: view.plant.description
    case .plantName: FormulaGuard.guarded(plantName)
    case .kind: schedule.kind.name
    case .intervalDays: "\(schedule.intervalDays)"
    case .spring: days(schedule, .spring)
    case .summer: days(schedule, .summer)
    case .autumn: days(schedule, .autumn)
    case .winter: days(schedule, .winter)
    case .activeMonths: months(schedule)
    case .amount: FormulaGuard.guarded(schedule.amount ?? "")
    case .fertilizer: schedule.fertilizer?.rawValue ?? ""
    case .time: schedule.time?.description ?? ""
    case .startOn: schedule.startOn?.description ?? ""
    case .lastDone: view.lastDone?.description ?? ""
    case .nextDue: view.nextDue?.description ?? ""
    }
  }

  private func days(_ schedule: ScheduleSet, _ season: Season) -> String {
    schedule.seasonalIntervalDays[season].map { "\($0)" } ?? ""
  }

  /// The months as a list; nothing where all are active.
  private func months(_ schedule: ScheduleSet) -> String {
    guard schedule.activeMonths != .all else { return "" }
    return ListCell.text(of: schedule.activeMonths.months.map { "\($0)" })
  }
}
