internal import JournalCare
package import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension SettingRow {
  /// Returns a value of the setting as users write it.
  package func shown(_ value: SettingValue) -> String {
    name?.form.shown(value) ?? value.shown
  }

  /// Returns the source of the value in words.
  package func origin(in zone: TimeZoneRules, on today: Day) -> String {
    var words =
      switch source {
      case .byDefault: "default"
      case .byBeginning: "the journal's beginning"
      case .byEvent(let origin):
        zone.localDay(of: origin.recorded).words(on: today)
          + ", \(origin.actionID)"
      case .byMachine: "this machine"
      }
    if name == nil { words += ", known to a newer program" }
    if name?.isUsed == false { words += "; not yet used by this program" }
    if let refused { words += "; '\(shown(refused))' is kept, not used" }
    if let fault { words += "; cannot be used: \(SafeText.shown(fault))" }
    return words
  }
}

extension SettingName {
  /// Returns the new and the old value in words.
  package func change(
    from before: SettingValue, to after: SettingValue
  ) -> String {
    before == after
      ? "\(key) to \(form.shown(after)), as it was by default"
      : "\(key) to \(form.shown(after)); it was \(form.shown(before))"
  }
}

extension SettingForm {
  /// Returns a value as users write it, safe to show; `none` for none.
  package func shown(_ value: SettingValue) -> String {
    text(of: value) ?? value.shown
  }
}

extension SettingValue {
  /// The value of an unknown setting.
  fileprivate var shown: String {
    self == .null ? "none" : SafeText.shown(text)
  }
}
