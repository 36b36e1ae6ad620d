internal import Encodings
internal import ErrorKit
internal import Glibc
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let round = Command(
    definition: CommandDefinition(
      path: ["round"],
      summary: "Go through what is due, a key for each task",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + [.now, .color, .help],
      examples: ["plantguide round", "plantguide round --room Kitchen"],
      discussion: """
        Shows one due task after another, room by room, and waits for a key. \
        Press d or Enter if the task is done. s snoozes it, k skips it, and \
        Space leaves it open. n adds a note and p a photo. u undoes the last \
        answer, b goes back, and q ends the round. ? explains the keys.

        Every answer is stored at once, so nothing is lost if the round is \
        interrupted. It needs a terminal; without one, use 'plantguide done \
        --due'.
        """, section: .views, isWriting: true)
  ) { context in
    guard context.terminal.isTerminal, context.process.prompt.isInteractive
    else {
      throw UsageError(
        "a round needs a terminal",
        hint:
          "'plantguide today' lists what is due, and 'plantguide done --due' does it all",
        usage: context.command.usage)
    }
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let page = try context.read { try $0.todayView(filter) }
    guard !page.isMatchless else {
      throw NothingMatched(
        reason: filter.isEmpty
          ? "nothing is due" : "no plant or task matches",
        remedy: "'plantguide today' shows the whole day")
    }
    try context.go(through: CareRound(page.round), page)
  }
}

extension CommandContext {
  fileprivate mutating func go(
    through round: CareRound, _ page: TodayView.Page
  ) throws {
    guard round.current != nil else { return try print("Nothing is due.") }
    var screen = RoundScreen(
      terminal: terminal, today: page.view.day, units: page.units)
    var round = round
    let keys = try KeyReader()
    try screen.show(round, on: &output)
    while round.current != nil {
      // Somebody else may want its files until a key comes.
      try journal.close()
      let key = keys.next()
      guard key != .end, key != .character("q") else { break }
      journal.advance(to: ProcessFacts.systemClock())
      if key == .redraw {
        screen.terminal = process.outputTerminal(
          color: try arguments[.color],
          of: Terminal.Facts(
            fileDescriptor: STDOUT_FILENO, environment: process.environment))
        output.fit(screen.terminal)
        screen.rows = nil
      } else {
        do {
          try act(on: key, &round, &screen, keys)
        } catch let error as OutputError {
          throw error
        } catch {
          screen.tell(error)
        }
      }
      try screen.show(round, on: &output)
    }
    try screen.clear(on: &output)
    try summarize(round)
  }

  private mutating func act(
    on key: Key, _ round: inout CareRound, _ screen: inout RoundScreen,
    _ keys: borrowing KeyReader
  ) throws {
    let part = screen.part
    screen.part = .task
    switch (part, key) {
    case (.spans, .character(let letter)):
      try snooze(as: letter, &round, &screen, keys)
    case (.spans, _), (.help, _): break
    case (.task, .enter), (.task, .character("d")):
      try answer(.done, &round, &screen)
    case (.task, .character("k")): try answer(.skip, &round, &screen)
    case (.task, .character("s")):
      if let step = round.current, step.outcome == nil {
        screen.spans = try journal.read {
          try $0.snoozeSpans(of: step.task.entry)
        }
        screen.part = .spans
      }
    case (.task, .character("n")):
      if let text = try line("Note:", screen: &screen, keys) {
        try answer(.note(text), &round, &screen)
      }
    case (.task, .character("p")):
      if let path = try line("File of the photo:", screen: &screen, keys) {
        try addPhoto(path, &round, &screen)
      }
    case (.task, .character("u")):
      guard let receipt = try round.undo(in: journal) else {
        return screen.tell("nothing is left to undo")
      }
      guard case .undone(let undoing)? = receipt.changes.first else { break }
      screen.lines += try undoing.lines(in: journal, .commandLine)
    case (.task, .character("b")), (.task, .back): round.goBack()
    case (.task, .character(" ")), (.task, .forward): round.goOn()
    case (.task, .character("?")): screen.part = .help
    default: break
    }
  }

  /// Stores the answer to the current task, and goes on to the next.
  private func answer(
    _ answer: CareRound.Answer, _ round: inout CareRound,
    _ screen: inout RoundScreen
  ) throws {
    guard let receipt = try round.answer(answer, in: journal) else {
      return screen.tell("that is answered; u undoes it")
    }
    screen.tell(receipt)
    if round.current?.outcome != nil { round.goOn() }
  }

  private mutating func snooze(
    as letter: Character, _ round: inout CareRound,
    _ screen: inout RoundScreen, _ keys: borrowing KeyReader
  ) throws {
    let text =
      letter == "o"
      ? try line("Until when?", screen: &screen, keys)
      : screen.spans.first { $0.key == letter }?.text
    guard let text else {
      if letter != "o" { screen.part = .spans }
      return
    }
    try answer(.snooze(until: .typed(text)), &round, &screen)
  }

  /// Asks for a line below the answers; `nil` for none.
  private mutating func line(
    _ question: String, screen: inout RoundScreen,
    _ keys: borrowing KeyReader
  ) throws -> String? {
    try screen.ask(question, on: &output)
    let text = keys.line()
    screen.rows = 0
    return text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  private func addPhoto(
    _ path: String, _ round: inout CareRound, _ screen: inout RoundScreen
  ) throws {
    guard let step = round.current else { return }
    guard !step.row.isOfHome else {
      return screen.tell("a photo needs a plant")
    }
    let file = PhotoFile(at: path, of: step.row.plant)
    let outcome = try intake([file], into: journal).add([file], to: journal)
    if let refusal = outcome.refused.first { throw refusal.cause }
    screen.lines += WriteReport(outcome, .commandLine, isDryRun: false).lines
    // If a photo is asked for, adding one does the task.
    let isDone = step.task.task.kind == .photo && step.task.task.task == nil
    for batch in outcome.batches {
      round.note(batch.receipt, isDone ? .done : nil)
    }
    if round.current?.outcome != nil { round.goOn() }
  }

  private mutating func summarize(_ round: CareRound) throws {
    let counts =
      CareRound.Outcome.allCases.map {
        (count: round.count(of: $0), words: $0.words)
      } + [(count: round.count(of: nil), words: "left open")]
    try print(
      counts.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }
        .joined(by: ", "))
    guard let last = round.actions.last else { return }
    let label = round.actions.count > 1 ? "undo the last with" : "undo with"
    try print(
      terminal.styled("\(label): plantguide undo \(last.shortID)", .dim))
  }
}

extension SnoozeSpan {
  /// The key that chooses the span.
  fileprivate var key: Character {
    switch self {
    case .day: "t"
    case .threeDays: "d"
    case .week: "w"
    case .twoWeeks: "f"
    case .month: "m"
    }
  }
}

extension CareRound.Outcome {
  fileprivate var words: String {
    switch self {
    case .done: "done"
    case .snoozed: "snoozed"
    case .skipped: "skipped"
    }
  }
}

/// The screen of a round: answers stay, and below them stands the current task.
private struct RoundScreen {
  /// The choice that a key would make.
  enum Part {
    case task
    case spans
    case help
  }

  typealias Item = (key: String, words: String)

  private static let keys: [(Item, help: String)] = [
    (("d", "done"), "Enter or d: it is done"),
    (("s", "snooze"), "s: it waits; another key says how long"),
    (("k", "skip"), "k: its day passes without care"),
    (("n", "note"), "n: write down an observation of the plant"),
    (("p", "photo"), "p: add a photo of the plant from a file"),
    (("u", "undo"), "u: take back what was answered last"),
    (("b", "back"), "b or an arrow: go back to the task before"),
    (("Space", "later"), "Space or an arrow: leave it open and go on"),
    (("q", "quit"), "q: end the round; what is answered is stored"),
    (("?", "help"), "?: show this"),
  ]

  var terminal: Terminal
  let today: Day
  let units: MeasurementUnits
  var part = Part.task
  /// The spans for which one more key can snooze the task.
  var spans: [SnoozeSpan] = []
  /// The lines to show above the task from the next time on.
  var lines: [String] = []
  /// The number of rows to draw again; `nil` for the whole screen.
  var rows: Int? = 0

  init(terminal: Terminal, today: Day, units: MeasurementUnits) {
    self.terminal = terminal
    self.today = today
    self.units = units
  }

  mutating func tell(_ receipt: Receipt) {
    lines += WriteReport(receipt, .commandLine).lines
  }

  mutating func tell(_ text: String) {
    lines.append(terminal.styled(text, .dim))
  }

  mutating func tell(_ error: any Error) {
    let facts = ErrorFacts(of: error)
    lines.append(terminal.styled(SafeText.shown(facts.message), .error))
    if let remedy = facts.remedy {
      lines.append(terminal.styled(SafeText.shown(remedy.text()), .hint))
    }
  }

  /// Shows the new lines, and below them the current task.
  mutating func show(_ round: CareRound, on output: inout Output) throws {
    let told = lines
    lines = []
    if !told.isEmpty {
      _ = try output.redraw(told, over: rows)
      rows = 0
    }
    rows = try output.redraw(
      round.current.map { text(of: $0, round) } ?? [], over: rows)
  }

  /// Takes the task off the screen.
  mutating func clear(on output: inout Output) throws {
    _ = try output.redraw([], over: rows)
    rows = 0
  }

  /// Puts a question in the task's place.
  mutating func ask(_ question: String, on output: inout Output) throws {
    try clear(on: &output)
    try output.write(question + " ")
    try output.flush()
  }

  private func text(of step: CareRound.Step, _ round: CareRound) -> [String] {
    switch part {
    case .help: return Self.keys.map(\.help) + [dim("any key goes on")]
    case .spans:
      return ["\(SafeText.shown(step.row.plantName)): snooze until when?"]
        + filled(
          spans.map {
            (String($0.key), $0 == .day ? "tomorrow" : $0.words)
          }
            + [("o", "another day"), ("Esc", "not at all")])
    case .task: break
    }
    let place = "\(round.place + 1) of \(round.steps.count)"
    let room =
      switch step.subject {
      case .room(let name): SafeText.shown(name)
      default: "Home"
      }
    var lines = ["", "\(terminal.styled(room, .heading)) \(dim("(\(place))"))"]
    let row = step.row
    lines.append(
      "  \(SafeText.shown(row.plantName)) \(dim(row.shortID))")
    lines.append("  \(what(step))")
    let last = row.lastGiven.flatMap { $0 > today ? nil : $0 }
    if let last {
      lines.append("  \(dim("last \(last.distance(from: today))"))")
    }
    lines += row.remarks.map { "  \(SafeText.shown($0))" }
    if row.isOftenSnoozed {
      lines.append("  \(terminal.styled("often snoozed", .attention))")
    }
    return lines + filled(Self.keys.map(\.0))
  }

  /// The task and how late it is, or its outcome.
  private func what(_ step: CareRound.Step) -> String {
    let task = step.task
    let sign = task.task.kind.sign(for: terminal).map {
      terminal.styled($0.text, $0.style) + " "
    }
    let request =
      step.row.isOfHome
      ? task.task.every?.words ?? "once"
      : task.task.request(task.entry.facts.amount, in: units)
    let standing: (String, Style)? =
      if let outcome = step.outcome {
        (outcome.words, .done)
      } else if task.overdueDays > 0 {
        (Phrase.lateness(task.overdueDays), .overdue)
      } else {
        task.task.time.map { ("at \($0)", .due) }
      }
    return (sign ?? "") + SafeText.shown(request)
      + (standing.map { "  " + terminal.styled($0.0, $0.1) } ?? "")
  }

  /// The keys and their meanings, as many in a row as fit.
  private func filled(_ items: [Item]) -> [String] {
    var rows: [(text: String, columns: Int)] = []
    for (key, words) in items {
      let columns = key.count + 1 + words.count
      let text = "\(terminal.styled(key, .accent)) \(dim(words))"
      if let row = rows.last, row.columns + 2 + columns <= terminal.width - 2 {
        rows[rows.count - 1] = (
          "\(row.text)  \(text)", row.columns + 2 + columns
        )
      } else {
        rows.append((text, columns))
      }
    }
    return rows.map { "  " + $0.text }
  }

  private func dim(_ text: String) -> String { terminal.styled(text, .dim) }
}
