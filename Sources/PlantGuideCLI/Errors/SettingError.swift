/// Why a setting could not be shown or changed.
enum SettingError: Error, Sendable, Hashable {
  /// No setting is called that.
  case unknown(String, suggestion: String?)
  /// Only a newer program knows it.
  case newer(String)
  /// The value is none that the setting takes.
  case badValue(key: String, value: String, expectation: String)
  /// This system has no such time zone.
  case unknownZone(String, suggestions: [String])
}
