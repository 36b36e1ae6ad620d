internal import CatalogueStore
internal import ErrorKit
internal import JournalActions
internal import JournalQueries
internal import TerminalKit

/// The near spellings that somebody has accepted while a command runs.
///
/// All copies of a command's context share it, since closures keep some.
final class ConfirmedNames {
  private(set) var names: Set<String> = []

  func insert(_ name: String) { names.insert(name) }
}

extension Command {
  /// Runs the command. If it would write on a plant or kind of care whose name
  /// was only nearly given, it asks first; and if a name is ambiguous, it asks
  /// which plant is meant.
  ///
  /// It asks outside of any transaction, so nobody waits for the answer: the
  /// command gives up, and runs again with the accepted name.
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
          "'\(error.name)' is not a built-in kind of care. Did you mean "
            + "\(error.candidate)?")
      } catch let error as PlantNameError {
        guard case .ambiguous(let name, let candidates, nil) = error,
          try context.choose(name, among: candidates.map(\.choice))
        else { throw error }
      } catch let error as CatalogueNameError {
        let takesAny = definition.options.contains {
          $0.name == OptionDefinition.asTyped.name
        }
        guard case .ambiguous(let name, let candidates) = error,
          try context.choose(
            name, among: candidates.map { ($0, $0) },
            orElse: takesAny ? "--as-typed keeps the name as it is" : nil)
        else { throw error }
      } catch let error as TaskNameError {
        // The name in --task is in no positional argument.
        guard case .ambiguous(let name, let candidates) = error,
          !context.arguments.contains(.meantTask),
          try context.choose(name, among: candidates.map(\.choice))
        else { throw error }
      }
    }
  }
}

extension CommandContext {
  /// Asks which of several things an argument means, and replaces the argument
  /// by the choice. `remedy` is that of an argument that means none of them.
  ///
  /// - Returns: Whether somebody could be asked.
  /// - Throws: `NothingMatched` if none was chosen.
  fileprivate mutating func choose(
    _ name: String, among candidates: [(text: String, value: String)],
    orElse remedy: Remedy? = nil
  ) throws -> Bool {
    // If the arguments form one name together, the choice replaces all of them.
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
    else { throw NothingMatched(reason: "none was chosen", remedy: remedy) }
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

/// The warnings of a command that continues without something. Each is shown
/// once when the command has ended.
///
/// All copies of a command's context share it, since closures keep some.
final class Warnings {
  private(set) var reports: [ErrorReport] = []

  func add(_ report: ErrorReport) {
    guard !reports.contains(report) else { return }
    reports.append(report)
  }
}
