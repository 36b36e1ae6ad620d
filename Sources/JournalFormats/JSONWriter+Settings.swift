public import Encodings
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime

extension JSONWriter {
  /// Writes a row with the members of `schemas/projections/setting`.
  public mutating func settingRow(_ row: SettingRow, zone: TimeZoneRules) {
    object { writer in
      writer.member("key", row.key)
      writer.member("value") { $0.setting(row.value) }
      writer.member("default") { $0.setting(row.defaultValue) }
      writer.member("from", row.source.word)
      writer.member("isKnown", row.name != nil)
      writer.member("isUsed", row.name?.isUsed ?? false)
      writer.member("refused", row.refused) { $0.setting($1) }
      writer.member("fault", row.fault)
      let origin = row.source.origin
      writer.member(
        "recorded",
        origin.map { zone.offsetInstant(of: $0.recorded).description })
      writer.member("action", origin?.actionID)
      writer.member("writer", origin?.action.first.writer.description)
    }
  }

  /// Writes a setting's value.
  public mutating func setting(_ value: SettingValue) {
    switch value {
    case .text(let text): string(text)
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .null: null()
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
