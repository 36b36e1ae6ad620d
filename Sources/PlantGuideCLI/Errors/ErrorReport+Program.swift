internal import Glibc

extension ErrorReport {
  /// What commands about the program itself come to.
  static func ofProgram(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as DoctorError:
      ErrorReport(
        error.count == 1
          ? "there is a problem" : "there are \(error.count) problems",
        hint: "see the remedies above", error.exitCode)
    case let error as SpawnError:
      ErrorReport(
        "a program could not be started: "
          + String(cString: strerror(error.errno)),
        hint: "end other programs, then try again", .system)
    default: nil
    }
  }
}
