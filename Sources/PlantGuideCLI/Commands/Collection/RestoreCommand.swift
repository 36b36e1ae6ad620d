internal import ErrorKit
internal import JournalActions
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit

extension Command {
  static let restore = Command(
    definition: CommandDefinition(
      path: ["restore"],
      summary: "Bring back removed plants",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isRepeatable: true, completion: .removedPlant,
          help: "The removed plants")
      ],
      options: [
        .newNickname
      ] + OptionDefinition.writing,
      examples: [
        "plantguide restore Monty",
        "plantguide restore Monty --name \"Old Monty\"",
      ],
      discussion: """
        A plant that was merged into another is taken apart: what was recorded \
        of it goes back to it. Tags, schedules and other facts that the merge \
        gave the other plant stay there. 'plantguide undo' of the merge takes \
        these back, too.
        """, section: .collection, isWriting: true)
  ) { context in
    let nickname = try context.arguments[.newNickname]
    let plants = try PlantChoice(
      context.arguments.positional, of: context, prefersRemoved: true,
      takesFilters: false)
    guard nickname == nil || plants.names.count == 1 else {
      throw UsageError(
        "--name is given for several plants, and a nickname is one plant's")
    }
    context.warnOfEventsToCome()
    try context.confirm(plants)
    let request = PlantRequest(
      plants, .restore(as: nickname), try context.occasion())
    try context.report(try context.journal.change(request, context.mode))
  }
}

extension OptionDefinition {
  fileprivate static let newNickname = Option(
    "name", value: "NICKNAME",
    help: "A new nickname, for example if the old one is taken",
    read: NameInput.nickname)
}

extension CommandContext {
  /// Warns of events that remotes hold and this journal lacks, as after a
  /// backup was restored: the plant may be removed again among them.
  fileprivate func warnOfEventsToCome() {
    guard let surpluses = try? journal.surpluses(), !surpluses.isEmpty else {
      return
    }
    warnAtOnce(
      ErrorFacts(
        .conflict,
        "the next sync brings events that are not here, and may remove the plant again: \(surpluses.words)",
        "sync first: plantguide sync"))
  }
}
