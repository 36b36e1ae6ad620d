internal import JournalExchange
internal import POSIXKit
internal import TerminalKit

extension Command {
  static let importHortusFox = Command(
    definition: CommandDefinition(
      path: ["import", "hortusfox"],
      summary: "Add the plants of a backup of HortusFox",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", completion: .directory,
          help: "Where the backup's ZIP archive was unpacked")
      ],
      options: GlobalOptions.writing,
      examples: [
        "plantguide import hortusfox ~/hf_backup --dry-run",
        "plantguide import hortusfox ~/hf_backup",
      ],
      discussion:
        "Taken over are plants, their locations as rooms, tags, notes, and when each was watered, "
        + "repotted and fertilised last. What else the backup holds is counted, but not taken over.",
      section: .data, isWriting: true)
  ) { context in
    try context.importHortusFox(from: context.arguments.positional[0])
  }
}

extension CommandContext {
  /// Adds the plants of an unpacked backup of HortusFox.
  mutating func importHortusFox(from directory: String) throws {
    var files: [HortusFoxFile: [UInt8]] = [:]
    for file in HortusFoxFile.allCases {
      files[file] = try process.readFileIfPresent(
        "\(directory)/\(file.rawValue)", atMost: .data)
    }
    guard files[.plants] != nil else {
      throw ImportInputError.noBackup(directory)
    }
    let imported = try tellingSteps { progress in
      try journal.importHortusFox(files, mode, progress: progress)
    }
    try report(WriteReport(imported))
  }
}
