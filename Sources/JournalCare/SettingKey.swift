public import JournalEvents

/// The settings of a journal that this program knows: they are events, and so
/// the same on every replica.
public enum SettingKey: String, CaseIterable, Sendable {
  /// The IANA name of the journal's time zone.
  case timeZone
  /// Which half of the year is summer: `northern` or `southern`.
  case hemisphere
  /// Whether seasonal intervals are used.
  case adjustForSeason
  /// Whether and how waterings are gathered on common days.
  case groupWateringDays
  /// How many days late care still counts as on time.
  case graceDays
  /// The time of day at which tasks are shown, "HH:MM".
  case preferredTime
  /// What the journal is called.
  case journalName
  /// Whom a sitter asks, and how to reach them.
  case sitterContact
  /// Whether reminders are given at all.
  case reminders
  /// How many days before a task is due it is reminded of.
  case reminderDays
  /// Whether a reminder may be heard.
  case reminderSound
  /// The units in which measures are shown; inside they are metric.
  case units
  /// What photos are stored as.
  case photoFormat
  /// What identifies a plant in a photo.
  case identificationMethod
  /// The least confidence with which an identification counts.
  case minimumConfidence

  /// Which values it takes.
  public var form: SettingForm {
    switch self {
    case .timeZone: .timeZone
    case .hemisphere: .choice(Hemisphere.allCases.map(\.rawValue))
    case .adjustForSeason, .reminders, .reminderSound: .flag
    case .groupWateringDays: .gathering
    case .preferredTime: .timeOfDay
    case .journalName, .sitterContact: .text
    case .graceDays: .whole(0...3)
    case .reminderDays: .whole(0...30)
    case .units: .choice(MeasurementUnits.allCases.map(\.rawValue))
    case .photoFormat: .choice(["jpeg", "webp"])
    case .identificationMethod: .choice(["hybrid", "onDevice", "apiOnly"])
    case .minimumConfidence: .confidence
    }
  }

  /// The value in force where none was set; `null` for none. The time zone's
  /// is the one in which the journal began.
  public var defaultValue: SettingValue {
    switch self {
    case .timeZone, .preferredTime, .journalName, .sitterContact: .null
    case .hemisphere: .text(Hemisphere.northern.rawValue)
    case .adjustForSeason, .reminders, .reminderSound: .bool(true)
    case .groupWateringDays: .bool(false)
    case .graceDays, .reminderDays: .integer(0)
    case .units: .text("metric")
    case .photoFormat: .text("jpeg")
    case .identificationMethod: .text("hybrid")
    case .minimumConfidence: .text("0.70")
    }
  }

  /// Why `value` cannot be this setting's, as the end of a sentence; `nil`
  /// where it can. `null` stands for the default.
  ///
  /// Whether a time zone exists is known only to the system; see
  /// ``JournalTime/TimeZoneRules``.
  public func refusal(of value: SettingValue) -> String? {
    form.admits(value) ? nil : "must be \(form.expectation)"
  }
}

/// The units in which measures are shown, and bare numbers read. What is kept
/// is metric.
public enum MeasurementUnits: String, CaseIterable, Sendable {
  /// Centimetres, millilitres, degrees Celsius.
  case metric
  /// Inches, US fluid ounces, degrees Fahrenheit.
  case imperial
}
