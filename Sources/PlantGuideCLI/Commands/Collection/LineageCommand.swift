internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let lineage = Command(
    definition: CommandDefinition(
      path: ["lineage"],
      summary: "Show the ancestors and the offspring of a plant",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant")
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide lineage Monty"],
      discussion: """
        To record the parent of a plant, add it with \
        'plantguide add NAME --from PLANT'.
        """, section: .collection)
  ) { context in
    let name = context.arguments.positional[0]
    let naming = context.naming()
    let view = try context.read { try $0.lineage(of: name, naming) }
    if try context.printedJSON({ $0.lineage(view) }) { return }
    let today = try context.today()
    for (depth, ancestor) in view.ancestors.enumerated() {
      try context.printMember(
        ancestor.id, ancestor.state, on: today, depth: depth)
    }
    for member in view.members {
      try context.printMember(
        member.id, member.state, on: today,
        depth: view.ancestors.count + member.generation,
        isAsked: member.generation == 0)
    }
  }
}

extension CommandContext {
  fileprivate mutating func printMember(
    _ id: PlantID, _ state: PlantState, on today: Day, depth: Int,
    isAsked: Bool = false
  ) throws {
    // Generations can go on for ever; a line cannot.
    let indent = String(repeating: "  ", count: min(depth, terminal.width / 4))
    let name = SafeText.shown(state.displayName)
    let removal = state.removal.map { ", \($0.reason.shown)" } ?? ""
    let added = state.addedAt.map {
      ", added \($0.localDay.words(on: today))"
    }
    try print(
      indent + terminal.styled(name, isAsked ? .bold : .plain)
        + " (\(ShortID.text(of: id)))" + (added ?? "")
        + removal)
  }
}
