internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime

/// Records the events of a plan.
struct ImportWriter {
  /// When things happened of which nothing else is said.
  let now: OffsetInstant
  /// How many events were recorded.
  private(set) var events = 0
  private var problems = ProblemList()

  init(now: OffsetInstant) {
    self.now = now
  }

  /// - Throws: `TableError` that names the plants that the rules refuse.
  mutating func write(
    _ plan: ImportPlan, _ session: inout ActionSession, progress: (Int) -> Void
  ) throws {
    for room in plan.rooms {
      try session.perform(
        .create(name: room.name, icon: "", sortOrder: nil), on: room.id,
        at: now)
      events += 1
    }
    for (index, addition) in plan.writingOrder.enumerated() {
      do {
        try write(addition, &session)
      } catch let error as CareError {
        // The transaction is given up in the end; the rest is still checked.
        problems.add(
          TableProblem(
            place: addition.plant.place, reason: "\(error)"))
      }
      progress(index + 1)
    }
    try problems.check()
  }

  private mutating func write(
    _ addition: ImportPlan.Addition, _ session: inout ActionSession
  ) throws {
    for (command, at) in commands(for: addition) {
      try session.perform(command, on: addition.id, at: at)
      events += 1
    }
  }

  private func commands(
    for addition: ImportPlan.Addition
  ) -> [(PlantCommand, OffsetInstant)] {
    let plant = addition.plant
    var commands: [(PlantCommand, OffsetInstant)] = [
      (.add(addition.body), plant.addedAt ?? now)
    ]
    if let location = plant.growingLocation {
      var edit = PlantEdited()
      edit.location = .set(location)
      commands.append((.edit(edit), now))
    }
    if plant.isFavorite { commands.append((.favorite(true), now)) }
    for note in plant.notes { commands.append((.note(.init(text: note)), now)) }
    for schedule in plant.schedules {
      commands.append((.setSchedule(schedule), now))
    }
    for care in plant.cares {
      commands.append((.complete(TaskCompleted(kind: care.kind)), care.at))
    }
    if let removal = plant.removal {
      commands.append((.remove(removal.reason), removal.at ?? now))
    }
    return commands
  }
}
