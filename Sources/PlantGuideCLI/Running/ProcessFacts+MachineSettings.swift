internal import JournalCare
internal import JournalEvents
internal import JournalQueries
package import TerminalKit

extension ProcessFacts {
  /// The current value of a setting of this machine; the default if its file
  /// cannot be read, which ``machineSettingsProblem`` reports.
  func machineSetting(_ key: MachineSettingKey) -> SettingValue {
    guard let value = (try? machineSettings.settings.get())?[key.rawValue],
      key.form.admits(value)
    else { return key.defaultValue }
    return value
  }

  /// The reason that this machine's settings cannot be read, or that their
  /// pager is not run; `nil` for neither.
  var machineSettingsProblem: (any Error)? {
    do {
      _ = try machineSettings.settings.get()
      if standardOutput.isTerminal, environment["PLANTGUIDE_PAGER"] == nil {
        _ = try machineProgram(.pager)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The machine's choice of colours on terminals, as `--color` has it; `nil`
  /// if nobody is looking, so that pipes need not ask.
  var machineColor: ColorChoice? {
    guard standardOutput.isTerminal,
      case .text(let choice) = machineSetting(.color)
    else { return nil }
    return ColorChoice(rawValue: choice)
  }

  /// The terminal, if it is one, for errors and questions.
  package var errorTerminal: Terminal {
    let isPlain =
      neverColors
      || standardError.isTerminal && machineText(.color) == "never"
    return Terminal(
      standardError, color: isPlain ? .never : .auto,
      appearance: machineText(.appearance) ?? "system")
  }

  /// The terminal, if it is one, for output.
  ///
  /// - `color`: The value of `--color`.
  func outputTerminal(
    color: ColorChoice?, of facts: Terminal.Facts? = nil
  ) -> Terminal {
    Terminal(
      facts ?? standardOutput, color: color ?? machineColor ?? .auto,
      appearance: machineText(.appearance) ?? "system")
  }

  /// The pager for long output; `nil` for none, or if nobody is looking.
  var pager: [String]? {
    guard standardOutput.isTerminal else { return nil }
    return Pager.command(environment: environment) {
      try? machineProgram(.pager)
    }
  }

  /// The editor for forms.
  ///
  /// - Throws: `UntrustedFile` if another user could have named it.
  var editor: TextEditor {
    get throws {
      TextEditor(
        environment: environment, setting: try machineProgram(.editor))
    }
  }

  /// The program that a setting of this machine names; `nil` if it names none.
  private func machineProgram(_ key: MachineSettingKey) throws -> String? {
    guard let text = machineText(key) else { return nil }
    try MachineSettings.checkIsTrusted(ofHomeAt: homePath)
    return text
  }

  private func machineText(_ key: MachineSettingKey) -> String? {
    guard case .text(let text) = machineSetting(key) else { return nil }
    return text
  }
}
