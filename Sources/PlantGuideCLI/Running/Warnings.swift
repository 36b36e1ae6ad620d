internal import TerminalKit

/// What went wrong beside a command, which goes on without it; told once each
/// when the command has ended.
///
/// Shared by all copies of a command's context, since closures keep some.
final class Warnings {
  private(set) var reports: [ErrorReport] = []

  func add(_ report: ErrorReport) {
    guard !reports.contains(report) else { return }
    reports.append(report)
  }
}
