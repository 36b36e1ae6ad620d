internal import JournalCare
internal import JournalEvents

extension PlantDifference {
  /// Adds the differences between a schedule and its row.
  ///
  /// - Throws: `CellError` if the row names no kind, or begins a schedule
  ///   without an interval.
  mutating func schedule(
    _ row: ScheduleTable.Row, _ state: PlantState
  ) throws(CellError) {
    guard let kind = row.kind else {
      throw CellError("the kind of care is missing")
    }
    let held = state.care(kind)?.schedule
    let wanted = try row.schedule(changing: held)
    guard wanted != held else { return }
    for column in ScheduleColumn.allCases {
      let old = held.map(column.text(in:)) ?? ""
      let new = wanted.map(column.text(in:)) ?? ""
      if old != new { add("\(kind.name) \(column.rawValue)", old, new) }
    }
    guard let wanted else { return add(Step(command: .clearSchedule(kind))) }
    // A remark stays with its schedule.
    add(
      Step(command: .setSchedule(wanted), note: state.remark(on: kind)))
  }
}

extension ScheduleTable.Row {
  /// Creates a row with an interval alone; `nil` ends the schedule.
  init(kind: TaskKind, every days: Int?, place: String) {
    self.init(place: place)
    self.kind = kind
    intervalDays = days
    told = [.kind, .intervalDays]
  }

  /// Returns the schedule after a change by the row; `nil` if it ends.
  fileprivate func schedule(
    changing held: ScheduleSet?
  ) throws(CellError) -> ScheduleSet? {
    if told.contains(.intervalDays), intervalDays == nil { return nil }
    guard let held else { return try schedule() }
    var days = seasons
    for season in Season.allCases {
      guard let column = ScheduleColumn(rawValue: season.rawValue),
        !told.contains(column)
      else { continue }
      days[season] = held.seasonalIntervalDays[season]
    }
    func value<V>(_ column: ScheduleColumn, _ new: V, _ old: V) -> V {
      told.contains(column) ? new : old
    }
    return ScheduleSet(
      kind: held.kind, intervalDays: intervalDays ?? held.intervalDays,
      seasonalIntervalDays: SeasonalIntervals(days),
      activeMonths: value(.activeMonths, activeMonths, held.activeMonths),
      amount: value(.amount, amount, held.amount),
      fertilizer: value(.fertilizer, fertilizer, held.fertilizer),
      time: value(.time, time, held.time),
      startOn: value(.startOn, startOn, held.startOn))
  }
}
