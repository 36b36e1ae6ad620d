internal import JournalActions
internal import JournalReports
internal import TerminalKit

extension Command {
  static let merge = Command(
    definition: CommandDefinition(
      path: ["merge"],
      summary: "Make two plants one, or two rooms",
      arguments: [
        ArgumentDefinition(
          name: "KEPT", completion: .plantOrRoom,
          help: "The plant or room that stays, by name or id"),
        ArgumentDefinition(
          name: "OTHER", completion: .plantOrRoom,
          help: "The plant or room that becomes a part of it"),
      ],
      options: [.note] + GlobalOptions.writing,
      examples: [
        "plantguide merge Monty 'Aloe vera' --dry-run",
        "plantguide merge Kitchen Office --yes",
      ],
      discussion: """
        Use it if a plant was added twice, for example on two devices. The \
        first plant shows the care, notes, measurements, photos and one-off \
        tasks of both, with their dates and with who recorded them. It also \
        gets the facts and schedules that only the other has. Values of the \
        other that differ stay behind. The other plant leaves the collection. \
        Care that another device records for it later counts for the first \
        plant as well; other changes of it do not count, and 'sync' reports \
        them. To merge three plants, merge two of them, and then the third.

        If you name two rooms, the first shows the plants of both, and the \
        second leaves the list. Its name means the first from then on. Plants \
        that another device puts into the second later show in the first as \
        well. To take the rooms apart again, undo the merge: 'plantguide \
        history --type room.merged' shows its id.

        If the first plant is removed, also by another device, the other \
        leaves with it. 'plantguide restore' of the first brings back both. If \
        it is removed as a mistake, the other is in the collection by itself \
        again.

        You are shown what would change, what comes along and what stays \
        behind, and asked first. One undo takes all of it back, except tags if \
        you edited these since. 'plantguide restore' takes two plants apart \
        again and leaves the first what the merge gave it.
        """, section: .collection, isWriting: true)
  ) { context in
    let names = context.arguments.positional
    var request = MergeRequest(
      names[1], into: names[0], naming: context.naming())
    request.note = try context.arguments[.note]
    guard context.isDryRun || context.arguments[.yes] else {
      let receipt = try context.journal.merge(request, .rehearse)
      if !context.wantsJSON {
        for line in WriteReport(receipt, .commandLine).lines {
          try context.print(line)
        }
      }
      try context.confirm(MergeRequest.question)
      return try context.report(try context.journal.merge(request))
    }
    try context.report(try context.journal.merge(request, context.mode))
  }
}
