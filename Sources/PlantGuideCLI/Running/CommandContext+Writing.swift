internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import TerminalKit

extension WriteReport {
  /// The command that undoes the last written action; `nil` if nothing was
  /// written.
  var undoCommand: String? {
    actions.last.map { "plantguide undo \($0.shortID)" }
  }
}

extension CommandContext {
  /// Returns the units of bare numbers in input and output.
  func inputUnits() throws -> MeasurementUnits { try read { $0.units } }

  /// A Boolean value that indicates whether the command does not write.
  var isDryRun: Bool { arguments[.dryRun] }

  /// Prints the outcome of a write, and how to undo it; `undo` is the command
  /// if it was no action.
  mutating func report(_ report: WriteReport, undo: String? = nil) throws {
    let undo = report.undoCommand ?? undo
    if try printedJSON({ $0.writeReport(report, undo: undo) }) { return }
    for line in report.lines { try print(line) }
    guard !isDryRun else { return try printDryRun() }
    guard let undo else { return }
    let label = report.actions.count > 1 ? "undo the last with" : "undo with"
    try print(terminal.styled("\(label): \(undo)", .dim))
  }

  /// Prints that nothing was written, if this is a dry run.
  mutating func printDryRun(_ done: String = "written") throws {
    guard isDryRun else { return }
    try print(hint: "dry run: nothing was \(done)")
  }

  /// Asks before the command writes more than three things at once.
  func confirmBatch(_ count: Int, _ question: String) throws {
    guard count > Receipt.mostUnasked, !arguments[.yes], !isDryRun
    else { return }
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  /// Asks whether to continue. It first flushes the output, as questions go to
  /// another stream.
  ///
  /// - Throws: `NothingMatched` if the answer is no.
  mutating func confirm(_ question: String) throws {
    try output.flush()
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  /// Refuses a path where a command must not create a file.
  func checkPlace(ofFileAt path: String, replaces: Bool) throws {
    guard FileSystem.isAnything(path) else { return }
    let status = try FileStatus(of: path, followsLinks: false)
    guard status.kind == .file else {
      throw UsageError("\(path) is not a file that can be replaced")
    }
    guard replaces else {
      throw UsageError(
        "\(path) is there already", hint: "to replace it, add --force")
    }
  }
}
