internal import ErrorKit
internal import JournalCare
public import JournalEvents

/// A setting, its value and where that comes from.
public struct SettingRow: Sendable {
  /// What gives the value in force.
  public enum Source: Sendable {
    /// The program.
    case byDefault
    /// The journal's own beginning: the time zone it began in.
    case byBeginning
    /// An event.
    case byEvent(SettingsView.Origin)
    /// The file of this machine.
    case byMachine
  }

  /// Its name.
  public let key: String
  /// The setting; `nil` for one that only newer programs know.
  public let name: SettingName?
  /// The value in force.
  public let value: SettingValue
  /// The value where none was set; `null` for none.
  public let defaultValue: SettingValue
  /// What gives the value in force.
  public let source: Source
  /// A value that was set and is none that this program takes, so that it is
  /// kept but not in force.
  public let refused: SettingValue?
  /// Why the value in force is of no use though it is one that the setting
  /// takes; `nil` where it can be used.
  public let fault: String?

  /// Throws where a value of this machine's is of no use.
  public typealias Check = (
    _ value: SettingValue, _ key: MachineSettingKey
  ) throws -> Void

  /// The row of a setting of the journal.
  init(_ key: SettingKey, in view: SettingsView) {
    self.key = key.rawValue
    name = .journal(key)
    value = view.settings.effective(key)
    let began = view.settings.originalTimeZone.map(SettingValue.text)
    defaultValue = key == .timeZone ? began ?? .null : key.defaultValue
    let entry = view.entries[key.rawValue]
    let isInForce = view.settings.value(key) != nil
    let isUnset = entry == nil || entry?.value == .null
    refused = isInForce || isUnset ? nil : entry?.value
    fault = nil
    if isInForce, let origin = entry?.origin {
      source = .byEvent(origin)
    } else if key == .timeZone, view.settings.originalTimeZone != nil {
      source = .byBeginning
    } else {
      source = .byDefault
    }
  }

  /// The row of a setting of this machine.
  ///
  /// - Throws: What `check` throws that says nothing of the value.
  public init(
    _ key: MachineSettingKey, in settings: MachineSettings, check: Check
  ) throws {
    self.key = key.rawValue
    name = .machine(key)
    let held = settings[key.rawValue]
    let isInForce = held.map(key.form.admits) ?? false
    value = isInForce ? held ?? .null : key.defaultValue
    defaultValue = key.defaultValue
    refused = isInForce ? nil : held
    source = isInForce ? .byMachine : .byDefault
    do {
      if isInForce { try check(value, key) }
      fault = nil
    } catch
      where [.invalidInput, .nothingMatched].contains(
        ErrorFacts(of: error).kind)
    {
      fault = ErrorFacts(of: error).message
    }
  }

  /// The row of a setting that only newer programs know.
  init(unknown key: String, _ entry: SettingsView.Entry) {
    self.key = key
    name = nil
    value = entry.value
    defaultValue = .null
    source = .byEvent(entry.origin)
    refused = nil
    fault = nil
  }

  /// The row of a member of the machine's file that this program does not
  /// know.
  init(unknownOfMachine key: String, _ value: SettingValue) {
    self.key = key
    name = nil
    self.value = value
    defaultValue = .null
    source = .byMachine
    refused = nil
    fault = nil
  }

  /// Whether somebody chose the value.
  public var isChosen: Bool {
    switch source {
    case .byDefault, .byBeginning: false
    case .byEvent, .byMachine: true
    }
  }
}

extension CareJournal {
  /// Every setting: those of the journal, of this machine, and those that
  /// only newer programs know.
  ///
  /// - Parameters:
  ///   - view: Those of the journal.
  ///   - check: Throws where a value of this machine's is of no use.
  /// - Returns: A row for each.
  /// - Throws: What the store and the file of this machine's settings throw.
  public func settingRows(
    in view: SettingsView, check: SettingRow.Check
  ) throws -> [SettingRow] {
    let machine = try MachineSettings(of: home)
    var rows = SettingKey.allCases.map { SettingRow($0, in: view) }
    rows += try MachineSettingKey.allCases.map {
      try SettingRow($0, in: machine, check: check)
    }
    for key in view.unknownKeys {
      guard let entry = view.entries[key] else { continue }
      rows.append(SettingRow(unknown: key, entry))
    }
    for key in machine.keys where MachineSettingKey(rawValue: key) == nil {
      rows.append(SettingRow(unknownOfMachine: key, machine[key] ?? .null))
    }
    return rows
  }
}
