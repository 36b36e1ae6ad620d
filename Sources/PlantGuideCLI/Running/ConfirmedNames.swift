internal import CatalogueStore
internal import JournalActions
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
  /// whose name was only nearly given, asks first, and where a name could be
  /// that of several which one is meant.
  ///
  /// The question is asked outside of any transaction, so nobody waits for
  /// the answer: the command gives up, and runs again with the name agreed.
  func run(asking context: inout CommandContext) throws {
    guard try !context.remembers(for: self) else { return }
    while true {
      do {
        return try run(&context)
      } catch PlantNameError.near(let name, let candidate)
        where context.process.prompt.isInteractive
      {
        try context.confirm(
          name,
          "\(candidate.isTask ? "Nothing" : "No plant") is called '\(name)'. Did you mean "
            + "\(candidate.displayName) (\(candidate.id))?")
      } catch let error as NearKind
        where context.process.prompt.isInteractive
      {
        try context.confirm(
          error.name,
          "'\(error.name)' is no usual kind of care. Did you mean "
            + "\(error.candidate)?")
      } catch let error as PlantNameError {
        guard case .ambiguous(let name, let candidates, nil) = error,
          try context.choose(name, among: candidates.map(\.choice))
        else { throw error }
      } catch let error as CatalogueNameError {
        guard case .ambiguous(let name, let candidates) = error,
          try context.choose(name, among: candidates.map { ($0, $0) })
        else { throw error }
      } catch let error as TaskNameError {
        // What --task names is in no argument's place.
        guard case .ambiguous(let name, let candidates) = error,
          !context.arguments.contains(.meantTask),
          try context.choose(name, among: candidates.map(\.choice))
        else { throw error }
      }
    }
  }
}

extension CommandContext {
  /// Asks which of several things an argument means, and puts what stands for
  /// it in the argument's place.
  ///
  /// - Returns: Whether somebody could be asked.
  /// - Throws: `NothingMatched` where none was chosen.
  fileprivate mutating func choose(
    _ name: String, among candidates: [(text: String, value: String)]
  ) throws -> Bool {
    // Where arguments are one name together, they are all meant.
    let words = arguments.positional
    let isWhole = words.joined(separator: " ") == name
    guard process.prompt.isInteractive, !wantsJSON,
      let place = isWhole ? 0 : words.firstIndex(of: name)
    else { return false }
    try output.flush()
    let choices = candidates.enumerated().map { index, candidate in
      "\(index + 1) \(candidate.text)"
    }
    let answer = try process.prompt.answer(
      "'\(name)' could be \(choices.joined(separator: ", ")). Which number?")
    guard let number = answer.flatMap(Int.init),
      candidates.indices.contains(number - 1)
    else { throw NothingMatched(reason: "none was chosen") }
    arguments.positional.replaceSubrange(
      isWhole ? words.indices : place..<place + 1,
      with: [candidates[number - 1].value])
    return true
  }

  fileprivate func confirm(_ name: String, _ question: String) throws {
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
    confirmedNames.insert(name)
  }
}

extension NameCandidate {
  fileprivate var choice: (text: String, value: String) {
    ("\(displayName) (\(id))", id)
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
