internal import ErrorKit
internal import JournalCare
public import JournalEvents

/// A setting with its value and the value's source.
public struct SettingRow: Sendable {
  /// The source of the current value.
  public enum Source: Sendable {
    /// The program's default.
    case byDefault
    /// The original time zone of the journal.
    case byBeginning
    /// An event.
    case byEvent(SettingsView.Origin)
    /// The file of this machine.
    case byMachine
  }

  /// The name of the setting.
  public let key: String
  /// The setting; `nil` if only newer programs know it.
  public let name: SettingName?
  /// The current value.
  public let value: SettingValue
  /// The default value; `null` for none.
  public let defaultValue: SettingValue
  /// The source of the current value.
  public let source: Source
  /// A stored value that this program does not accept and therefore ignores.
  public let refused: SettingValue?
  /// The problem with the current value, if it is valid but unusable.
  public let fault: String?

  /// Throws an error if a value of this machine is unusable.
  public typealias Check = (
    _ value: SettingValue, _ key: MachineSettingKey
  ) throws -> Void

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

  /// Creates the row of a setting of this machine.
  ///
  /// - Throws: An error of `check` that does not concern the value.
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

  /// Creates the row of a setting that only newer programs know.
  init(unknown key: String, _ entry: SettingsView.Entry) {
    self.key = key
    name = nil
    value = entry.value
    defaultValue = .null
    source = .byEvent(entry.origin)
    refused = nil
    fault = nil
  }

  /// Creates the row of an unknown member of the machine's file.
  init(unknownOfMachine key: String, _ value: SettingValue) {
    self.key = key
    name = nil
    self.value = value
    defaultValue = .null
    source = .byMachine
    refused = nil
    fault = nil
  }

  /// A Boolean value that indicates whether a user chose the value.
  public var isChosen: Bool {
    switch source {
    case .byDefault, .byBeginning: false
    case .byEvent, .byMachine: true
    }
  }
}

extension CareJournal {
  /// Returns all settings: those of the journal, of this machine, and those
  /// that only newer programs know.
  ///
  /// - Parameters:
  ///   - view: The settings of the journal.
  ///   - check: Throws an error if a value of this machine is unusable.
  /// - Returns: A row for each setting.
  /// - Throws: An error of the store or of this machine's settings file.
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
