internal import JournalCare
internal import JournalEvents

/// Everything that is stored about a plant beside its state, as a function of
/// the state and the calendar. The same function makes it when an event
/// arrives, when a setting changes and when all is rebuilt.
struct DerivedEntries {
  var due: [DueEntry] = []
  var done: [DoneEntry] = []
  var statistics: [Statistic] = []

  static let none = DerivedEntries()

  private init() {}

  init(of plant: PlantState, id: PlantID, in calendar: CareCalendar) {
    guard plant.profile != nil else { return }
    let tasks = calendar.openTasks(of: plant)
    let name = plant.displayName
    due = tasks.map {
      DueEntry(plant: id, task: $0, plantName: name, room: plant.room)
    }
    done = plant.cares.compactMap { care in
      care.lastCompleted.map { DoneEntry(at: $0, plant: id, kind: care.kind) }
    }
    statistics = Statistic.contributions(
      of: plant, tasks: tasks, in: calendar)
  }

  /// What is here and not in `others`, which are of the same plant; what a
  /// plant contributes several times counts as often.
  func without(_ others: DerivedEntries) -> DerivedEntries {
    var rest = self
    rest.due.removeAll(where: others.due.contains)
    rest.done.removeAll(where: others.done.contains)
    for statistic in others.statistics {
      if let index = rest.statistics.firstIndex(of: statistic) {
        rest.statistics.remove(at: index)
      }
    }
    return rest
  }
}
