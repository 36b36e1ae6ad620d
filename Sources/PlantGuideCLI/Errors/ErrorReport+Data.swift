internal import JournalExchange
internal import TerminalKit

extension ErrorReport {
  /// What is wrong with a table or another program's data.
  static func ofData(
    _ error: any Error, _ circumstances: Circumstances
  ) -> ErrorReport? {
    let outcome = circumstances.isWriting ? "; nothing was written" : ""
    switch error {
    case let error as CSVError:
      return ErrorReport(
        "\(error)\(outcome)", hint: error.reason.hint, .wrongUsage)
    case let error as TableError: return table(error, outcome)
    case let error as ImportInputError: return input(error)
    case let error as BackupError: return backup(error)
    default: return nil
    }
  }

  private static func table(
    _ error: TableError, _ outcome: String
  ) -> ErrorReport {
    switch error {
    case .problems(let problems, let count):
      var lines = problems.map(\.description)
      if count > lines.count { lines.append("and \(count - lines.count) more") }
      let summary =
        count == 1
        ? lines[0] + outcome
        : "\(count) things are wrong\(outcome):"
      return ErrorReport(
        summary, details: count == 1 ? [] : lines,
        hint: "mend the input, then try again with --dry-run", .wrongUsage)
    case .noKnownColumn:
      return ErrorReport(
        "\(error)\(outcome)",
        hint:
          "the first line names the columns: see 'plantguide help import csv'",
        .wrongUsage)
    case .exported(let table):
      let hint =
        switch table {
        case .rooms:
          "rooms are made with the plants that grow in them, or by 'plantguide room add'"
        case .history:
          "take over events, which 'plantguide export events' writes"
        }
      return ErrorReport("\(error)\(outcome)", hint: hint, .wrongUsage)
    case .empty, .repeatedColumn:
      return ErrorReport("\(error)\(outcome)", .wrongUsage)
    }
  }

  private static func input(_ error: ImportInputError) -> ErrorReport {
    switch error {
    case .archive(let path):
      ErrorReport(
        "\(path) is a ZIP archive, which this program does not unpack",
        hint:
          "unpack a backup of HortusFox, then: plantguide import hortusfox DIRECTORY",
        .wrongUsage)
    case .document(let path):
      ErrorReport(
        "\(path) is an export for other programs to read",
        hint:
          "take over events instead, which 'plantguide export events' writes",
        .wrongUsage)
    case .rows(let path):
      ErrorReport(
        "\(path) looks like one file of a backup of HortusFox",
        hint:
          "name the directory of the whole backup: plantguide import hortusfox DIRECTORY",
        .wrongUsage)
    case .noBackup(let path):
      ErrorReport(
        "there is no backup of HortusFox in \(path): plants/data.json is missing",
        hint: "name the directory in which its ZIP archive was unpacked",
        .nothingMatched)
    }
  }

  private static func backup(_ error: BackupError) -> ErrorReport {
    switch error {
    case .insideJournal:
      ErrorReport(
        "\(error); nothing was written", hint: "name another directory",
        .wrongUsage)
    case .absent, .noManifest:
      ErrorReport(
        error.description,
        hint: "see 'plantguide backup list' for the backups there are",
        .nothingMatched)
    case .badManifest, .otherData, .damagedEvent:
      ErrorReport(
        error.description, hint: "use another backup", .damagedData)
    case .newerFormat:
      ErrorReport(
        error.description, hint: "install the newer program", .newerFormat)
    case .notExchangeable:
      ErrorReport(
        "\(error); nothing was changed",
        hint: "restore into an empty home, by another PLANTGUIDE_HOME",
        .system)
    }
  }
}
