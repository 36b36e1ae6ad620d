internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalQueries
internal import JournalTime

/// A setting as `settings` shows it.
struct SettingRow {
  /// What gives the value in force.
  enum Source {
    /// The program.
    case byDefault
    /// The journal's own beginning: the time zone it began in.
    case byBeginning
    /// An event.
    case byEvent(SettingsView.Origin)
    /// The file of this machine.
    case byMachine
  }

  let key: String
  /// The setting; `nil` for one that only newer programs know.
  let name: SettingName?
  /// The value in force.
  let value: SettingValue
  /// The value where none was set; `null` for none.
  let defaultValue: SettingValue
  let source: Source
  /// A value that was set and is none that this program takes, so that it is
  /// kept but not in force.
  let refused: SettingValue?

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
    if isInForce, let origin = entry?.origin {
      source = .byEvent(origin)
    } else if key == .timeZone, view.settings.originalTimeZone != nil {
      source = .byBeginning
    } else {
      source = .byDefault
    }
  }

  /// The row of a setting of this machine.
  init(_ key: MachineSettingKey, in settings: MachineSettings) {
    self.key = key.rawValue
    name = .machine(key)
    let held = settings[key.rawValue]
    let isInForce = held.map(key.form.admits) ?? false
    value = isInForce ? held ?? .null : key.defaultValue
    defaultValue = key.defaultValue
    refused = isInForce ? nil : held
    source = isInForce ? .byMachine : .byDefault
  }

  /// The row of a setting that only newer programs know.
  init(unknown key: String, _ entry: SettingsView.Entry) {
    self.key = key
    name = nil
    value = entry.value
    defaultValue = .null
    source = .byEvent(entry.origin)
    refused = nil
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
  }

  /// Where the value comes from, in words.
  func origin(in zone: TimeZoneRules) -> String {
    var words =
      switch source {
      case .byDefault: "default"
      case .byBeginning: "the journal's beginning"
      case .byEvent(let origin):
        "\(zone.localDay(of: origin.recorded)), \(origin.action.shortID)"
      case .byMachine: "this machine"
      }
    if name == nil { words += ", known to a newer program" }
    if name?.isUsed == false { words += "; not yet used by this program" }
    if let refused { words += "; '\(refused.shown)' is kept, not used" }
    return words
  }
}

extension JSONWriter {
  /// Writes a row, with the members that `schemas/projections/setting` has.
  mutating func settingRow(_ row: SettingRow, zone: TimeZoneRules) {
    object { writer in
      writer.member("key") { $0.string(row.key) }
      writer.member("value") { $0.setting(row.value) }
      writer.member("default") { $0.setting(row.defaultValue) }
      writer.member("from") { $0.string(row.source.word) }
      writer.member("isKnown") { $0.bool(row.name != nil) }
      writer.member("isUsed") { $0.bool(row.name?.isUsed ?? false) }
      writer.member("refused") { writer in
        writer.optional(row.refused) { $0.setting($1) }
      }
      let origin = row.source.origin
      writer.member("recorded") { writer in
        writer.optional(origin) {
          $0.string(zone.offsetInstant(of: $1.recorded).description)
        }
      }
      writer.member("action") { writer in
        writer.optional(origin) { $0.string($1.action.shortID) }
      }
      writer.member("writer") { writer in
        writer.optional(origin) {
          $0.string($1.action.first.writer.description)
        }
      }
    }
  }
}

extension SettingRow.Source {
  fileprivate var word: String {
    switch self {
    case .byDefault: "default"
    case .byBeginning: "beginning"
    case .byEvent: "journal"
    case .byMachine: "machine"
    }
  }

  fileprivate var origin: SettingsView.Origin? {
    guard case .byEvent(let origin) = self else { return nil }
    return origin
  }
}
