internal import ErrorKit
internal import JournalExchange
internal import JournalQueries
internal import POSIXKit
internal import TerminalKit

extension AutoBackup {
  /// The variable that tells the program that it makes a backup by itself,
  /// with nobody there to be told.
  static let variable = "PLANTGUIDE_AUTO_BACKUP"
}

extension CommandContext {
  /// Starts a process that makes a backup, where this command has written and
  /// one is due, and says once on a terminal how the last one failed. The
  /// command does not wait for it.
  mutating func startAutoBackup(reportingTo errors: inout Output) {
    let starts =
      journal.hasNewEvents && process.environment[AutoBackup.variable] == nil
    let tells =
      command.warnings == .all && command.needsHome && !wantsJSON
      && process.standardError.isTerminal
    // Asked first: without it a command does no more than this.
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

  /// What that process does; how it failed is kept for others.
  func backUpByItself() throws {
    let backup = AutoBackup(
      ofHomeAt: journal.homePath, setting: process.machineSetting)
    try backup?.run(on: journal)
  }

  /// Starts this program again, with nobody there to be told or asked, and
  /// does not wait for it. Where no process can be started, the next command
  /// tries again.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - variable: The variable that tells it so.
  mutating func startInBackground(_ arguments: [String], _ variable: String) {
    guard let home = try? FileSystem.canonicalPath(journal.homePath) else {
      return
    }
    // What the command has to say does not wait for that either.
    try? output.flush()
    // By its own name, by which people find it; a link would give it that of
    // the link.
    let link = "/proc/self/exe"
    let program = FileSystem.target(ofLink: link) ?? link
    try? ChildProcess.startDetached(
      FileSystem.isExecutable(program) ? program : link, arguments: arguments,
      variables: ["PLANTGUIDE_HOME": home, variable: "1"])
  }
}
