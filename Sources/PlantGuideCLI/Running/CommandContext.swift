internal import Encodings
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit
internal import TextKit

/// The state of a running command: its arguments, the facts of the process, and
/// the ways to read and write the journal.
struct CommandContext {
  let process: ProcessFacts
  let command: CommandDefinition
  var arguments: ParsedArguments
  let terminal: Terminal
  var output: Output
  let journal: CareJournal
  let confirmedNames = ConfirmedNames()
  let warnings = Warnings()
  /// The number of due tasks that were shown.
  var dueCount = 0
  /// A Boolean value that indicates whether the options that `--remember` keeps
  /// for the command are no longer valid.
  var keptIsOfNoUse = false

  var wantsJSON: Bool { arguments[.json] }

  init(
    process: ProcessFacts, command: CommandDefinition,
    arguments: ParsedArguments, terminal: Terminal, output: Output
  ) throws {
    self.process = process
    self.command = command
    self.arguments = arguments
    self.terminal = terminal
    self.output = output
    journal = CareJournal(
      at: command.needsHome ? try process.homePath : "",
      program: ProcessFacts.program,
      clock: process.now,
      fixedNow: arguments.contains(.now) ? try arguments[.now] : nil,
      isWriting: command.isWriting)
  }

  /// The moment that is now: `--now`, else the wall clock.
  func now() throws -> Instant { journal.now }

  /// The day that is today, in the journal's zone.
  func today() throws -> Day { try journal.zone().localDay(of: journal.now) }

  /// A moment as people read it.
  func shown(_ instant: Instant) -> String { journal.words(of: instant) }

  // MARK: Reading

  /// Runs `body` on the journal as it is, or with `--as-of` as it was known
  /// then.
  func read<R>(_ body: CareJournal.Question<R>) throws -> R {
    let moment = try arguments[.asOf].map { text in
      { (zone: TimeZoneRules) in
        try DateInput.bound(text, .end, now: try self.now(), zone: zone)
      }
    }
    guard let moment else { return try journal.read(body) }
    return try journal.read(asOf: moment, body)
  }

  // MARK: Naming

  /// The rules for names of plants. A command that writes takes a whole name
  /// or its beginning; a near spelling only if somebody was asked and agreed,
  /// which `--yes` does not stand for.
  ///
  /// - Parameters:
  ///   - precision: The tolerance; by default the command's.
  ///   - includesRemoved: Whether plants that left can be named.
  ///   - prefersRemoved: Whether these are preferred to present plants.
  ///   - followsMerges: Whether names of merged plants mean the plants that
  ///     stand for them; by default, unless removed plants can be named.
  ///   - field: The field of a request that holds the name.
  /// - Returns: The naming.
  func naming(
    _ precision: PlantResolver.Precision? = nil,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    followsMerges: Bool? = nil, field: String? = nil
  ) -> PlantNaming {
    PlantNaming(
      precision ?? (command.isWriting ? .careful : .forgiving),
      includesRemoved: includesRemoved, prefersRemoved: prefersRemoved,
      followsMerges: followsMerges,
      takesIDBeginnings: !command.isWriting, agreed: agreedNames,
      field: field)
  }

  /// The near spellings of plants and tasks that are accepted.
  var agreedNames: PlantNaming.Agreement {
    command.isWriting ? .names(confirmedNames.names) : .all
  }

  /// The near spellings of kinds of care that are accepted.
  var agreedKinds: PlantNaming.Agreement {
    !command.isWriting || isDryRun || arguments[.yes]
      ? .all : .names(confirmedNames.names)
  }

  // MARK: Progress

  /// Reports long work on standard error, if a person looks at it and the
  /// output is not for programs.
  func progress() -> Progress {
    Progress(
      .system(process.errorTerminal), isQuiet: wantsJSON)
  }

  // MARK: Printing

  /// Prints a line of text.
  mutating func print(_ line: String = "") throws {
    try output.writeLine(line)
  }

  /// Prints a hint at the next command.
  mutating func print(hint: String) throws {
    try print(terminal.styled(hint, .hint))
  }

  /// Prints texts, each after its label; labels without a text are left out.
  mutating func print(
    fields: [(label: String, text: String?)], width: Int
  ) throws {
    for case (let label, let text?) in fields where !text.isEmpty {
      let heading = terminal.styled(TextWidth.padded(label, to: width), .dim)
      try print("  \(heading) \(SafeText.shown(text))")
    }
  }

  /// Prints a table.
  mutating func print(_ table: Table) throws {
    try output.write(table.text(for: terminal))
  }

  /// Prints the output of `write` as a line of JSON.
  mutating func printJSON(
    _ write: (inout JSONWriter) throws -> Void
  ) throws {
    var writer = JSONWriter(capacity: 4096)
    try write(&writer)
    writer.newline()
    try output.write(bytes: writer.bytes)
  }

  /// Answers in JSON, if the user wants that.
  ///
  /// - Returns: Whether it did, so that nothing is left to be said.
  mutating func printedJSON(
    _ write: (inout JSONWriter) throws -> Void
  ) throws -> Bool {
    if wantsJSON { try printJSON(write) }
    return wantsJSON
  }

  /// Prints an object with the members that `write` writes, as a line of JSON.
  mutating func printJSONObject(
    _ write: (inout JSONWriter) throws -> Void
  ) throws {
    try printJSON { try $0.object(write) }
  }
}
