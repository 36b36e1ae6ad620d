internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let list = Command(
    definition: CommandDefinition(
      path: ["list"],
      summary: "List the plants, by name",
      options: [
        .room,
        OptionDefinition(name: "favorite", help: "Favourites only"),
        OptionDefinition(
          name: "removed", help: "Also plants that left the collection"),
        .limit,
      ] + GlobalOptions.reading,
      examples: ["plantguide list --room Kitchen"], section: .collection)
  ) { context in
    let shown = try context.read(ListReading(context: context))
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          writer.member("plants") { writer in
            writer.array { writer in
              for plant in shown.plants { writer.plant(plant) }
            }
          }
        }
      }
    }
    guard !shown.plants.isEmpty else {
      return try context.print(
        shown.isEmpty
          ? "No plants yet. Add one: plantguide add \"Monstera deliciosa\""
          : "No plant matches.")
    }
    var table = Table([
      .init("ID"), .init("NAME"), .init("SCIENTIFIC NAME"), .init("ROOM"),
      .init("NEXT"),
    ])
    for plant in shown.plants { table.add(shown.row(plant)) }
    try context.print(table)
    if shown.wasCut { try context.print("… and more; see --limit") }
  }
}

private struct ListReading: CommandContext.Reading {
  let context: CommandContext

  struct Result {
    var plants: [PlantView] = []
    var wasCut = false
    var isEmpty = false
    let rooms: RoomList

    func row(_ plant: PlantView) -> [String] {
      let state = plant.state
      let next = plant.schedules.compactMap { view in
        view.nextDue.map { ($0, view.schedule.kind.name) }
      }.min { $0 < $1 }
      let mark = state.isFavorite ? " *" : ""
      return [
        ShortID.text(of: plant.id), SafeText.shown(state.displayName) + mark,
        SafeText.shown(state.profile?.scientificName ?? ""),
        SafeText.shown(rooms[plant.room]?.name ?? ""),
        state.removal.map { "removed: \($0.reason.rawValue)" }
          ?? next.map { "\($0.0) \($0.1)" } ?? "-",
      ]
    }
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Result {
    let source = snapshot.source
    let arguments = context.arguments
    let room = try arguments.value("room").map {
      try CommandContext.room($0, in: source.rooms)
    }
    let limit = try context.limit()
    var result = Result(rooms: source.rooms)
    result.isEmpty = try source.count(of: .total, in: transaction) == 0
    // The names stand in order in the index, so a limited list opens no more
    // plants than it shows.
    try snapshot.journal.projections.nameIndex.forEachEntry(
      withPrefix: "", in: [.display], transaction
    ) { entry in
      guard
        let state = try source.plant(entry.plant, in: transaction),
        state.profile != nil,
        arguments.flag("removed") || state.removal == nil,
        !arguments.flag("favorite") || state.isFavorite,
        room == nil || source.rooms.effective(state.room) == room
      else { return true }
      if let limit, result.plants.count >= limit {
        result.wasCut = true
        return false
      }
      result.plants.append(
        try PlantView(
          entry.plant, state, source,
          context.wantsJSON ? snapshot.journal.log : nil, in: transaction))
      return true
    }
    return result
  }
}
