internal import ErrorKit
internal import JournalExchange
internal import JournalInput
internal import POSIXKit
internal import TerminalKit

extension Command {
  /// Imports whatever it is given; the other commands are for those who know.
  static let importAny = Command(
    definition: CommandDefinition(
      path: ["import"],
      summary: "Take over events, a table of plants, or another program's data",
      arguments: [.importedFile],
      options: [.merge] + GlobalOptions.writing,
      examples: [
        "plantguide import events.jsonl",
        "plantguide import plants.csv --dry-run",
      ],
      discussion:
        "What it is, is seen from its contents: events that 'export events' wrote, "
        + "a table as 'import csv' takes it, or a directory with an unpacked backup of HortusFox.\n\n"
        + "Of a table or a backup all is taken, or nothing; events are taken in batches.",
      section: .data, isWriting: true)
  ) { context in
    let path = context.arguments.positional.first ?? "-"
    guard !context.process.isDirectory(path) else {
      return try context.importHortusFox(from: path)
    }
    let input = try context.importInput()
    let name = path == "-" ? "standard input" : path
    switch try ImportFormat.sniffed(in: input.open()) {
    case .events: try context.importEvents(input)
    case .table: try context.importTable(input)
    case .archive: throw ImportInputError.archive(name)
    case .document: throw ImportInputError.document(name)
    case .rows: throw ImportInputError.rows(name)
    }
  }
}

extension ArgumentDefinition {
  static let importedFile = ArgumentDefinition(
    name: "FILE", isOptional: true, completion: .file,
    help: "The file; standard input by default")
}

extension CommandContext {
  /// The file that the first argument names, or standard input.
  func importInput() throws -> Input {
    guard let path = arguments.positional.first, path != "-" else {
      return try process.standardInput()
    }
    return try Input(path, atMost: .data)
  }
}

/// An input that is known, but cannot be taken over as it is.
enum ImportInputError: DescribedError, Sendable, Hashable {
  /// A ZIP archive.
  case archive(String)
  /// A document of `export json`.
  case document(String)
  /// One file of a backup of HortusFox.
  case rows(String)
  /// A directory without the files of a backup of HortusFox.
  case noBackup(String)

  var facts: ErrorFacts {
    switch self {
    case .archive(let path):
      .init(
        .invalidInput,
        "\(path) is a ZIP archive, which this program does not unpack",
        "unpack a backup of HortusFox, then: plantguide import hortusfox DIRECTORY"
      )
    case .document(let path):
      .init(
        .invalidInput, "\(path) is an export for other programs to read",
        "take over events instead, which 'plantguide export events' writes")
    case .rows(let path):
      .init(
        .invalidInput, "\(path) looks like one file of a backup of HortusFox",
        "name the directory of the whole backup: plantguide import hortusfox DIRECTORY"
      )
    case .noBackup(let path):
      .init(
        .nothingMatched,
        "there is no backup of HortusFox in \(path): plants/data.json is missing",
        "name the directory in which its ZIP archive was unpacked")
    }
  }
}
