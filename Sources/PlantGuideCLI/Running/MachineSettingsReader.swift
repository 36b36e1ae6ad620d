internal import JournalLog

/// The settings of this machine, read when first asked for.
///
/// A class, so that all copies of the facts of a process read them once.
final class MachineSettingsReader {
  private let home: JournalHome
  private var outcome: Result<MachineSettings, any Error>?

  init(home: JournalHome) {
    self.home = home
  }

  /// The settings, or why their file cannot be read.
  var settings: Result<MachineSettings, any Error> {
    if let outcome { return outcome }
    let home = home
    let read = Result { try MachineSettings(of: home) }
    outcome = read
    return read
  }
}
