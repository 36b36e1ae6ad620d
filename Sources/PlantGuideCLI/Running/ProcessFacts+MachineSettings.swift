internal import JournalCare
internal import JournalEvents
internal import JournalLog

extension ProcessFacts {
  /// The value in force of a setting of this machine; the default where its
  /// file cannot be read, which `settings list` and `doctor` tell.
  func machineSetting(_ key: MachineSettingKey) -> SettingValue {
    let home = JournalHome(path: homePath)
    guard let value = (try? MachineSettings(of: home))?[key.rawValue],
      key.form.admits(value)
    else { return key.defaultValue }
    return value
  }

  /// Whether this machine's terminals get colours, as `--color` would say it;
  /// `nil` where nobody is looking, so that pipes need not ask.
  var machineColor: String? {
    guard standardOutput.isTerminal,
      case .text(let choice) = machineSetting(.color)
    else { return nil }
    return choice
  }
}
