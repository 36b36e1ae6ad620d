internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import TerminalKit

/// What a write made, for people and as JSON.
struct WriteReport {
  /// Whether nothing of it was kept.
  let isDryRun: Bool

  /// One thing that was made.
  struct Made {
    let type: String
    let id: String
    let shortID: String?
    let name: String?
  }

  var actions: [ActionID] = []
  var made: [Made] = []
  /// How plants that were there changed by a table.
  var differences: [PlantDifference] = []
  /// What was done, in words, a line each.
  var lines: [String] = []
  /// The command that takes back a change of this machine's settings, which
  /// are no actions.
  var machineUndo: String?

  init(isDryRun: Bool, lines: [String] = []) {
    self.isDryRun = isDryRun
    self.lines = lines
  }

  /// Adds a line on something done, which `rest` ends.
  mutating func add(_ verb: Verb, _ rest: String) {
    lines.append(verb.sentence(rest, isDryRun: isDryRun))
  }

  /// Adds what another write did.
  mutating func add(_ other: WriteReport) {
    actions += other.actions
    made += other.made
    lines += other.lines
  }

  /// The command that takes back what was written last; `nil` where nothing
  /// was.
  var undoCommand: String? {
    actions.last.map { "plantguide undo \($0.shortID)" }
      ?? machineUndo
  }
}

extension CommandContext {
  /// The units in which bare numbers are read, and answers given.
  func inputUnits() throws -> MeasurementUnits { try read { $0.units } }

  /// Whether the command shows what it would do and does nothing.
  var isDryRun: Bool { arguments[.dryRun] }

  /// Prints what a write did, and how to undo it.
  mutating func report(_ report: WriteReport) throws {
    let isDryRun = isDryRun
    guard !wantsJSON else {
      return try printJSON { $0.writeReport(report, isDryRun: isDryRun) }
    }
    for line in report.lines { try print(line) }
    guard !isDryRun else {
      return try print(
        terminal.styled("dry run: nothing was written", .hint))
    }
    guard let undo = report.undoCommand else { return }
    let label = report.actions.count > 1 ? "undo the last with" : "undo with"
    try print(terminal.styled("\(label): \(undo)", .dim))
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
}

extension JSONWriter {
  mutating func writeReport(_ report: WriteReport, isDryRun: Bool) {
    object { writer in
      // What a dry run made is gone again, so it has no ids and no undoing.
      if isDryRun { writer.member("dryRun", true) }
      writer.list("actions", isDryRun ? [] : report.actions) {
        $0.action($1)
      }
      writer.objects("made", report.made) { writer, made in
        writer.member("type", made.type)
        writer.member("id", made.id)
        if let shortID = made.shortID { writer.member("shortId", shortID) }
        if let name = made.name { writer.member("name", name) }
      }
      if !report.differences.isEmpty {
        writer.objects("differences", report.differences) {
          $0.difference($1)
        }
      }
      writer.member("undo", isDryRun ? nil : report.undoCommand)
      writer.member("lines", report.lines)
    }
  }

  /// The members of how a plant changed.
  fileprivate mutating func difference(_ difference: PlantDifference) {
    member("plant", difference.plant.id.description)
    member("shortId", ShortID.text(of: difference.plant.id))
    member("name", difference.plant.displayName)
    objects("fields", difference.fields) { writer, field in
      writer.member("column", field.column)
      writer.member("old", field.old.isEmpty ? nil : field.old)
      writer.member("new", field.new.isEmpty ? nil : field.new)
    }
  }

  mutating func action(_ action: ActionID) {
    object { writer in
      writer.member("writer", action.writer.description)
      writer.member("sequence") { $0.integer(action.sequence) }
      writer.member("hash", action.hash.description)
      writer.member("shortId", action.shortID)
    }
  }
}
