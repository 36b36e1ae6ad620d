internal import Encodings
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let photoSweep = Command(
    definition: CommandDefinition(
      path: ["photo", "gc"],
      summary: "Remove photo files that nothing needs",
      options: GlobalOptions.writing,
      examples: ["plantguide photo gc --dry-run"],
      discussion: """
        The command removes photo files that no event of any machine names. \
        It also removes files of photos that you removed or undid more than \
        thirty days ago. 'undo' does not bring these files back. Files of the \
        last day stay, as they may still be arriving, except those of erased \
        photos. If photos are being added, the command waits.

        It also removes files from the home's backups that no backup names. \
        Thumbnails are made again when needed.
        """,
      section: .photos, isWriting: true)
  ) { context in
    let sweep = try context.journal.sweepPhotos(context.mode)
    let isDryRun = context.isDryRun
    guard !context.wantsJSON else {
      return try context.printJSON { $0.sweep(sweep, isDryRun: isDryRun) }
    }
    for file in sweep.files {
      try context.print(
        "  \(file.name)  \(ProgressUnit.bytes.number(file.byteCount))  \(file.words)"
      )
    }
    let verb = Verb("remove", "removed")
    if !sweep.files.isEmpty {
      try context.print(
        verb.sentence(
          "\(Phrase.count(sweep.files.count, "file")), "
            + ProgressUnit.bytes.number(sweep.byteCount), isDryRun: isDryRun))
    }
    if sweep.parts > 0 {
      try context.print(
        verb.sentence(
          "\(Phrase.count(sweep.parts, "file")) that killed commands left in the midst of writing",
          isDryRun: isDryRun))
    }
    let isNothing = sweep.files.isEmpty && sweep.parts == 0
    if isNothing { try context.print("nothing to remove") }
    if sweep.young > 0 {
      let stay = sweep.young == 1 ? "stays" : "stay"
      try context.print(
        "\(Phrase.count(sweep.young, "file")) that nothing needs \(stay) until older than a day"
      )
    }
    if !isNothing { try context.printDryRun("removed") }
  }
}
