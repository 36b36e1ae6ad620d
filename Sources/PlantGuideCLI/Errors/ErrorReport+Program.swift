internal import TerminalKit

extension ErrorReport {
  /// What commands about the program itself come to.
  static func ofProgram(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as DoctorError:
      ErrorReport(
        error.count == 1
          ? "there is a problem" : "there are \(error.count) problems",
        hint: "see the remedies above", error.exitCode)
    case let error as DeletionError: deletion(error)
    default: nil
    }
  }

  private static func deletion(_ error: DeletionError) -> ErrorReport {
    switch error {
    case .notConfirmed(let name):
      ErrorReport(
        "removing the journal needs its name typed, and there is no terminal "
          + "to ask on; nothing was removed",
        hint: "plantguide delete-all --confirm \(ShellQuoting.quoted(name))",
        .wrongUsage)
    case .otherName(let typed, let name):
      ErrorReport(
        "'\(typed)' is not the journal's name, '\(name)'; nothing was removed",
        .wrongUsage)
    case .keepsChanging:
      ErrorReport(
        "others keep writing to the journal; nothing was removed",
        hint: "end other plantguide processes, then try again", .system)
    }
  }
}
