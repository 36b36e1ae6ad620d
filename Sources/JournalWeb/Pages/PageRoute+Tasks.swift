internal import JournalActions
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
      let guest = call.guest
      let (day, pictures, undoings) = try call.read { snapshot in
        let day = try snapshot.todayView(
          filter, only: part.map { [$0] } ?? [])
        let view = day.view
        let plants =
          (view.overdue + view.due + view.snoozed).map(\.plant)
          + view.done.map(\.plant)
        return (
          day, try snapshot.pictures(of: plants),
          try snapshot.undoings(of: day.done, for: guest)
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
    of done: [TodayView.Done], for guest: WebGuest
  ) throws -> [TodayView.Done: DoneUndoing] {
    let entries = try entries(of: done)
    var offers = UndoOffers { action, _ in guest.undoing(action) }
    var seen: Set<String> = []
    var undoings: [TodayView.Done: DoneUndoing] = [:]
    for care in done {
      guard let entry = entries[care] else { continue }
      let offer = try offers.offer(of: entry, in: self)
      guard offer.mayUndo else { continue }
      let stream = entry.event.header.stream
      let plant = offer.extent.isSeparable ? stream : nil
      let part = "\(entry.branchID) \(plant?.description ?? "")"
      guard seen.insert(part).inserted else { continue }
      undoings[care] = DoneUndoing(
        action: entry.branchID, plant: plant,
        count: offer.extent.count(with: stream))
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
