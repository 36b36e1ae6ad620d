internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import TerminalKit
internal import TextKit

extension Command {
  static let settingsSet = Command(
    definition: CommandDefinition(
      path: ["settings", "set"],
      summary: "Change a setting",
      arguments: [
        ArgumentDefinition(
          name: "SETTING", completion: .setting, help: "The name"),
        ArgumentDefinition(
          name: "VALUE", completion: .settingValue,
          help: "The value; 'settings list' shows the current ones"),
      ],
      options: GlobalOptions.writing,
      examples: [
        "plantguide settings set groupWateringDays Wed,Sat --dry-run",
        "plantguide settings set autoBackup weekly",
      ],
      discussion: SettingName.overview, section: .program, isWriting: true,
      warnings: .notOfSettings)
  ) { context in
    let words = context.arguments.positional
    let name = try context.changeableSetting(words[0])
    try context.change(name, to: try name.value(typed: words[1]))
  }

  static let settingsReset = Command(
    definition: CommandDefinition(
      path: ["settings", "reset"],
      summary: "Reset a setting to its default",
      arguments: [
        ArgumentDefinition(
          name: "SETTING", completion: .setting, help: "The name")
      ],
      options: GlobalOptions.writing,
      examples: ["plantguide settings reset hemisphere"], section: .program,
      isWriting: true, warnings: .notOfSettings)
  ) { context in
    let name = try context.changeableSetting(context.arguments.positional[0])
    try context.change(name, to: .null)
  }
}

extension CommandContext {
  /// The setting that `text` names, unless only newer programs know it.
  fileprivate func changeableSetting(_ text: String) throws -> SettingName {
    if let option = ["listFilter": "--filter", "listOrder": "--sort"][text] {
      throw UsageError(
        "there is no setting '\(text)' any more",
        hint: "'plantguide list \(option) NAME --remember' keeps that for "
          + "this machine's terminal")
    }
    do throws(SettingError) {
      return try SettingName(typed: text)
    } catch {
      let isNewer = try read {
        try $0.settingsView().unknownKeys.contains(text)
      }
      throw isNewer ? SettingError.newer(text) : error
    }
  }

  mutating func change(
    _ name: SettingName, to value: SettingValue
  ) throws {
    switch name {
    case .journal(let key): try report(try change(key, to: value))
    case .machine(let key): try change(key, to: value)
    }
  }

  // MARK: The journal's

  private func change(
    _ key: SettingKey, to value: SettingValue
  ) throws -> WriteReport {
    let name = SettingName.journal(key)
    let receipt = try journal.changeSetting(
      SettingRequest(key.rawValue, value), mode)
    guard
      case .settingChanged(_, let before, let after)? = receipt.changes.first
    else {
      return unchanged(
        name,
        try journal.read { try $0.settingsView().settings.effective(key) },
        isReset: value == .null)
    }
    var report = WriteReport(receipt, .commandLine)
    let moves = report.lines
    report.lines = []
    report.add(
      value == .null ? .reset : .set, name.change(from: before, to: after))
    report.lines += moves
    return report
  }

  // MARK: This machine's

  private mutating func change(
    _ key: MachineSettingKey, to value: SettingValue
  ) throws {
    let name = SettingName.machine(key)
    if key == .autoSync, case .named(let names) = AutoSyncChoice(value) {
      _ = try journal.remotes(named: names)
    }
    try check(value, of: key)
    let held = try journal.changeMachineSetting(
      SettingRequest(key.rawValue, value), mode)
    let before = held ?? key.defaultValue
    func named(_ value: SettingValue) throws -> SettingValue {
      guard case .text(let text) = value else { return value }
      return .text(try shown(text, of: key))
    }
    if held ?? .null == value {
      return try report(
        unchanged(name, try named(before), isReset: value == .null))
    }
    var report = WriteReport(isDryRun: isDryRun)
    let after = value == .null ? key.defaultValue : value
    report.add(
      value == .null ? .reset : .set,
      name.change(from: try named(before), to: try named(after))
        + " (this machine alone)")
    try self.report(report, undo: undo(of: key, held))
  }

  /// The command that restores the earlier value of a setting; `nil` if that
  /// was written into the file by hand and is not valid.
  private func undo(
    of key: MachineSettingKey, _ held: SettingValue?
  ) -> String? {
    guard let held else { return "plantguide settings reset \(key.rawValue)" }
    let isTaken =
      key.form.admits(held) && (try? check(held, of: key)) != nil
    guard isTaken, key.form.shown(held).allSatisfy({ !$0.isNewline }) else {
      return nil
    }
    // What looks like an option must not be taken for one.
    let end = key.form.shown(held).hasPrefix("-") ? "-- " : ""
    return "plantguide settings set \(key.rawValue) \(end)"
      + ShellQuoting.quoted(key.form.shown(held))
  }

  // MARK: Words

  private func unchanged(
    _ name: SettingName, _ value: SettingValue, isReset: Bool
  ) -> WriteReport {
    let how = isReset ? "has its default" : "is set so"
    let line = "\(name.key) \(how) already: \(name.form.shown(value))"
    return WriteReport(isDryRun: isDryRun, lines: [line])
  }
}

extension Verb {
  fileprivate static let reset = Verb("reset", "reset")
}
