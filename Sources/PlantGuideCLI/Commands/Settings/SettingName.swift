internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import SearchEngine
internal import TerminalKit

// Settings by the names that people type.
extension SettingName {
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

/// Why a setting could not be shown or changed.
enum SettingError: DescribedError, Sendable, Hashable {
  /// No setting is called that.
  case unknown(String, suggestion: String?)
  /// Only a newer program knows it.
  case newer(String)
  /// The value is none that the setting takes.
  case badValue(key: String, value: String, expectation: String)
  /// This system has no such time zone.
  case unknownZone(String, suggestions: [String])

  var facts: ErrorFacts {
    switch self {
    case .unknown(let key, let suggestion):
      .init(
        .invalidInput, "there is no setting '\(key)'",
        suggestion.map { .didYouMean([$0]) }
          ?? "see 'plantguide settings list' for the settings there are")
    case .newer(let key):
      .init(
        .invalidInput, "the setting '\(key)' is of a newer program",
        "install the newer program to change it", outcome: .nothingWritten)
    case .badValue(let key, let value, let expectation):
      .init(
        .invalidInput, "'\(value)' is no value of '\(key)'",
        "it must be \(expectation)", outcome: .nothingWritten)
    case .unknownZone(let name, let suggestions):
      .init(
        .invalidInput, "this system has no time zone '\(name)'",
        suggestions.isEmpty
          ? "give an IANA name such as Europe/Paris"
          : .didYouMean(suggestions), outcome: .nothingWritten)
    }
  }
}
