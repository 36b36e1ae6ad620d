internal import ErrorKit
internal import JournalExchange
internal import JournalQueries
internal import POSIXKit
internal import TerminalKit

extension CommandContext {
  /// Starts a process that makes a backup, if this command has written and one
  /// is due. On a terminal, it reports once that the last backup failed. The
  /// command does not wait for the process.
  mutating func startAutoBackup(reportingTo errors: inout Output) {
    let starts =
      journal.hasNewEvents && process.environment[AutoBackup.variable] == nil
    let tells =
      command.warnings == .all && command.needsHome && !wantsJSON
      && process.standardError.isTerminal
    // This comes first: without the setting, a command does no more.
    guard starts || tells,
      let backup = AutoBackup(
        ofHomeAt: journal.homePath, setting: process.machineSetting)
    else { return }
    let look = backup.look()
    if tells, let failure = backup.failureToTell(look) {
      errors.warn(
        ErrorReport(
          ErrorFacts(
            .system, "the last automatic backup failed: \(failure)",
            "'plantguide doctor' tells more")),
        process, inJSON: false)
    }
    guard starts, backup.needsStart(look, at: process.now) else { return }
    startInBackground(["backup"], AutoBackup.variable)
  }

  /// Runs that process, which records a failure for later commands.
  func backUpByItself() throws {
    let backup = AutoBackup(
      ofHomeAt: journal.homePath, setting: process.machineSetting)
    try backup?.run(on: journal)
  }

  /// Starts this program again in the background. If no process can be started,
  /// the next command tries again.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - variable: The variable that tells the process that it runs in the
  ///     background.
  mutating func startInBackground(_ arguments: [String], _ variable: String) {
    // The command's output does not wait for that either.
    try? output.flush()
    // The program keeps its own name, so that people can find it; a link would
    // give it the link's name.
    let link = "/proc/self/exe"
    let program = FileSystem.target(ofLink: link) ?? link
    try? journal.startInBackground(
      FileSystem.isExecutable(program) ? program : link, arguments, variable)
  }
}
