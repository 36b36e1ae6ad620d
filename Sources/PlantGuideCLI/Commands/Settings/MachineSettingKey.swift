internal import JournalCare
internal import JournalEvents

/// The settings of this machine alone: what depends on its screen, its
/// programs or its network, and would be wrong on another replica.
enum MachineSettingKey: String, CaseIterable, Sendable {
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
  /// How long a hook may run, in seconds.
  case hookSeconds

  /// Which values it takes.
  var form: SettingForm {
    switch self {
    case .offlineMode: .flag
    case .appearance: .choice(["system", "light", "dark"])
    // Not `always`: a pipe gets no escape sequences without being asked.
    case .color: .choice(["auto", "never"])
    case .pager, .editor: .text
    case .hookSeconds: .whole(1...3_600)
    }
  }

  /// The value in force where none was set; `null` for none.
  var defaultValue: SettingValue {
    switch self {
    case .offlineMode: .bool(false)
    case .appearance: .text("system")
    case .color: .text("auto")
    case .pager, .editor: .null
    case .hookSeconds: .integer(10)
    }
  }
}
