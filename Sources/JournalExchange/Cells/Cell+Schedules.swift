internal import JournalEvents
internal import JournalTime

// What the cells of schedules hold.
extension Cell {
  func interval() throws(CellError) -> Int {
    try wholeNumber(1...ScheduleSet.maximumInterval)
  }

  func kind() throws(CellError) -> TaskKind {
    let name = text.trimmingSpaces
    guard let kind = TaskKind(name) else {
      throw .unreadable(
        text, "a kind of care such as watering, or one of your own")
    }
    return kind
  }

  func months() throws(CellError) -> MonthSet {
    let months = ListCell.items(in: text).map { Int($0) ?? 0 }
    guard let set = MonthSet(months) else {
      throw .unreadable(text, "months such as 4; 5; 6")
    }
    return set
  }

  func amount() throws(CellError) -> String {
    let amount = text.trimmingSpaces
    guard WateringAmount.isAmount(amount) else {
      throw .unreadable(
        text, "light, moderate, thorough, soak or an amount such as 250ml")
    }
    return amount
  }

  func time() throws(CellError) -> TimeOfDay {
    guard let time = TimeOfDay(text.trimmingSpaces) else {
      throw .unreadable(text, "a time such as 09:00")
    }
    return time
  }
}
