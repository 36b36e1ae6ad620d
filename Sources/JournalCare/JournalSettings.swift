public import JournalEvents
public import JournalTime

/// The journal's settings: the latest value of each key, including unknown
/// ones.
public struct JournalSettings: Sendable, Hashable {
  /// The values set, by key.
  public let values: [String: SettingValue]
  /// The zone at the start of the journal; `nil` before its first event.
  public let originalTimeZone: String?

  /// Creates settings from stored values and the zone of the first event.
  public init(values: [String: SettingValue], originalTimeZone: String?) {
    self.values = values
    self.originalTimeZone = originalTimeZone
  }

  /// Returns the value that was set for `key`, if it is valid.
  public func value(_ key: SettingKey) -> SettingValue? {
    guard let value = values[key.rawValue], value != .null,
      key.refusal(of: value) == nil
    else { return nil }
    return value
  }

  /// Returns the value of `key` or its default; `null` if it has neither.
  public func effective(_ key: SettingKey) -> SettingValue {
    key == .timeZone ? .text(timeZone) : value(key) ?? key.defaultValue
  }

  private func text(_ key: SettingKey) -> String? {
    guard case .text(let text) = value(key) else { return nil }
    return text
  }

  /// The name of the journal, if any.
  public var journalName: String? {
    text(.journalName)
  }

  /// The name of the current time zone.
  public var timeZone: String {
    text(.timeZone) ?? originalTimeZone ?? "UTC"
  }

  /// The current hemisphere; northern by default.
  public var hemisphere: Hemisphere {
    text(.hemisphere).flatMap(Hemisphere.init) ?? .northern
  }

  /// A Boolean value that indicates whether seasonal intervals are used; true
  /// by default.
  public var adjustForSeason: Bool {
    value(.adjustForSeason) != .bool(false)
  }

  /// The rule that groups waterings; ``WateringGathering/none`` by default.
  public var gathering: WateringGathering {
    value(.groupWateringDays).flatMap { WateringGathering($0) } ?? .none
  }

  /// The person that a sitter can ask, if set.
  public var sitterContact: String? { text(.sitterContact) }

  /// The units in which measures are shown; metric by default.
  public var units: MeasurementUnits {
    text(.units).flatMap(MeasurementUnits.init) ?? .metric
  }

  /// The format of stored photos: `jpeg` or `webp`.
  public var photoFormat: String { text(.photoFormat) ?? "jpeg" }

  /// A Boolean value that indicates whether reminders are given; true by
  /// default.
  public var givesReminders: Bool { value(.reminders) != .bool(false) }

  /// The number of days by which a reminder precedes the due day; 0 by default.
  public var reminderDays: Int { days(.reminderDays) }

  /// The time of day of reminders; `nil` for the preferred time.
  public var reminderTime: TimeOfDay? {
    text(.reminderTime).flatMap { TimeOfDay($0) }
  }

  /// The times of day at which nobody is reminded, if set.
  public var reminderQuietHours: TimeSpan? {
    text(.reminderQuietHours).flatMap { TimeSpan($0) }
  }

  /// The ISO 8601 weekdays on which people are reminded; all by default.
  public var reminderWeekdays: Set<Int> {
    text(.reminderWeekdays).flatMap(WeekdayNames.days(of:)) ?? Set(1...7)
  }

  /// A Boolean value that indicates whether each task has a message of its own;
  /// false by default.
  public var remindsOfEachTask: Bool { text(.reminderForm) == "single" }

  /// The number of further reminders of an overdue task; 0 by default.
  public var reminderRepeats: Int { days(.reminderRepeats) }

  /// The kinds of care without reminders; none by default.
  public var reminderSilentKinds: Set<TaskKind> {
    text(.reminderSilentKinds).flatMap(SettingForm.kinds) ?? []
  }

  /// The plants without reminders; none by default.
  public var reminderSilentPlants: Set<PlantID> {
    text(.reminderSilentPlants).flatMap(SettingForm.plants) ?? []
  }

  /// The days on which nobody is reminded, if set.
  public var reminderPause: ClosedRange<Day>? {
    text(.reminderPause).flatMap(SettingForm.days)
  }

  /// The names of the machines that remind; `nil` for every one with channels.
  public var reminderMachines: [String]? {
    text(.reminderMachine)?.split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
  }

  /// The number of days by which care may be late and still count as on time; 0
  /// by default.
  public var graceDays: Int { days(.graceDays) }

  /// Returns the days of a setting, whose range always fits.
  private func days(_ key: SettingKey) -> Int {
    guard case .integer(let days) = effective(key) else { return 0 }
    return Int(days)
  }

  /// The method that identifies plants in photos.
  public var identificationMethod: String {
    text(.identificationMethod) ?? "hybrid"
  }

  /// The confidence from which an identification may be sure.
  public var minimumConfidence: Double {
    text(.minimumConfidence).flatMap { Double($0) } ?? 0.7
  }

  /// The preferred time of day, if set.
  public var preferredTime: TimeOfDay? {
    text(.preferredTime).flatMap { TimeOfDay($0) }
  }

  /// Creates the calendar of these settings.
  ///
  /// Folds must not fail. Another replica may have set a zone that this system
  /// does not know; the original zone, or else UTC, then replaces it.
  /// ``timeZoneProblem()`` returns the error.
  public func calendar() -> CareCalendar {
    let zone =
      (try? TimeZoneRules(identifier: timeZone))
      ?? originalTimeZone.flatMap { try? TimeZoneRules(identifier: $0) }
    return CareCalendar(
      zone: zone ?? .utc, hemisphere: hemisphere,
      adjustsForSeason: adjustForSeason)
  }

  /// Returns the error of the current time zone, or `nil` if it is usable.
  public func timeZoneProblem() -> TimeZoneError? {
    do {
      _ = try TimeZoneRules(identifier: timeZone)
      return nil
    } catch {
      return error
    }
  }
}
