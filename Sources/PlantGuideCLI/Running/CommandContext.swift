internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit
internal import TerminalKit

/// What a command runs with: its arguments, the facts of the process, and
/// the ways to read and write the journal.
struct CommandContext {
  let process: ProcessFacts
  let command: CommandDefinition
  let arguments: ParsedArguments
  let terminal: Terminal
  var output: Output
  let opener = JournalOpener()
  let confirmedNames = ConfirmedNames()
  let warnings = Warnings()

  var home: JournalHome { JournalHome(path: process.homePath) }
  var wantsJSON: Bool { arguments[.json] }

  init(
    process: ProcessFacts, command: CommandDefinition,
    arguments: ParsedArguments, terminal: Terminal, output: Output
  ) {
    self.process = process
    self.command = command
    self.arguments = arguments
    self.terminal = terminal
    self.output = output
  }

  /// The moment that is now: `--now`, else the wall clock.
  func now() throws -> Instant {
    try arguments[.now] ?? process.now
  }

  /// The journal, opened once for the whole command.
  func openJournal(_ access: Environment.Access) throws -> Journal {
    try opener.open(home, for: access, isWriting: command.isWriting)
  }

  // MARK: Reading

  /// A piece of work that reads the journal.
  protocol Reading {
    associatedtype Result
    func read(_ snapshot: borrowing Snapshot) throws -> Result
  }

  /// Runs `reading` on the journal as it is, or with `--as-of` as it was
  /// known then.
  func read<Work: Reading>(_ reading: Work) throws -> Work.Result {
    try readAsOf { try reading.read($0) }
  }

  /// Runs `body` on the journal as it is, or with `--as-of` as it was known
  /// then.
  func readAsOf<R>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    let moment = try arguments[.asOf].map { text in
      { (zone: TimeZoneRules) in
        try DateInput.bound(text, .end, now: try self.now(), zone: zone)
      }
    }
    return try openJournal(.readOnly).snapshot(
      now: try arguments[.now],
      clock: process.now, asOf: moment, body)
  }

  /// Runs `body` on the journal as it is.
  func read<R>(_ body: (borrowing Snapshot) throws -> R) throws -> R {
    try openJournal(.readOnly).snapshot(clock: try now(), body)
  }

  // MARK: Naming

  /// The plant that a name means.
  ///
  /// - `option`: The option whose value the name is, if it is one's.
  func plant(
    _ name: String, in snapshot: borrowing Snapshot, option: String? = nil,
    includesRemoved: Bool = false,
    prefersRemoved: Bool = false,
    precision: PlantResolver.Precision = .forgiving
  ) throws -> PlantID {
    let resolver = PlantResolver(
      precision: precision,
      includesRemoved: includesRemoved, prefersRemoved: prefersRemoved,
      takesIDBeginnings: !command.isWriting)
    switch try resolver.match(name, in: snapshot) {
    case .plant(let id): return id
    case .near(let candidate):
      guard accepts(near: name) else {
        throw PlantNameError.near(
          name: name,
          candidate: (candidate.shortID, candidate.displayName))
      }
      return candidate.id
    case .ambiguous(let candidates):
      throw PlantNameError.ambiguous(
        name: name,
        candidates: candidates.map {
          ($0.reference(besides: name), $0.displayName)
        },
        option: option)
    case .notFound(let suggestions):
      throw PlantNameError.notFound(
        name: name, suggestions: suggestions.map(\.displayName))
    }
  }

  /// The room that an id or a name means.
  static func room(_ name: String, in rooms: RoomList) throws -> RoomID {
    if let id = RoomID(name), rooms[id] != nil { return id }
    let exact = rooms.named(name)
    if exact.count == 1 { return exact[0].id }
    if let room = rooms.named(shortID: name) { return room }
    let folded = name.foldedName
    let beginnings = rooms.rooms.filter {
      !folded.isEmpty && $0.name.foldedName.hasPrefix(folded)
    }
    if exact.isEmpty, beginnings.count == 1, !folded.isEmpty {
      return beginnings[0].id
    }
    let candidates = exact.isEmpty ? beginnings : exact
    guard candidates.isEmpty else {
      throw RoomNameError.ambiguous(
        name: name,
        candidates: candidates.map { (ShortID.text(of: $0.id), $0.name) })
    }
    throw RoomNameError.notFound(
      name: name,
      suggestions: Suggestion.nearest(
        to: name, among: Set(rooms.rooms.map(\.name))))
  }

  // MARK: Progress

  /// Tells of long work on standard error, where a person looks at it and the
  /// output is none for programs.
  func progress() -> Progress {
    Progress(
      .system(process.errorTerminal), isQuiet: wantsJSON)
  }

  // MARK: Printing

  /// Prints a line of text.
  mutating func print(_ line: String = "") throws {
    try output.writeLine(line)
  }

  /// Prints a table.
  mutating func print(_ table: Table) throws {
    try output.write(table.text(for: terminal))
  }

  /// Prints what `write` writes as one line of JSON.
  mutating func printJSON(
    _ write: (inout JSONWriter) throws -> Void
  ) throws {
    var writer = JSONWriter(capacity: 4096)
    try write(&writer)
    writer.newline()
    try output.write(bytes: writer.bytes)
  }
}

extension JournalViews.PlantMatch.Candidate {
  /// What to call the plant where `name` means several: its short id, unless
  /// that is the very name.
  fileprivate func reference(besides name: String) -> String {
    name.foldedName == shortID ? id.description : shortID
  }
}

extension RoomList {
  /// The room with this short id.
  fileprivate func named(shortID: String) -> RoomID? {
    let wanted = shortID.lowercased()
    let found = rooms.filter { ShortID.text(of: $0.id) == wanted }
    return found.count == 1 ? found[0].id : nil
  }
}
