public import JournalCare
public import JournalEvents

/// The settings of this machine alone: what depends on its screen, its
/// programs or its network, and would be wrong on another replica.
public enum MachineSettingKey: String, CaseIterable, Sendable {
  /// Whether outside services are left alone.
  case offlineMode
  /// Whether the background is light or dark.
  case appearance
  /// Whether output on a terminal is coloured.
  case color
  /// The program that shows long output.
  case pager
  /// The program that edits a form.
  case editor
  /// What `list --remember` keeps, as it is typed.
  case listOptions
  /// The same of `upcoming --remember`.
  case upcomingOptions
  /// The same of `search --remember`.
  case searchOptions
  /// The same of `browse --remember`.
  case browseOptions
  /// How long a hook may run, in seconds.
  case hookSeconds
  /// Which remotes are synced with once something was written.
  case autoSync
  /// The least time between two such syncs, in seconds.
  case autoSyncSeconds
  /// How often a backup is made once something was written.
  case autoBackup
  /// Where such backups are kept.
  case autoBackupDirectory

  /// Which values it takes.
  public var form: SettingForm {
    switch self {
    case .offlineMode: .flag
    case .appearance: .choice(["system", "light", "dark"])
    // Not `always`: a pipe gets no escape sequences without being asked.
    case .color: .choice(["auto", "never"])
    case .pager, .editor: .text
    case .listOptions, .upcomingOptions, .searchOptions, .browseOptions: .text
    case .hookSeconds: .whole(1...3_600)
    case .autoSync: .switchOrNames
    case .autoSyncSeconds: .whole(1...86_400)
    case .autoBackup: .choice(["off", "daily", "weekly", "monthly"])
    case .autoBackupDirectory: .directory
    }
  }

  /// The value in force where none was set; `null` for none.
  public var defaultValue: SettingValue {
    switch self {
    case .offlineMode: .bool(false)
    case .appearance: .text("system")
    case .color: .text("auto")
    case .pager, .editor, .listOptions, .upcomingOptions, .searchOptions,
      .browseOptions, .autoBackupDirectory:
      .null
    case .hookSeconds: .integer(10)
    case .autoSync, .autoBackup: .text("off")
    case .autoSyncSeconds: .integer(60)
    }
  }
}

/// A setting: one of the journal, or of this machine.
public enum SettingName: Sendable, Hashable {
  /// One of the journal, the same on every replica.
  case journal(SettingKey)
  /// One of this machine alone.
  case machine(MachineSettingKey)

  /// Every setting, in the order in which they are listed.
  public static let all =
    SettingKey.allCases.map(Self.journal)
    + MachineSettingKey.allCases.map(Self.machine)

  /// Its name.
  public var key: String {
    switch self {
    case .journal(let key): key.rawValue
    case .machine(let key): key.rawValue
    }
  }

  /// Which values it takes.
  public var form: SettingForm {
    switch self {
    case .journal(let key): key.form
    case .machine(let key): key.form
    }
  }

  /// The value in force where none was set; `null` for none.
  public var defaultValue: SettingValue {
    switch self {
    case .journal(let key): key.defaultValue
    case .machine(let key): key.defaultValue
    }
  }

  /// Whether it changes anything in this program; the others wait for parts
  /// that are still to come.
  public var isUsed: Bool {
    switch self {
    case .journal(.reminderSound), .journal(.identificationMethod),
      .journal(.minimumConfidence), .machine(.offlineMode):
      false
    case .journal, .machine: true
    }
  }
}
