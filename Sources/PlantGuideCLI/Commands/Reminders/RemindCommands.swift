internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let remind = Command(
    definition: CommandDefinition(
      path: ["remind"],
      summary: "Send what is due now to your channels, once for each task",
      options: [.dryRun] + GlobalOptions.inspecting,
      examples: ["plantguide remind", "plantguide remind --dry-run"],
      discussion: """
        Call the command as often as you like, from a timer or by hand. Each \
        channel gets each task once for its due day, at the time of your \
        settings. What was missed while the machine was off comes as one \
        message. 'channel add' adds a channel.

        The settings that begin with 'reminder' determine when, of what and \
        how often. See 'plantguide help settings set'.
        """,
      section: .reminders)
  ) { context in
    let isRehearsal = context.isDryRun
    let journal = context.journal
    let channels = try journal.reminderChannels(named: nil)
    let environment = context.senderEnvironment()
    // What was checked off in a calendar is no longer to be said.
    let toDos = try context.mirrorToDos(on: channels, in: environment)
    var run = ReminderRun(on: channels, in: environment) {
      ReminderMessage($0, of: $1, $2)
    }
    run.isRehearsal = isRehearsal
    guard let outcomes = try journal.remind(run) else {
      guard !context.wantsJSON else {
        return try context.printJSON {
          $0.outcomes([], toDos, isRehearsal: isRehearsal)
        }
      }
      return try context.print(
        journal.hasReminderMachine()
          ? "Another machine reminds: the setting reminderMachine names it."
          : "No machine reminds: none has the name in the setting reminderMachine. 'plantguide log name NAME' names this one."
      )
    }
    try context.report(outcomes, toDos, isRehearsal: isRehearsal)
  }

  static let remindList = Command(
    definition: CommandDefinition(
      path: ["remind", "list"],
      summary: "Show the reminders to come, the soonest first",
      options: GlobalOptions.inspecting,
      examples: ["plantguide remind list"],
      discussion: """
        The list has at most 64 tasks of the next 30 days, each with the \
        moment of its first message.
        """, section: .reminders)
  ) { context in
    let now = context.journal.now
    let pending = try context.journal.pendingReminders()
    if try context.printedJSON({ $0.pendingReminders(pending) }) { return }
    guard !pending.reminders.isEmpty else {
      return try context.print(
        context.journal.reminderSilence()?.words
          ?? "There is nothing to be reminded of.")
    }
    var table = Table([.init("WHEN", narrowest: 12), .init("TASK")])
    for (at, reminder) in pending.reminders {
      table.add([
        .init(at <= now ? "now" : context.shown(at), .dim),
        .init(
          reminder.words(
            pending.facts, on: pending.facts.zone.localDay(of: at))),
      ])
    }
    try context.print(table)
  }

  static let remindTest = Command(
    definition: CommandDefinition(
      path: ["remind", "test"],
      summary: "Send a message to a channel to see that it arrives",
      arguments: [
        ArgumentDefinition(
          name: "CHANNEL", isOptional: true,
          help: "The channel; all by default")
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide remind test phone"], section: .reminders)
  ) { context in
    try context.testChannels()
  }

  static let remindLog = Command(
    definition: CommandDefinition(
      path: ["remind", "log"],
      summary: "List the messages that this machine has sent",
      options: GlobalOptions.inspecting,
      examples: ["plantguide remind log"],
      discussion: """
        The list has the last message about each task of the last 60 days, the \
        latest first. The ids are for 'remind answer'.
        """, section: .reminders)
  ) { context in
    let channels = try context.journal.reminderChannels()
    var rows: [(channel: String, line: SentMessage)] = []
    for channel in channels {
      let given = try context.journal.givenReminders(on: channel)
      rows += given.sentMessages.map { (channel.name, $0) }
    }
    rows.sort { ($1.line.at, $0.channel) < ($0.line.at, $1.channel) }
    let names = try context.read { snapshot in
      try rows.map { row in
        try row.line.keys.map {
          let names = try snapshot.names(of: $0)
          let task = names.title ?? $0.kind.words
          return names.plant.map { "\($0) \(task)" } ?? task
        }
      }
    }
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.objects("messages", rows) { writer, row in
          writer.member("id", row.line.id)
          writer.member("channel", row.channel)
          writer.member("at", row.line.at.rfc3339)
          writer.list("keys", row.line.keys) { $0.string($1.description) }
          writer.member("isWithdrawn", row.line.isWithdrawn)
        }
      }
    }
    guard !rows.isEmpty else {
      return try context.print("No message was sent from here.")
    }
    var table = Table([
      .init("SENT", narrowest: 16), .init("CHANNEL"),
      .init("TASKS", excess: .wrapped),
      .init("ID", dropOrder: 1, movesBelow: true),
    ])
    for (row, names) in zip(rows, names) {
      table.add([
        .init(context.shown(row.line.at), .dim), .init(row.channel),
        .init(SafeText.shown(names.joined(by: ", "))),
        .init(row.line.id, .dim),
      ])
    }
    try context.print(table)
  }

  static let remindAnswer = Command(
    definition: CommandDefinition(
      path: ["remind", "answer"],
      summary: "Answer a message: done, again in an hour, or tomorrow",
      arguments: [
        ArgumentDefinition(
          name: "ID", help: "The message, as 'remind log' lists it"),
        ArgumentDefinition(
          name: "ANSWER", help: "done, hour or tomorrow"),
      ],
      options: GlobalOptions.writing,
      examples: ["plantguide remind answer 617af91050895f67 done"],
      discussion: """
        'done' records the care of all tasks that the message names and that \
        are still due as it says. 'tomorrow' postpones them. 'hour' changes no \
        task: the message comes again. Tasks that were done or postponed \
        meanwhile stay as they are.
        """,
      section: .reminders, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    guard let answer = ReminderAnswer(rawValue: words[1]) else {
      throw UsageError(
        "'\(words[1])' is no answer", hint: "use done, hour or tomorrow")
    }
    let outcome = try context.journal.answer(
      context.journal.reminders(ofMessage: words[0]), answer, context.mode)
    var report =
      outcome.receipt.map { WriteReport($0, .commandLine) }
      ?? WriteReport(isDryRun: context.isDryRun)
    report.lines += outcome.words
    try context.report(report)
  }

  static let remindMute = muting(
    true, "mute", "Send no reminders about a plant")
  static let remindUnmute = muting(
    false, "unmute", "Send reminders about a plant again")

  private static func muting(
    _ isMuted: Bool, _ word: String, _ summary: String
  ) -> Command {
    Command(
      definition: CommandDefinition(
        path: ["remind", word], summary: summary,
        arguments: [
          ArgumentDefinition(
            name: "PLANT", isOptional: true, isRepeatable: true,
            completion: .plant, help: "The plants")
        ],
        options: PlantChoice.options + GlobalOptions.writing,
        examples: ["plantguide remind \(word) Monty"],
        discussion: """
          'remind mute' ends reminders about the plants, 'remind unmute' has \
          them come again. The tasks stay as they are.
          """,
        section: .reminders, isWriting: true)
    ) { context in
      try context.mute(isMuted)
    }
  }
}

extension CommandContext {
  /// The surroundings of channels in this program.
  func senderEnvironment() -> SenderEnvironment {
    let process = process
    return SenderEnvironment(
      home: journal.homePath, variable: { process.environment[$0] },
      sibling: ChildProcess.sibling, said: foreignErrors())
  }

  /// Sends a test to the channels that are named, or to all.
  mutating func testChannels() throws {
    let channels = try journal.reminderChannels(
      named: arguments.positional.first)
    let facts = try read { $0.reminderFacts }
    let environment = senderEnvironment()
    try report(
      channels.map {
        journal.tryReminderChannel($0, .test(on: facts.today), in: environment)
      }, isRehearsal: false)
  }

  /// Makes the calendars among the channels show the open tasks.
  fileprivate func mirrorToDos(
    on channels: [ReminderChannel], in environment: SenderEnvironment
  ) throws -> [ToDoOutcome] {
    guard !isDryRun, channels.contains(where: \.isCalendar),
      try read({ try $0.remindsHere() })
    else { return [] }
    return try journal.mirrorToDos(on: channels, in: environment) {
      $0.steadyWords($1)
    }
  }

  /// Reports what was said, and fails if a channel refused it or was skipped.
  fileprivate mutating func report(
    _ outcomes: [ReminderOutcome], _ toDos: [ToDoOutcome] = [],
    isRehearsal: Bool
  ) throws {
    if wantsJSON {
      try printJSON { $0.outcomes(outcomes, toDos, isRehearsal: isRehearsal) }
    } else {
      for line in toDos.flatMap({ $0.words(.commandLine) }) { try print(line) }
      for outcome in outcomes {
        for message in outcome.messages {
          try print(
            "\(isRehearsal ? "would send" : "sent") to \(outcome.channel.name):"
          )
          for line in message.text.split(separator: "\n") {
            try print("  \(line)")
          }
        }
      }
      if outcomes.allSatisfy({ $0.messages.isEmpty && $0.error == nil }),
        toDos.allSatisfy({ $0.isQuiet })
      {
        try print(
          journal.reminderSilence()?.words ?? "There is nothing to say now.")
      }
    }
    let errors =
      toDos.map { ($0.channel.name, $0.error) }
      + outcomes.map { ($0.channel.name, $0.error) }
    var failures: [any DescribedError] = []
    for (name, error) in errors {
      guard let error else { continue }
      failures.append(
        ChannelFailure(channel: name, facts: ErrorFacts(of: error)))
    }
    // A command that names a channel is about that one alone.
    let unreadable =
      try arguments.positional.isEmpty
      ? journal.unreadableReminderChannels() : []
    for name in unreadable {
      failures.append(ReminderChannelError.unreadable(name))
    }
    try throwAny(of: failures)
  }

  /// Throws the error, or one with a line for each of several.
  private func throwAny(of errors: [any DescribedError]) throws {
    guard errors.count > 1 else {
      if let error = errors.first { throw error }
      return
    }
    throw SeveralFailures(errors.map(\.facts))
  }

  fileprivate mutating func mute(_ isMuted: Bool) throws {
    let choice = try PlantChoice(arguments.positional, of: self)
    let (receipt, names) = try journal.muteReminders(of: choice, isMuted, mode)
    let report = WriteReport(ofMuting: receipt, names, isMuted, .commandLine)
    guard !report.lines.isEmpty else {
      return try print(
        isMuted
          ? "These plants are muted already." : "None of these plants is muted."
      )
    }
    try self.report(report)
  }
}

/// The error that a channel did not take its messages, which come with the next
/// run.
struct ChannelFailure: DescribedError {
  let facts: ErrorFacts

  init(channel: String, facts: ErrorFacts) {
    self.facts = ErrorFacts(
      facts.kind, "channel '\(channel)': \(facts.message)", facts.remedy)
  }
}

/// The errors of several channels, each with a line.
private struct SeveralFailures: DescribedError {
  let facts: ErrorFacts

  init(_ failures: [ErrorFacts]) {
    facts = ErrorFacts(
      failures[0].kind, "\(Phrase.count(failures.count, "channel")) failed",
      "'plantguide doctor' says what helps",
      details: failures.map(\.message))
  }
}
