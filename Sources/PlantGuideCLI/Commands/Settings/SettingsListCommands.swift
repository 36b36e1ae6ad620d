internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let settingsList = Command(
    definition: CommandDefinition(
      path: ["settings", "list"],
      summary: "List the settings with values, defaults and origins",
      options: GlobalOptions.reading,
      examples: ["plantguide settings list"],
      discussion: SettingName.overview, section: .program,
      warnings: .notOfSettings)
  ) { context in
    let shown = try context.settingRows()
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.list("settings", shown.rows) {
          $0.settingRow($1, zone: shown.zone)
        }
      }
    }
    var table = Table([
      // The longest names of settings have 20 letters.
      .init("SETTING", narrowest: 20), .init("VALUE", excess: .wrapped),
      .init("DEFAULT", dropOrder: 2),
      .init("FROM", dropOrder: 1, excess: .wrapped),
    ])
    let today = try context.today()
    for row in shown.rows
    where row.name?.isUsed ?? true || row.isChosen {
      table.add([
        .init(row.key),
        .init(try context.shownValue(of: row), row.isChosen ? .bold : .plain),
        .init(row.name == nil ? "" : row.shown(row.defaultValue), .dim),
        .init(row.origin(in: shown.zone, on: today), .dim),
      ])
    }
    try context.print(table)
  }

  static let settingsGet = Command(
    definition: CommandDefinition(
      path: ["settings", "get"],
      summary: "Print the value of a setting; without one, an empty line",
      arguments: [
        ArgumentDefinition(
          name: "SETTING", completion: .setting, help: "The name")
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
    try context.print(row.value == .null ? "" : row.shown(row.value))
  }
}

extension CommandContext {
  /// Returns the value of a setting in readable form.
  fileprivate func shownValue(of row: SettingRow) throws -> String {
    guard let key = MachineSettingKey(rawValue: row.key),
      case .text(let text) = row.value
    else { return row.shown(row.value) }
    return try shown(text, of: key)
  }

  /// Every setting, and the zone in which days are counted.
  fileprivate func settingRows() throws -> (
    rows: [SettingRow], zone: TimeZoneRules
  ) {
    let view = try read { try $0.settingsView() }
    // What this machine's are good for does not depend on --as-of.
    var present = self
    present.arguments = ParsedArguments(options: [])
    let rows = try journal.settingRows(in: view, check: present.check(_:of:))
    return (rows, view.zone)
  }
}
