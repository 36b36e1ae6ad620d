internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension ErrorReport {
  /// What is wrong with a form that people changed in an editor.
  static func ofEditing(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as PlantForm.Rejection:
      ErrorReport(
        error.problems.map(\.text).joined(separator: "; "), .wrongUsage)
    case let error as EditConflict:
      ErrorReport(
        error.text, hint: "look at it, then change it again", .wrongUsage)
    case let error as TextEditorError:
      ErrorReport(
        error.description, hint: "set EDITOR to an editor that you have",
        .system)
    case let error as EditAbandoned: abandoned(error)
    default: nil
    }
  }

  private static func abandoned(_ error: EditAbandoned) -> ErrorReport {
    let call = "plantguide edit \(ShortID.text(of: error.plant))"
    let inner = ErrorReport(describing: error.underlying)
    switch error.rest {
    case .untouched:
      return ErrorReport(
        inner.message + "; nothing was written", hint: inner.hint,
        inner.exitCode)
    case .kept(let path):
      let quoted = ShellQuoting.quoted(path)
      return ErrorReport(
        inner.message + "; nothing was written",
        hint: "your text is kept in \(path); mend it, then: "
          + "\(call) --form \(quoted)",
        inner.exitCode)
    case .gone:
      return ErrorReport(
        "the editor has removed the form, so no text is kept; "
          + "nothing was written",
        hint: "save the form in its place: \(call)", .wrongUsage)
    }
  }
}
