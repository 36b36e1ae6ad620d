public import JournalEvents

/// The journal settings that this program knows. They are events, and therefore
/// the same on every replica.
public enum SettingKey: String, CaseIterable, Sendable {
  /// The IANA name of the journal's time zone.
  case timeZone
  /// The hemisphere of the seasons: `northern` or `southern`.
  case hemisphere
  /// A switch for seasonal intervals.
  case adjustForSeason
  /// The grouping of waterings on common days.
  case groupWateringDays
  /// The number of days by which care may be late and still count as on time.
  case graceDays
  /// The time of day at which tasks are shown, "HH:MM".
  case preferredTime
  /// The name of the journal.
  case journalName
  /// The person that a sitter can ask, and how to reach them.
  case sitterContact
  /// A switch for all reminders.
  case reminders
  /// The number of days by which a reminder precedes the due day.
  case reminderDays
  /// The time of day of reminders, "HH:MM".
  case reminderTime
  /// The times of day at which nobody is reminded.
  case reminderQuietHours
  /// The days of the week on which people are reminded.
  case reminderWeekdays
  /// The form of messages: one for all tasks, or one for each.
  case reminderForm
  /// The number of further reminders of an overdue task, one a day.
  case reminderRepeats
  /// The kinds of care without reminders.
  case reminderSilentKinds
  /// The plants without reminders.
  case reminderSilentPlants
  /// The days of a holiday, on which nobody is reminded.
  case reminderPause
  /// The machine that reminds.
  case reminderMachine
  /// A switch for the sound of reminders.
  case reminderSound
  /// The units in which measures are shown; stored ones are metric.
  case units
  /// The format of stored photos.
  case photoFormat
  /// The method that identifies a plant in a photo.
  case identificationMethod
  /// The minimum confidence of an identification.
  case minimumConfidence

  /// The form of the setting's values.
  public var form: SettingForm {
    switch self {
    case .timeZone: .timeZone
    case .hemisphere: .choice(Hemisphere.allCases.map(\.rawValue))
    case .adjustForSeason, .reminders, .reminderSound: .flag
    case .groupWateringDays: .gathering
    case .preferredTime, .reminderTime: .timeOfDay
    case .reminderQuietHours: .timeSpan
    case .reminderWeekdays: .weekdays
    case .reminderForm: .choice(["digest", "single"])
    case .reminderSilentKinds: .kinds
    case .reminderSilentPlants: .plants
    case .reminderPause: .daySpan
    case .journalName, .sitterContact, .reminderMachine: .text
    case .graceDays: .whole(0...3)
    case .reminderDays, .reminderRepeats: .whole(0...30)
    case .units: .choice(MeasurementUnits.allCases.map(\.rawValue))
    case .photoFormat: .choice(["jpeg", "webp"])
    case .identificationMethod: .choice(["hybrid", "onDevice", "apiOnly"])
    case .minimumConfidence: .confidence
    }
  }

  /// The default value; `null` for none. The default time zone is the original
  /// one.
  public var defaultValue: SettingValue {
    switch self {
    case .timeZone, .preferredTime, .journalName, .sitterContact, .reminderTime,
      .reminderQuietHours, .reminderWeekdays, .reminderSilentKinds,
      .reminderSilentPlants, .reminderPause, .reminderMachine:
      .null
    case .hemisphere: .text(Hemisphere.northern.rawValue)
    case .adjustForSeason, .reminders, .reminderSound: .bool(true)
    case .groupWateringDays: .bool(false)
    case .graceDays, .reminderDays, .reminderRepeats: .integer(0)
    case .reminderForm: .text("digest")
    case .units: .text("metric")
    case .photoFormat: .text("jpeg")
    case .identificationMethod: .text("hybrid")
    case .minimumConfidence: .text("0.70")
    }
  }

  /// Returns the end of the sentence that says why `value` is invalid, or `nil`
  /// if it is valid. `null` stands for the default.
  ///
  /// Only the system knows the existing time zones; see
  /// ``TimeZoneRules``.
  public func refusal(of value: SettingValue) -> String? {
    form.admits(value) ? nil : "must be \(form.expectation)"
  }
}

/// The units in which measures are shown and bare numbers are read. Stored
/// measures are metric.
public enum MeasurementUnits: String, CaseIterable, Sendable {
  /// Centimetres, millilitres, degrees Celsius.
  case metric
  /// Inches, US fluid ounces, degrees Fahrenheit.
  case imperial
}
