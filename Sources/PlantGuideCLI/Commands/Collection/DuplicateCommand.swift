internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let duplicate = Command(
    definition: CommandDefinition(
      path: ["duplicate"],
      summary: "Add a plant like another: all but the nickname and the history",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant to copy")
      ],
      options: [
        Option(
          "name", value: "NICKNAME", help: "What you call the new one"),
        .room,
      ] + OptionDefinition.writing,
      examples: ["plantguide duplicate Monty --name \"Monty's twin\""],
      section: .collection, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let nickname = try arguments.value("name").map(NameInput.nickname)
    let note = try arguments[.note]
    let written = try context.write { session, report in
      let snapshot = try session.snapshot()
      let rooms = try session.rooms()
      let original = try snapshot.plant(
        named: arguments.positional[0], context.naming(includesRemoved: true))
      let plant = try session.plant(original)
      let room = try arguments.value("room").map {
        try rooms.room(named: $0)
      }
      let commands = PlantCopy(
        of: plant, nickname: nickname,
        room: room ?? rooms.shown(plant.room), today: today
      ).commands
      let id: PlantID = session.randomness.id()
      try session.beginAction()
      for (index, command) in commands.enumerated() {
        try session.perform(
          command, on: id, at: at, note: index == 0 ? note : nil)
      }
      _ = try session.endAction()
      let copy = try session.plant(id)
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: ShortID.text(of: id),
          name: copy.displayName))
      report.add(
        .add, "\(copy.shownName(id)), like \(plant.shownName(original))")
    }
    try context.report(written)
  }
}

/// What makes a new plant like another one.
struct PlantCopy {
  /// The commands, in order.
  let commands: [PlantCommand]

  /// Copies what is said of `plant` and its schedules; what happened to it
  /// stays with it.
  init(of plant: PlantState, nickname: String?, room: RoomID?, today: Day) {
    guard let profile = plant.profile else {
      commands = []
      return
    }
    var commands: [PlantCommand] = [
      .add(
        PlantAdded(
          scientificName: profile.scientificName,
          commonNames: profile.commonNames, family: profile.family,
          genus: profile.genus, category: profile.category,
          nickname: nickname, room: room, acquiredOn: profile.acquiredOn,
          source: profile.source, confidence: profile.confidence,
          parent: profile.parent, tags: profile.tags))
    ]
    if let location = plant.details.location {
      var edit = PlantEdited()
      edit.location = .set(location)
      commands.append(.edit(edit))
    }
    if plant.isFavorite { commands.append(.favorite(true)) }
    if let care = plant.details.careProfile {
      commands.append(.profileCare(care.body))
    }
    commands += plant.cares.compactMap(\.schedule).map {
      .setSchedule($0.starting(notBefore: today))
    }
    self.commands = commands
  }
}

extension ScheduleSet {
  /// The schedule without a first day that has passed: the new plant would be
  /// overdue from the start.
  fileprivate func starting(notBefore today: Day) -> ScheduleSet {
    ScheduleSet(
      kind: kind, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, activeMonths: activeMonths,
      amount: amount, fertilizer: fertilizer, time: time,
      startOn: startOn.flatMap { $0 < today ? nil : $0 })
  }
}

extension RoomList {
  /// A plant's own room where it can be seen, else none.
  fileprivate func shown(_ room: RoomID?) -> RoomID? {
    room.flatMap { self[$0] == nil ? nil : $0 }
  }
}
