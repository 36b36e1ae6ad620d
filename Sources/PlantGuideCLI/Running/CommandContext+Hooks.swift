internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
internal import JournalQueries
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension CommandContext {
  /// Passes appended events to the hook, if there is one, and reports its
  /// failure on `errors`.
  ///
  /// The command's output is flushed before, so that the hook's output follows
  /// it.
  mutating func runHooks(reportingTo errors: inout Output) throws {
    guard journal.latestAction != nil,
      process.environment[AppendHook.variable] == nil,
      let hook = AppendHook(in: journal.hooksDirectory)
    else { return }
    let flushed = Result { try output.flush() }
    var said = HookOutput()
    let outcome = Result {
      try hook.run(
        ofHomeAt: journal.homePath, after: journal.latestAction ?? "",
        setting: process.machineSetting, said: &said, journal.writtenLines())
    }
    let terminal = process.errorTerminal
    errors.tell(said.text(for: terminal), on: terminal)
    if case .failure(let error) = outcome {
      errors.warn(
        ErrorReport(describing: error), process, inJSON: wantsJSON)
    }
    try flushed.get()
  }
}

extension HookOutput {
  /// Returns the text to show, in whole lines.
  fileprivate func text(for terminal: Terminal) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    if terminal.isTerminal { text = SafeText.onTerminal(text, .foreign) }
    if !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    guard leftOut > 0 else { return text }
    return text
      + "… and \(Phrase.count(leftOut, "byte")) more of the hook's output\n"
  }
}
