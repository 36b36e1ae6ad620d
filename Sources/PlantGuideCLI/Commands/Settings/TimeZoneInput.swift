internal import JournalQueries
internal import JournalTime
internal import SearchEngine
internal import TerminalKit

/// Time zones that people type.
enum TimeZoneInput {
  /// Refuses what this system has no zone for.
  ///
  /// - Throws: ``SettingError/unknownZone(_:suggestions:)``, or
  ///   `TimeZoneError` where the zone is there but cannot be used.
  static func check(_ name: String) throws {
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

  /// The zones that `name` may mean: the same in another case or with blanks,
  /// a city alone, or a slip of the hand. Only proposed, never taken.
  static func suggestions(
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

  /// What follows the last slash.
  fileprivate var city: Substring {
    lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
  }
}
