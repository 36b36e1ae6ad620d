public import JournalCare
public import JournalEvents

/// The settings of this machine alone: they depend on its screen, its programs
/// or its network, and would be wrong on another replica.
public enum MachineSettingKey: String, CaseIterable, Sendable {
  /// A Boolean value that indicates whether outside services stay unused.
  case offlineMode
  /// The brightness of the background: light or dark.
  case appearance
  /// The colouring of output on a terminal.
  case color
  /// The program that shows long output.
  case pager
  /// The program that edits a form.
  case editor
  /// The options that `list --remember` keeps, as typed.
  case listOptions
  /// The options that `upcoming --remember` keeps.
  case upcomingOptions
  /// The options that `search --remember` keeps.
  case searchOptions
  /// The options that `browse --remember` keeps.
  case browseOptions
  /// The time that a hook may run, in seconds.
  case hookSeconds
  /// The remotes to sync with after a write.
  case autoSync
  /// The least time between two automatic syncs, in seconds.
  case autoSyncSeconds
  /// The frequency of backups after writes.
  case autoBackup
  /// The directory of automatic backups.
  case autoBackupDirectory
  /// The address of this machine's pages, to which reminders link.
  case householdPage

  /// The form of the values.
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
    case .householdPage: .pageAddress
    }
  }

  /// The default value; `null` for none.
  public var defaultValue: SettingValue {
    switch self {
    case .offlineMode: .bool(false)
    case .appearance: .text("system")
    case .color: .text("auto")
    case .pager, .editor, .listOptions, .upcomingOptions, .searchOptions,
      .browseOptions, .autoBackupDirectory, .householdPage:
      .null
    case .hookSeconds: .integer(10)
    case .autoSync, .autoBackup: .text("off")
    case .autoSyncSeconds: .integer(60)
    }
  }
}

/// A setting of the journal, or of this machine.
public enum SettingName: Sendable, Hashable {
  /// A setting of the journal, the same on every replica.
  case journal(SettingKey)
  /// A setting of this machine alone.
  case machine(MachineSettingKey)

  /// Every setting, in the order in which they are listed.
  public static let all =
    SettingKey.allCases.map(Self.journal)
    + MachineSettingKey.allCases.map(Self.machine)

  /// The name of the setting.
  public var key: String {
    switch self {
    case .journal(let key): key.rawValue
    case .machine(let key): key.rawValue
    }
  }

  /// The form of the values.
  public var form: SettingForm {
    switch self {
    case .journal(let key): key.form
    case .machine(let key): key.form
    }
  }

  /// The default value; `null` for none.
  public var defaultValue: SettingValue {
    switch self {
    case .journal(let key): key.defaultValue
    case .machine(let key): key.defaultValue
    }
  }

  /// A Boolean value that indicates whether the setting has an effect; the
  /// others wait for planned features.
  public var isUsed: Bool {
    switch self {
    case .journal(.reminderSound):
      false
    case .journal, .machine: true
    }
  }
}
