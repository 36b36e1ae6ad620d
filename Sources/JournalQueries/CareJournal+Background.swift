internal import POSIXKit

extension CareJournal {
  /// Starts a command of this journal in the background. Nobody waits for it.
  ///
  /// - Parameters:
  ///   - program: The path of `plantguide`.
  ///   - arguments: The command.
  ///   - variable: The variable that tells the process that it runs in the
  ///     background.
  /// - Throws: `FileSystemError`.
  package func startInBackground(
    _ program: String, _ arguments: [String], _ variable: String
  ) throws {
    try ChildProcess.startDetached(
      program, arguments: arguments,
      variables: [
        "PLANTGUIDE_HOME": try FileSystem.canonicalPath(homePath),
        variable: "1",
      ])
  }
}
