internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let settingsList = Command(
    definition: CommandDefinition(
      path: ["settings", "list"],
      summary: "List the settings, where each value comes from and its default",
      options: GlobalOptions.reading,
      examples: ["plantguide settings list"],
      discussion: SettingName.overview, section: .program,
      warnings: .notOfSettings)
  ) { context in
    let shown = try context.settingRows()
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          writer.member("settings") { writer in
            writer.array { writer in
              for row in shown.rows { writer.settingRow(row, zone: shown.zone) }
            }
          }
        }
      }
    }
    var table = Table([
      .init("SETTING"), .init("VALUE"), .init("DEFAULT"), .init("FROM"),
    ])
    for row in shown.rows {
      table.add([
        .init(row.key), .init(row.value.shown, row.isChanged ? .bold : .plain),
        .init(row.name == nil ? "" : row.defaultValue.shown, .dim),
        .init(row.origin(in: shown.zone), .dim),
      ])
    }
    try context.print(table)
  }

  static let settingsGet = Command(
    definition: CommandDefinition(
      path: ["settings", "get"],
      summary: "Print the value of one setting; an empty line for none",
      arguments: [
        ArgumentDefinition(
          name: "SETTING", completion: .setting, help: "Its name")
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide settings get timeZone"], section: .program,
      warnings: .notOfSettings)
  ) { context in
    let shown = try context.settingRows()
    let text = context.arguments.positional[0]
    guard
      let row = shown.rows.first(where: {
        $0.key.lowercased() == text.lowercased()
      })
    else {
      // Says which name is near.
      _ = try SettingName(typed: text)
      return
    }
    guard !context.wantsJSON else {
      return try context.printJSON { $0.settingRow(row, zone: shown.zone) }
    }
    // What is not set has no text that a program could take for a value.
    try context.print(row.value == .null ? "" : row.value.shown)
  }
}

extension SettingRow {
  /// Whether somebody chose the value.
  fileprivate var isChanged: Bool {
    switch source {
    case .byDefault, .byBeginning: false
    case .byEvent, .byMachine: true
    }
  }
}

extension CommandContext {
  /// Every setting: those of the journal, of this machine, and those that
  /// only newer programs know.
  fileprivate func settingRows() throws -> (
    rows: [SettingRow], zone: TimeZoneRules
  ) {
    let machine = try journal.machineSettings()
    let journal = try read { try $0.settingsView() }
    var rows = SettingKey.allCases.map { SettingRow($0, in: journal) }
    rows += MachineSettingKey.allCases.map { SettingRow($0, in: machine) }
    for key in journal.unknownKeys {
      guard let entry = journal.entries[key] else { continue }
      rows.append(SettingRow(unknown: key, entry))
    }
    for key in machine.keys where MachineSettingKey(rawValue: key) == nil {
      rows.append(
        SettingRow(unknownOfMachine: key, machine[key] ?? .null))
    }
    return (rows, journal.zone)
  }
}
