internal import JournalCare
internal import JournalEvents
package import JournalQueries

extension SettingName {
  /// The setting's purpose, in one sentence.
  package var summary: String {
    switch self {
    case .journal(let key): key.summary
    case .machine(let key): key.summary
    }
  }

  /// The help on all settings, with a paragraph for each.
  package static var overview: String {
    let journal = "Settings of the journal, the same on all replicas:"
    let machine = "Settings of this machine only:"
    return
      ([journal] + paragraphs(SettingKey.allCases.map(Self.journal))
      + [machine] + paragraphs(MachineSettingKey.allCases.map(Self.machine)))
      .joined(separator: "\n\n")
  }

  private static func paragraphs(_ names: [SettingName]) -> [String] {
    names.filter(\.isUsed).map(\.paragraph)
  }

  private var paragraph: String {
    let value =
      defaultValue == .null ? "" : "; \(form.shown(defaultValue)) by default"
    return "\(key): \(summary). It is \(form.expectation)\(value)."
  }
}

extension SettingKey {
  /// The setting's purpose for a reader of pages, who knows no commands.
  package var pageSummary: String {
    switch self {
    case .hemisphere:
      "Your half of the earth, which decides when summer is. The months of schedules stay the same"
    case .groupWateringDays:
      "Moves waterings earlier so that they share a day. 'quarter' moves one by at most a quarter of its interval; days of the week, such as 'Sat', move it to the latest of these days before it is due"
    case .graceDays:
      "The days that care may be late and still count as on time"
    case .sitterContact:
      "The person whom a sitter asks, and how to reach them"
    case .reminders: "Turns reminders and the alarms of calendars on or off"
    case .reminderWeekdays:
      "The days of the week on which people are reminded; if none is chosen, all"
    case .identificationMethod:
      "The method that identifies a plant in a photo. 'onDevice' asks a model on the server's machine alone, and 'apiOnly' Pl@ntNet alone. 'hybrid' asks Pl@ntNet if the model is not sure or missing"
    default: summary
    }
  }

  fileprivate var summary: String {
    switch self {
    case .timeZone:
      "The time zone for days; at first the one in which the journal began"
    case .hemisphere:
      "Your half of the earth, which decides when summer is; --months of schedules stay the same"
    case .adjustForSeason: "Turns the seasonal intervals of schedules on or off"
    case .groupWateringDays:
      "Moves waterings earlier so that they share a day. With 'quarter', a watering moves to a day on which another is due, by at most a quarter of its interval. With days of the week, it moves to the latest of these days before it is due; if its interval is under seven days, by at most a quarter of it"
    case .graceDays:
      "The days that care may be late and still be on time for 'audit' and 'stats care'"
    case .preferredTime: "The time of day for tasks without one of their own"
    case .journalName: "The name of the journal"
    case .sitterContact:
      "The person to ask on the sheet of 'sitter', and how to reach them"
    case .reminders:
      "Turns 'remind' and the alarms of 'export ics' on or off"
    case .reminderDays:
      "The number of days before the due day on which a reminder comes"
    case .reminderTime:
      "The time of day of reminders; without one, the preferred time or 08:00"
    case .reminderQuietHours: "The times of day at which nobody is reminded"
    case .reminderWeekdays:
      "The days of the week on which people are reminded; without them, all"
    case .reminderForm:
      "One message for everything that is due, or one for each task"
    case .reminderRepeats:
      "The further reminders of an overdue task, one a day"
    case .reminderSilentKinds: "The kinds of care without reminders"
    case .reminderSilentPlants:
      "The plants without reminders; 'remind mute' and 'remind unmute' set it"
    case .reminderPause: "The days of a holiday, on which nobody is reminded"
    case .reminderMachine:
      "The machine that reminds, by its name, or one for each person with commas between; others then keep silent"
    case .reminderSound: "Turns the sound of reminders on or off"
    case .units:
      "The units of displayed measures, and of numbers without a unit"
    case .photoFormat:
      "The format of stored photos: JPEG opens anywhere, WebP takes half the space"
    case .identificationMethod: "The method that identifies a plant in a photo"
    case .minimumConfidence:
      "The least confidence of an identification that counts"
    }
  }
}

extension MachineSettingKey {
  fileprivate var summary: String {
    switch self {
    case .offlineMode: "Keeps the program from using outside services"
    case .appearance: "The background of your terminal, light or dark"
    case .color: "The colours on a terminal if you do not give --color"
    case .pager: "The command that shows long output on a terminal"
    case .editor: "The command that edits a form"
    case .listOptions:
      "The options that 'list --remember' keeps for a terminal"
    case .upcomingOptions, .searchOptions, .browseOptions:
      "The options that '\(rawValue.dropLast(7)) --remember' keeps for a terminal"
    case .hookSeconds: "The seconds that a hook may run"
    case .autoSync:
      "The remotes with which this machine syncs in the background after a command has written"
    case .autoSyncSeconds:
      "The least number of seconds between two such syncs"
    case .autoBackup:
      "The time between backups in the background, which follow a command that has written"
    case .autoBackupDirectory:
      "The directory of such backups, best on another disk and for this machine only; by default they are in the home"
    case .householdPage:
      "The address at which the household opens the pages of this machine; reminders link to it"
    }
  }
}

extension SettingKey {
  /// The name of the setting in plain words: "Group watering days".
  package var label: String {
    var words = ""
    for character in rawValue {
      if character.isUppercase { words += " " }
      words += words.isEmpty ? character.uppercased() : character.lowercased()
    }
    return words
  }
}
