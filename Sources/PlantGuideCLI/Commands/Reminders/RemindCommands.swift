internal import Encodings
internal import JournalCare
internal import JournalExchange
internal import JournalFormats
internal import JournalProjections
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let remind = Command(
    definition: CommandDefinition(
      path: ["remind"],
      summary: "Say what is due now, once for each task",
      options: [.dryRun] + GlobalOptions.inspecting,
      examples: ["plantguide remind", "plantguide remind --dry-run"],
      discussion: """
        Call the command as often as you like, from a timer or by hand: each \
        task is said once for its due day on each channel, at the time of \
        your settings. What was missed while the machine was off comes as one \
        message. 'channel add' adds a channel.

        The settings that begin with 'reminder' say when, of what and how \
        often. See 'plantguide help settings'.
        """,
      section: .reminders)
  ) { context in
    let isRehearsal = context.isDryRun
    let channels = try context.journal.reminderChannels()
    guard !channels.isEmpty else { throw NoChannel() }
    let outcomes = try context.read { snapshot in
      guard try snapshot.remindsHere(context.journal) else {
        return [ReminderOutcome]?.none
      }
      return try context.journal.remind(
        on: channels, from: snapshot, isRehearsal: isRehearsal
      ) { message, plan, channel in
        try channel.send(
          message, plan, from: snapshot, waiting: context.secondsOfPrograms)
      }
    }
    try context.report(outcomes)
  }

  static let remindList = Command(
    definition: CommandDefinition(
      path: ["remind", "list"],
      summary: "Show what you will be reminded of, the soonest first",
      options: GlobalOptions.inspecting,
      examples: ["plantguide remind list"], section: .reminders)
  ) { context in
    let (pending, rooms, units, zone, today) = try context.read { snapshot in
      (
        try snapshot.pendingReminders(
          by: ReminderRules(snapshot.settings), at: context.journal.now),
        snapshot.rooms, snapshot.settings.units, snapshot.calendar.zone,
        snapshot.today
      )
    }
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.objects("reminders", pending) { writer, pending in
          writer.member("at", zone.offsetInstant(of: pending.at).description)
          writer.member(
            "text", pending.reminder.words(in: rooms, units, on: today))
        }
      }
    }
    guard !pending.isEmpty else {
      return try context.print("There is nothing to be reminded of.")
    }
    var table = Table([.init("WHEN", narrowest: 12), .init("WHAT")])
    for (at, reminder) in pending {
      table.add([
        .init(zone.words(of: at, on: today), .dim),
        .init(
          reminder.words(in: rooms, units, on: zone.localDay(of: at))),
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
          help: "The channel; all where left out")
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide remind test say"], section: .reminders)
  ) { context in
    let wanted = context.arguments.positional.first
    let all = try context.journal.reminderChannels()
    let channels = all.filter { wanted == nil || $0.name == wanted }
    if let wanted, channels.isEmpty {
      throw ReminderChannelError.unknown(wanted, known: all.map(\.name))
    }
    guard !channels.isEmpty else { throw NoChannel() }
    let seconds = context.secondsOfPrograms
    var outcomes: [ReminderOutcome] = []
    for channel in channels {
      outcomes.append(
        ReminderOutcome(
          channel: channel,
          error: error {
            var writer = JSONWriter()
            writer.object {
              $0.member("title", ReminderText.title)
              $0.member("text", "This is a test.")
              $0.member("isTest", true)
            }
            writer.newline()
            try channel.send(writer.bytes, waiting: seconds)
          }))
    }
    try context.report(outcomes, isTest: true)
  }
}

/// Returns the error of `body`, if it has one.
private func error(of body: () throws -> Void) -> (any Error)? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
