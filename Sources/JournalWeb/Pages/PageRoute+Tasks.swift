internal import JournalInput
internal import JournalPages
internal import JournalQueries

extension PageRoute {
  /// The pages about what is to be done.
  static let tasks: [PageRoute] = [
    .page("") { call in
      let part = try call.fields.choice("show", of: DayPart.self)?.part
      let selects = try call.fields.flag("select") ?? false
      let filter = try call.fields.taskFilter()
      let (day, pictures) = try call.read { snapshot in
        let day = try snapshot.todayView(
          filter, only: part.map { [$0] } ?? [])
        let view = day.view
        let plants =
          (view.overdue + view.due + view.snoozed).map(\.plant)
          + view.done.map(\.plant)
        return (day, try snapshot.pictures(of: plants))
      }
      return TodayPage(
        day, only: part, pictures: pictures, selects: selects)
    }
  ]
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
