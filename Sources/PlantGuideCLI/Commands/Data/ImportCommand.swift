internal import Encodings
internal import JournalEvents
internal import JournalProjections
internal import JournalViews
internal import LMDBKit

extension Command {
  static let importEvents = Command(
    definition: CommandDefinition(
      path: ["import"],
      summary: "Take over events that 'export events' wrote",
      arguments: [
        ArgumentDefinition(
          name: "FILE", isOptional: true, completion: .file,
          help: "The file; standard input by default")
      ],
      options: [
        OptionDefinition(
          name: "merge", help: "Join the events of another journal")
      ] + GlobalOptions.maintaining,
      examples: ["plantguide import events.jsonl"],
      discussion:
        "All events are taken, or none; those held already change nothing.",
      section: .data)
  ) { context in
    let input = try context.importInput()
    let journal = try context.openJournal(.readWrite)
    var lines = InputLines(input)
    var number = 0
    let result: ReceiveResult
    do {
      result = try journal.receive(
        merging: context.arguments.flag("merge"), requiringJournal: true
      ) { isRepeated in
        if isRepeated { lines = InputLines(input) }
        guard let line = lines.next() else { return nil }
        number = line.number
        return try EventExport.read(try line.json(in: input))
      }
    } catch let error where ImportError.isAboutLine(error) {
      throw InputError(line: number, underlying: error)
    }
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          writer.name("received")
          writer.integer(result.received)
          writer.name("duplicates")
          writer.integer(result.duplicates)
          writer.name("forkedWriters")
          writer.array { writer in
            for id in result.forkedWriters.sorted() {
              writer.string(id.description)
            }
          }
        }
      }
    }
    try context.print(
      "received \(result.received) events, \(result.duplicates) held already")
    for writer in result.forkedWriters.sorted() {
      try context.print(
        "writer \(writer) has written in two places; both branches are kept")
    }
  }
}

/// Which errors of an import are a line's fault.
private enum ImportError {
  static func isAboutLine(_ error: any Error) -> Bool {
    error is FieldError || error is JSONError || error is ReceiveError
  }
}

extension CommandContext {
  fileprivate func importInput() throws -> [UInt8] {
    guard let path = arguments.positional.first, path != "-" else {
      return try process.readStandardInput()
    }
    return try process.readFile(path)
  }
}
