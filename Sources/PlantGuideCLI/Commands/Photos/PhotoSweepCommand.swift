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
      summary: "Remove files of photos that nothing needs",
      options: GlobalOptions.writing,
      examples: ["plantguide photo gc --dry-run"],
      discussion:
        "These are files that no event names, on whichever machine it was written, and those of photos that were taken away or undone more than thirty days ago: undo does not bring their files back. Files of the last day stay, as they may be on their way, but for those of photos that were erased; while photos are being added it waits.\n\n"
        + "Of backups in the home it removes files that none of them names. Small forms of photos are made again where they are needed.",
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
