internal import JournalEvents
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries

extension PageRoute {
  /// The pages about what is to be done.
  static let tasks: [PageRoute] = [
    .page("") { call in
      let part = try call.fields.choice("show", of: DayPart.self)?.part
      let selects = try call.fields.flag("select") ?? false
      let filter = try call.fields.taskFilter()
      let (day, pictures, undoings) = try call.read { snapshot in
        let day = try snapshot.todayView(
          filter, only: part.map { [$0] } ?? [])
        let view = day.view
        let plants =
          (view.overdue + view.due + view.snoozed).map(\.plant)
          + view.done.map(\.plant)
        return (
          day, try snapshot.pictures(of: plants),
          try snapshot.undoings(of: day.done)
        )
      }
      return TodayPage(
        day, only: part, pictures: pictures, selects: selects,
        undoings: undoings)
    }
  ]
}

extension Snapshot {
  /// Returns the undos of care of today, for the first of what they undo.
  fileprivate func undoings(
    of done: [TodayView.Done]
  ) throws -> [TodayView.Done: DoneUndoing] {
    let entries = try entries(of: done)
    guard !entries.isEmpty else { return [:] }
    let household = try household()
    var extents: [String: ActionExtent] = [:]
    var seen: Set<String> = []
    var undoings: [TodayView.Done: DoneUndoing] = [:]
    for care in done {
      guard let entry = entries[care] else { continue }
      let known = extents[entry.branchID]
      let extent = try known ?? extent(of: entry)
      extents[entry.branchID] = extent
      let stream = entry.event.header.stream
      let plant = extent.isSeparable ? stream : nil
      let part = "\(entry.branchID) \(plant?.description ?? "")"
      guard seen.insert(part).inserted else { continue }
      undoings[care] = DoneUndoing(
        action: entry.branchID, plant: plant,
        count: extent.count(with: stream),
        isOwn: try recorder(entry.event.header.writer, in: household).isOwn)
    }
    return undoings
  }
}

/// A part of the day, as the field `show` names it.
private enum DayPart: String, CaseIterable {
  case overdue, today, snoozed

  var part: TodayView.Part {
    switch self {
    case .overdue: .overdue
    case .today: .today
    case .snoozed: .snoozed
    }
  }
}
