internal import TerminalKit

extension ErrorReport {
  /// What is wrong with a setting.
  static func ofSettings(_ error: any Error) -> ErrorReport? {
    guard let error = error as? SettingError else { return nil }
    return switch error {
    case .unknown(let key, let suggestion):
      ErrorReport(
        "there is no setting '\(key)'",
        hint: suggestion.map { "did you mean '\($0)'?" }
          ?? "see 'plantguide settings list' for the settings there are",
        .wrongUsage)
    case .newer(let key):
      ErrorReport(
        "the setting '\(key)' is of a newer program; nothing was written",
        hint: "install the newer program to change it", .wrongUsage)
    case .badValue(let key, let value, let expectation):
      ErrorReport(
        "'\(value)' is no value of '\(key)'; nothing was written",
        hint: "it must be \(expectation)", .wrongUsage)
    case .unknownZone(let name, let suggestions):
      ErrorReport(
        "this system has no time zone '\(name)'; nothing was written",
        hint: suggestions.isEmpty
          ? "give an IANA name such as Europe/Paris"
          : "did you mean "
            + "\(Wording.alternatives(suggestions.map { "'\($0)'" }))?",
        .wrongUsage)
    }
  }

  /// That a command goes on without this machine's settings.
  static func passedOverZone(_ text: String, taken zone: String) -> ErrorReport
  {
    ErrorReport(
      "TZ is '\(text)', which is no time zone of this system: "
        + "the new journal's is \(zone)",
      hint: "to change it: plantguide settings set timeZone Europe/Paris",
      .wrongUsage)
  }

  static func unreadableSettings(_ error: any Error) -> ErrorReport {
    let inner = ErrorReport(describing: error)
    return ErrorReport(
      "\(inner.message); this command goes on with the defaults",
      hint: inner.hint, inner.exitCode)
  }
}
