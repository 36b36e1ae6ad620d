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
    let inner = ErrorReport(describing: error.underlying)
    let message = inner.message + "; nothing was written"
    guard let path = error.path else {
      return ErrorReport(message, hint: inner.hint, inner.exitCode)
    }
    return ErrorReport(
      message,
      hint:
        "your text is kept in \(path); mend it, then: plantguide edit PLANT --form \(path)",
      inner.exitCode)
  }
}
