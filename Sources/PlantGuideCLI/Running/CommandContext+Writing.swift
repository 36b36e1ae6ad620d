internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import TerminalKit

extension WriteReport {
  /// The command that takes back what was written last; `nil` where nothing
  /// was.
  var undoCommand: String? {
    actions.last.map { "plantguide undo \($0.shortID)" }
  }
}

extension CommandContext {
  /// The units in which bare numbers are read, and answers given.
  func inputUnits() throws -> MeasurementUnits { try read { $0.units } }

  /// Whether the command shows what it would do and does nothing.
  var isDryRun: Bool { arguments[.dryRun] }

  /// Prints what a write did, and how to undo it: by `undo`, where it was no
  /// action.
  mutating func report(_ report: WriteReport, undo: String? = nil) throws {
    let undo = report.undoCommand ?? undo
    if try printedJSON({ $0.writeReport(report, undo: undo) }) { return }
    for line in report.lines { try print(line) }
    guard !isDryRun else { return try printDryRun() }
    guard let undo else { return }
    let label = report.actions.count > 1 ? "undo the last with" : "undo with"
    try print(terminal.styled("\(label): \(undo)", .dim))
  }

  /// Says that a dry run wrote nothing, where this is one.
  mutating func printDryRun(_ done: String = "written") throws {
    guard isDryRun else { return }
    try print(hint: "dry run: nothing was \(done)")
  }

  /// Asks before more than three things are written at once.
  func confirmBatch(_ count: Int, _ question: String) throws {
    guard count > Self.mostUnasked, !arguments[.yes], !isDryRun
    else { return }
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  /// Asks whether to go on, once all is shown that was printed: a question
  /// goes to another stream.
  ///
  /// - Throws: `NothingMatched` where the answer is no.
  mutating func confirm(_ question: String) throws {
    try output.flush()
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  /// How many things are written without a question.
  static let mostUnasked = 3

  /// Refuses a path at which a command that is to make a file must make none.
  func checkPlace(ofFileAt path: String, replaces: Bool) throws {
    guard FileSystem.isAnything(path) else { return }
    let status = try FileStatus(of: path, followsLinks: false)
    guard status.kind == .file else {
      throw UsageError("\(path) is no file that could be replaced")
    }
    guard replaces else {
      throw UsageError(
        "\(path) is there already", hint: "to replace it, add --force")
    }
  }
}
