internal import ErrorKit
internal import JournalExchange
internal import JournalInput
internal import POSIXKit
internal import TerminalKit

extension Command {
  /// Imports any known input; the other commands are for a known format.
  static let importAny = Command(
    definition: CommandDefinition(
      path: ["import"],
      summary: "Import events, a table of plants, or another program's data",
      arguments: [.importedFile],
      options: [.merge] + GlobalOptions.writing,
      examples: [
        "plantguide import events.jsonl",
        "plantguide import plants.csv --dry-run",
      ],
      discussion: """
        The command recognizes three kinds of data: events of 'export \
        events', tables as for 'import csv', and backups of HortusFox. A \
        backup is a ZIP archive or a directory.

        The import of a table is all or nothing. Events are imported in \
        batches.
        """,
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
    case .archive:
      guard path != "-" else { throw ImportInputError.archive }
      try context.importHortusFox(from: path)
    case .document: throw ImportInputError.document(name)
    case .rows: throw ImportInputError.rows(name)
    }
  }
}

extension ArgumentDefinition {
  static let importedFile = ArgumentDefinition(
    name: "FILE", isOptional: true, completion: .file,
    help: "The file to import; standard input by default")
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

/// A recognised input that cannot be imported as it is.
enum ImportInputError: DescribedError, Sendable, Hashable {
  /// A ZIP archive that comes through a pipe, although it is read from its end.
  case archive
  /// A document of `export json`.
  case document(String)
  /// A single file of a HortusFox backup.
  case rows(String)

  var facts: ErrorFacts {
    switch self {
    case .archive:
      .init(
        .invalidInput, "a ZIP archive is read from a file, not from a pipe",
        "name the file: plantguide import hortusfox hf_backup.zip")
    case .document(let path):
      .init(
        .invalidInput, "\(path) is an export for other programs to read",
        "take over events instead, which 'plantguide export events' writes")
    case .rows(let path):
      .init(
        .invalidInput, "\(path) looks like one file of a backup of HortusFox",
        "name the whole backup, its ZIP archive or its directory: plantguide import hortusfox PATH"
      )
    }
  }
}
