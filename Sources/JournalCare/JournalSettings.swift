public import JournalEvents
public import JournalTime

/// The journal's settings: the latest value of each key, known or not.
public struct JournalSettings: Sendable, Hashable {
  /// The values set, by key.
  public let values: [String: SettingValue]
  /// The zone in which the journal began; `nil` before it did.
  public let originalTimeZone: String?

  public init(values: [String: SettingValue], originalTimeZone: String?) {
    self.values = values
    self.originalTimeZone = originalTimeZone
  }

  /// The value of `key` in force: what was set and is valid, else `nil`.
  public func value(_ key: SettingKey) -> SettingValue? {
    guard let value = values[key.rawValue], value != .null,
      key.refusal(of: value) == nil
    else { return nil }
    return value
  }

  /// The value of `key` in force, the default where none was set; `null` for
  /// a setting without either.
  public func effective(_ key: SettingKey) -> SettingValue {
    key == .timeZone ? .text(timeZone) : value(key) ?? key.defaultValue
  }

  private func text(_ key: SettingKey) -> String? {
    guard case .text(let text) = value(key) else { return nil }
    return text
  }

  /// What the journal is called, where it has a name.
  public var journalName: String? {
    text(.journalName)
  }

  /// The name of the time zone in force.
  public var timeZone: String {
    text(.timeZone) ?? originalTimeZone ?? "UTC"
  }

  /// The hemisphere in force; northern by default.
  public var hemisphere: Hemisphere {
    text(.hemisphere).flatMap(Hemisphere.init) ?? .northern
  }

  /// Whether seasonal intervals are used; yes by default.
  public var adjustForSeason: Bool {
    value(.adjustForSeason) != .bool(false)
  }

  /// How waterings are gathered; not by default.
  public var gathering: WateringGathering {
    value(.groupWateringDays).flatMap { WateringGathering($0) } ?? .none
  }

  /// Whom a sitter asks, where that is set.
  public var sitterContact: String? { text(.sitterContact) }

  /// The units in which measures are shown; metric by default.
  public var units: MeasurementUnits {
    text(.units).flatMap(MeasurementUnits.init) ?? .metric
  }

  /// What photos are stored as: `jpeg` or `webp`.
  public var photoFormat: String { text(.photoFormat) ?? "jpeg" }

  /// Whether reminders are given; yes by default.
  public var givesReminders: Bool { value(.reminders) != .bool(false) }

  /// How many days before a task is due it is reminded of; 0 by default.
  public var reminderDays: Int { days(.reminderDays) }

  /// How many days late care still counts as on time; 0 by default.
  public var graceDays: Int { days(.graceDays) }

  /// The days of a setting, which are so few that they always fit.
  private func days(_ key: SettingKey) -> Int {
    guard case .integer(let days) = effective(key) else { return 0 }
    return Int(days)
  }

  /// The preferred time of day, where one was set.
  public var preferredTime: TimeOfDay? {
    text(.preferredTime).flatMap { TimeOfDay($0) }
  }

  /// The calendar of these settings.
  ///
  /// Total, as folds must be: a zone that this system does not know, which
  /// another replica may have set, gives way to the one in which the journal
  /// began, else to UTC. ``timeZoneProblem()`` tells.
  public func calendar() -> CareCalendar {
    let zone =
      (try? TimeZoneRules(identifier: timeZone))
      ?? originalTimeZone.flatMap { try? TimeZoneRules(identifier: $0) }
    return CareCalendar(
      zone: zone ?? .utc, hemisphere: hemisphere,
      adjustsForSeason: adjustForSeason)
  }

  /// Why the zone in force cannot be used; `nil` where it can.
  public func timeZoneProblem() -> TimeZoneError? {
    do {
      _ = try TimeZoneRules(identifier: timeZone)
      return nil
    } catch {
      return error
    }
  }
}
