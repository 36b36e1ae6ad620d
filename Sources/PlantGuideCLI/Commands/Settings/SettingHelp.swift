internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension SettingName {
  /// The setting's purpose, in one sentence.
  var summary: String {
    switch self {
    case .journal(let key): key.summary
    case .machine(let key): key.summary
    }
  }

  /// The help on all settings, with a paragraph for each.
  static var overview: String {
    let journal = "Settings of the journal, the same on all its replicas:"
    let machine = "Settings of this machine alone:"
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
  fileprivate var summary: String {
    switch self {
    case .timeZone:
      "The time zone whose days count; at first the one in which the journal began"
    case .hemisphere:
      "Which half of the year is summer; the months of schedules stay as named"
    case .adjustForSeason: "Whether schedules use their seasonal intervals"
    case .groupWateringDays:
      "Whether waterings come earlier to share a day: 'quarter' brings each forward to a day on which another is due, by at most a quarter of its interval; days of the week bring each forward to the latest of them before it is due, those with an interval of less than seven days by at most a quarter of it"
    case .graceDays:
      "How many days late 'audit' and 'stats care' still take care for on time"
    case .preferredTime: "The time of day for tasks without one of their own"
    case .journalName: "What the journal is called"
    case .sitterContact: "Whom the sheet of 'sitter' tells to ask, and how"
    case .reminders: "Whether 'export ics' writes alarms"
    case .reminderDays:
      "How many days before a task is due 'export ics' rings, too"
    case .reminderSound: "Whether a reminder may be heard"
    case .units: "The units in which measures are shown, and bare numbers read"
    case .photoFormat:
      "What photos are stored as: JPEG opens anywhere, WebP takes half the space"
    case .identificationMethod: "What identifies a plant in a photo"
    case .minimumConfidence:
      "The least confidence with which an identification counts"
    }
  }
}

extension MachineSettingKey {
  fileprivate var summary: String {
    switch self {
    case .offlineMode: "Whether outside services are left alone"
    case .appearance: "Whether the terminal's background is light or dark"
    case .color: "Whether a terminal gets colours, where --color says nothing"
    case .pager: "The command that shows long output on a terminal"
    case .editor: "The command that edits a form"
    case .listOptions:
      "The words, filters, order, columns and view that 'list --remember' keeps for a terminal"
    case .upcomingOptions, .searchOptions, .browseOptions:
      "The options that '\(rawValue.dropLast(7)) --remember' keeps for a terminal"
    case .hookSeconds: "How many seconds a hook may run"
    case .autoSync:
      "With which remotes this machine syncs in the background once a command has written"
    case .autoSyncSeconds:
      "How many seconds lie between two such syncs at least"
    case .autoBackup:
      "How often this machine makes a backup in the background once a command has written"
    case .autoBackupDirectory:
      "Where such backups are kept, best on another disk and apart from those of other machines; in the home, where none is set"
    }
  }
}
