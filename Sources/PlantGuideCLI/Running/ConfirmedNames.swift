internal import JournalQueries
internal import TerminalKit

/// The near spellings that somebody has agreed to while a command runs.
///
/// Shared by all copies of a command's context, since closures keep some.
final class ConfirmedNames {
  private(set) var names: Set<String> = []

  func insert(_ name: String) { names.insert(name) }
}

extension Command {
  /// Runs the command; where it would write on a plant, or of a kind of care,
  /// whose name was only nearly given, asks first.
  ///
  /// The question is asked outside of any transaction, so nobody waits for
  /// the answer: the command gives up, and runs again with the name agreed.
  func run(asking context: inout CommandContext) throws {
    while true {
      do {
        return try run(&context)
      } catch PlantNameError.near(let name, let candidate)
        where context.process.prompt.isInteractive
      {
        try context.confirm(
          name,
          "No plant is called '\(name)'. Did you mean "
            + "\(candidate.displayName) (\(candidate.id))?")
      } catch let error as NearKind
        where context.process.prompt.isInteractive
      {
        try context.confirm(
          error.name,
          "'\(error.name)' is no usual kind of care. Did you mean "
            + "\(error.candidate)?")
      }
    }
  }
}

extension CommandContext {
  fileprivate func confirm(_ name: String, _ question: String) throws {
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
    confirmedNames.insert(name)
  }
}

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
