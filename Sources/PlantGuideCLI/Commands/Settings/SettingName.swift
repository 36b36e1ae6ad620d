internal import JournalCare
internal import JournalEvents
internal import SearchEngine
internal import TerminalKit

/// A setting by the name that people type.
enum SettingName: Sendable, Hashable {
  /// One of the journal, the same on every replica.
  case journal(SettingKey)
  /// One of this machine alone.
  case machine(MachineSettingKey)

  /// Every setting, in the order in which they are listed.
  static let all =
    SettingKey.allCases.map(Self.journal)
    + MachineSettingKey.allCases.map(Self.machine)

  /// Finds the setting called `text`, in any case.
  ///
  /// - Throws: ``SettingError/unknown(_:suggestion:)``.
  init(typed text: String) throws(SettingError) {
    let folded = text.lowercased()
    guard let name = Self.all.first(where: { $0.key.lowercased() == folded })
    else {
      throw .unknown(
        text,
        suggestion: Suggestion.nearest(
          to: text, among: Self.all.map(\.key)
        ).first)
    }
    self = name
  }

  /// Its name.
  var key: String {
    switch self {
    case .journal(let key): key.rawValue
    case .machine(let key): key.rawValue
    }
  }

  /// Which values it takes.
  var form: SettingForm {
    switch self {
    case .journal(let key): key.form
    case .machine(let key): key.form
    }
  }

  /// The value in force where none was set; `null` for none.
  var defaultValue: SettingValue {
    switch self {
    case .journal(let key): key.defaultValue
    case .machine(let key): key.defaultValue
    }
  }

  /// The value that a person means by `text`.
  ///
  /// - Throws: ``SettingError``, also for a time zone that this system does
  ///   not have.
  func value(typed text: String) throws -> SettingValue {
    guard let value = form.value(typed: text) else {
      throw SettingError.badValue(
        key: key, value: text, expectation: form.expectation)
    }
    if form == .timeZone { try TimeZoneInput.check(text) }
    return value
  }
}

extension SettingValue {
  /// The value as `settings` shows and takes it.
  var shown: String {
    switch self {
    case .text(let text): SafeText.shown(text)
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .null: "none"
    }
  }
}
