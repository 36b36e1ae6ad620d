/// That `doctor` found problems, each of which it has told.
struct DoctorError: Error, Sendable, Hashable {
  /// How many.
  let count: Int
  /// The gravest kind: damage, then a newer format, then the rest.
  let exitCode: ExitCode

  init(_ problems: [Finding]) {
    count = problems.count
    let codes = problems.map(\.exitCode)
    exitCode =
      [.damagedData, .newerFormat].first(where: codes.contains) ?? .system
  }
}
