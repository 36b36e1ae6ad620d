public import ErrorKit
internal import JournalCare
public import JournalEvents
package import JournalTime
internal import SearchEngine

// Settings by typed names and values.
extension SettingName {
  /// Finds the setting called `text`, in any case.
  ///
  /// - Throws: ``SettingError/unknown(_:suggestion:)``.
  public init(typed text: String) throws(SettingError) {
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

  /// Returns the value that a user typed.
  ///
  /// - Throws: ``SettingError``, also for a time zone that this system lacks.
  public func value(typed text: String) throws -> SettingValue {
    guard let value = form.value(typed: text) else {
      throw SettingError.badValue(
        key: key, value: text, expectation: form.expectation)
    }
    if form == .timeZone { try TimeZoneRules.check(text) }
    return value
  }
}

extension TimeZoneRules {
  /// Checks that this system has the zone.
  ///
  /// - Throws: ``SettingError/unknownZone(_:suggestions:)``, or `TimeZoneError`
  ///   if the zone exists but cannot be used.
  fileprivate static func check(_ name: String) throws {
    do throws(TimeZoneError) {
      _ = try TimeZoneRules(identifier: name)
    } catch {
      switch error {
      case .invalidName, .notFound:
        throw SettingError.unknownZone(
          name,
          suggestions: suggestions(
            for: name, among: TimeZoneRules.listedIdentifiers()))
      case .unreadable, .malformed: throw error
      }
    }
  }

  /// Returns suggestions for a mistyped zone: another case, spaces, a city
  /// alone, or a typing error. They are never applied.
  package static func suggestions(
    for name: String, among zones: [String]
  ) -> [String] {
    let wanted = name.lowercased().replacingBlanks
    let same = zones.filter { $0.lowercased() == wanted }
    guard same.isEmpty else { return same }
    let cities = zones.filter { $0.lowercased().city == wanted.city }
    guard cities.isEmpty else { return Array(cities.sorted().prefix(3)) }
    let whole = Suggestion.nearest(to: wanted, among: zones, atMost: 3)
    guard whole.isEmpty else { return whole }
    let near = Suggestion.nearest(
      to: String(wanted.city),
      among: Set(zones.map { String($0.lowercased().city) }), atMost: 3)
    return near.compactMap { city in
      zones.first { $0.lowercased().city == city[...] }
    }
  }
}

extension String {
  fileprivate var replacingBlanks: String {
    String(map { $0 == " " ? "_" : $0 })
  }

  /// The text after the last slash.
  fileprivate var city: Substring {
    lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
  }
}

/// An error in showing or changing a setting.
public enum SettingError: DescribedError, Sendable, Hashable {
  /// No setting has this name.
  case unknown(String, suggestion: String?)
  /// Only a newer program knows the setting.
  case newer(String)
  /// The value is invalid for the setting.
  case badValue(key: String, value: String, expectation: String)
  /// This system has no such time zone.
  case unknownZone(String, suggestions: [String])

  public var facts: ErrorFacts {
    switch self {
    case .unknown(let key, let suggestion):
      .init(
        .invalidInput, "there is no setting '\(key)'",
        suggestion.map { .didYouMean([$0]) }
          ?? .listSettings)
    case .newer(let key):
      .init(
        .invalidInput, "the setting '\(key)' belongs to a newer program",
        "install the newer program to change it", outcome: .nothingWritten)
    case .badValue(let key, let value, let expectation):
      .init(
        .invalidInput, "'\(value)' is not a value of '\(key)'",
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
