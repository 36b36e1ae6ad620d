internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import PlantServices
internal import TerminalKit

extension CommandContext {
  /// The mode of requests: rehearsed with `--dry-run`, else carried out.
  var mode: ActionMode { isDryRun ? .rehearse : .commit }

  /// The time of the event: `--at`, else now.
  func moment() throws -> Moment {
    guard let text = try arguments[.at] else { return .now }
    return Moment {
      try DateInput.instant(text, now: $0.now, zone: $0.zone)
    }
  }

  /// The day of `--at` for a question, if it is not today: " on Fri 20 Nov".
  func onItsDay() throws -> String {
    guard arguments.contains(.at) else { return "" }
    let clock = LocalClock(now: journal.now, zone: try journal.zone())
    let day = try moment().value(by: clock).localDay
    return day == clock.today ? "" : " on \(day.words(on: clock.today))"
  }

  /// Asks whether care was given if its time is yet to come. A request that
  /// `rehearse` refuses is not asked about.
  func confirmMoment(_ rehearse: () throws -> Receipt) throws {
    guard arguments.contains(.at), !arguments[.yes], !isDryRun else { return }
    let clock = LocalClock(now: journal.now, zone: try journal.zone())
    let at = try moment().value(by: clock)
    guard at.instant > clock.now else { return }
    guard let question = try rehearse().questionOfFuture else { return }
    guard try process.prompt.confirm(question) else {
      throw NothingMatched(reason: "not confirmed")
    }
  }

  /// The time of the event, and the remark of `--note` if the command takes it.
  func occasion() throws -> Occasion {
    Occasion(
      at: try moment(),
      note: arguments.contains(.note) ? try arguments[.note] : nil)
  }

  /// The change of a text by an option, or by a flag that clears it.
  func change(
    _ text: String?, of option: OptionDefinition, clearedBy flag: Flag
  ) throws -> FieldEdit<String> {
    guard arguments[flag] else { return text.map { .set($0) } ?? .keep }
    guard text == nil else {
      throw UsageError(
        "--\(option.name) and --\(flag.name) contradict each other")
    }
    return .clear
  }

  /// Asks before more than a few things are written at once. They are counted
  /// only if somebody is asked, and outside of the transaction that writes:
  /// nobody else should wait for an answer.
  func confirmBatch(
    _ question: (Int) -> String, of count: () throws -> Int
  ) throws {
    guard !arguments[.yes], !isDryRun else { return }
    let count = try count()
    try confirmBatch(count, question(count))
  }

  /// Asks before more than a few plants are changed.
  func confirm(_ plants: PlantChoice) throws {
    let day = try onItsDay()
    try confirmBatch {
      "Change \($0) plants\(day)?"
    } of: {
      plants.hasFilter
        ? try journal.read { try $0.plants(plants).count }
        : plants.names.count
    }
  }

  /// Prints the changes of a request, and how to undo it.
  mutating func report(
    _ receipt: Receipt, care: Verb? = nil, noting line: String? = nil
  ) throws {
    var report = WriteReport(receipt, .commandLine, care: care)
    if let line { report.lines.append(line) }
    try self.report(report)
    // The action is done, even if its pictures cannot be removed. Pictures of
    // plants that went in another way, such as by sync, go at the next fetch
    // or when a server starts.
    if !isDryRun, receipt.takesPlantsAway {
      try? journal.removeStrayPictures(in: catalogues)
    }
  }
}

extension PlantChoice {
  /// A Boolean value that indicates whether the command may mean more plants
  /// than are written without asking.
  var isBatch: Bool {
    names.isEmpty || names.count > Receipt.mostUnasked
  }
}

extension Timed where Value == Day {
  /// A day as it is typed; in doubt, one to come.
  static func typed(_ text: String) -> Timed<Day> {
    Timed<Day> {
      try DateInput.day(text, today: $0.today, preferring: .future)
    }
  }

  /// A day as it is typed; in doubt, one that has passed.
  static func typedPast(_ text: String) -> Timed<Day> {
    Timed<Day> {
      try DateInput.day(text, today: $0.today, preferring: .past)
    }
  }
}
