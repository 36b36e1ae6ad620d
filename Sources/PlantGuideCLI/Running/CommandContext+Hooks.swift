internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
internal import JournalQueries
internal import POSIXKit
internal import TerminalKit

extension CommandContext {
  /// Tells the hook of what was appended, if there is a hook, and says on
  /// `errors` how it failed.
  ///
  /// What the command has printed goes out before, so that the hook's words
  /// follow it.
  mutating func runHooks(reportingTo errors: inout Output) throws {
    guard journal.latestAction != nil,
      process.environment[AppendHook.variable] == nil,
      let hook = AppendHook(in: journal.hooksDirectory)
    else { return }
    let flushed = Result { try output.flush() }
    let terminal = process.errorTerminal
    var said = HookOutput()
    let outcome = Result { try run(hook, said: &said) }
    try errors.write(said.text(isTerminal: terminal.isTerminal))
    if case .failure(let error) = outcome {
      let report = ErrorReport(describing: error)
      try errors.write(report.text(for: terminal, as: .warning))
    }
    try errors.flush()
    try flushed.get()
  }

  private func run(
    _ hook: AppendHook, said: inout HookOutput
  ) throws {
    let lines = try journal.writtenLines()
    let seconds: Int64 =
      switch process.machineSetting(.hookSeconds) {
      case .integer(let seconds): seconds
      default: 10
      }
    try hook.run(
      environment: hookEnvironment(), seconds: seconds, said: &said, lines)
  }

  /// This process's variables, with those that tell the hook where it is.
  private func hookEnvironment() -> [String] {
    let path = try? FileSystem.canonicalPath(journal.homePath)
    let own = [
      "PLANTGUIDE_HOME": path ?? journal.homePath,
      "PLANTGUIDE_ACTION": journal.latestAction ?? "",
      AppendHook.variable: "on-append",
    ]
    let others = ProcessEnvironment.all().filter { variable in
      own[String(variable.prefix { $0 != "=" })] == nil
    }
    return others + own.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

extension HookOutput {
  /// The text to be shown, of whole lines: on a terminal made safe, else as it
  /// came.
  fileprivate func text(isTerminal: Bool) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    if isTerminal { text = Self.safe(text) }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    guard leftOut > 0 else { return text }
    return text
      + "… and \(Phrase.count(leftOut, "byte")) more of the hook's output\n"
  }

  private static func safe(_ text: String) -> String {
    // Tabulators only lay out.
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false)
          .map { SafeText.shown(String($0)) }
          .joined(separator: "    ")
      }.joined(separator: "\n")
  }
}
