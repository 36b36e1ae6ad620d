package import Encodings
internal import ErrorKit
package import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
package import JournalReminders
package import JournalTime
internal import TextKit

extension ReminderMessage {
  /// The title of every message.
  package static let usualTitle = "Plant care"

  /// The greatest number of tasks that a text names.
  package static let mostLines = 20

  /// Says what is to be done by a planned message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - plan: The plan with the message.
  ///   - facts: The facts of the journal.
  package init(
    _ message: ReminderPlan.Message, of plan: ReminderPlan,
    _ facts: ReminderFacts
  ) {
    let tasks = message.reminders.map { reminder in
      Task(
        key: reminder.key, plantName: SafeText.shown(reminder.entry.plantName),
        text: reminder.words(facts, on: plan.today))
    }
    var lines = tasks.prefix(Self.mostLines).map(\.text)
    let rest = tasks.count - lines.count
    if rest > 0 { lines.append("and \(Phrase.count(rest, "more task"))") }
    let named = message.reminders.count { $0.due < plan.today }
    let others = plan.overdueCount - named
    if message.isDigest, others > 0 {
      lines.append("\(Phrase.count(others, "other task")) overdue")
    }
    self.init(
      id: message.id, title: Self.usualTitle,
      text: lines.joined(separator: "\n"), tasks: tasks,
      badge: plan.overdueCount, day: plan.today, isDigest: message.isDigest)
  }

  /// A message that tries a channel.
  package static func test(on day: Day) -> ReminderMessage {
    ReminderMessage(
      id: "0000000000000000", title: usualTitle,
      text: "This is a test: reminders arrive here.", tasks: [], badge: 0,
      day: day, isDigest: false, isTest: true)
  }
}

extension Reminder {
  /// The need of the plant in words that stay the same every day: "Monty needs
  /// water (250 ml, Kitchen)".
  package func steadyWords(_ known: ReminderFacts) -> String {
    words(known, on: due)
  }

  /// The need of the plant, and what helps to meet it: "Monty needs water
  /// (250 ml, Kitchen, 2 days late)".
  package func words(
    _ known: ReminderFacts, on day: Day
  ) -> String {
    let task = entry.task
    var facts: [String] = []
    if let amount = entry.facts.amount {
      facts.append(known.units.amount(amount))
    }
    if entry.plant != .home,
      let room = known.rooms[known.rooms.effective(entry.room)]?.name
    {
      facts.append(room)
    }
    let late = due.distance(to: day)
    if late > 0 { facts.append(Phrase.lateness(late)) }
    if late < 0 { facts.append(due.distance(from: day)) }
    let needs =
      entry.plant == .home
      ? entry.plantName
      : task.title.map { "\(entry.plantName): \($0)" }
        ?? "\(entry.plantName) \(task.kind.needWords)"
    return SafeText.shown(
      facts.isEmpty ? needs : "\(needs) (\(facts.joined(by: ", ")))")
  }
}

extension JSONWriter {
  /// Writes what a run has said on each channel.
  package mutating func outcomes(
    _ outcomes: [ReminderOutcome], _ toDos: [ToDoOutcome] = [],
    isRehearsal: Bool
  ) {
    object { writer in
      writer.member("dryRun", isRehearsal)
      writer.objects("channels", outcomes) { writer, outcome in
        writer.member("name", outcome.channel.name)
        writer.objects("messages", outcome.messages) { writer, message in
          writer.member("id", message.id)
          writer.member("text", message.text)
          writer.member("isDigest", message.isDigest)
        }
        if let error = outcome.error {
          writer.member("error", ErrorFacts(of: error).message)
        }
      }
      guard !toDos.isEmpty else { return }
      writer.objects("calendars", toDos) { writer, outcome in
        writer.member("name", outcome.channel.name)
        writer.member("put", outcome.counts.put)
        writer.member("removed", outcome.counts.removed)
        writer.list("actions", outcome.receipts.flatMap(\.actions)) {
          $0.action($1)
        }
        writer.member("late", outcome.late)
        if let error = outcome.error {
          writer.member("error", ErrorFacts(of: error).message)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes the reminders to come.
  package mutating func pendingReminders(_ pending: PendingReminders) {
    let facts = pending.facts
    object { writer in
      writer.objects("reminders", pending.reminders) { writer, pending in
        writer.member(
          "at", facts.zone.offsetInstant(of: pending.at).description)
        writer.member("key", pending.reminder.key.description)
        writer.member(
          "text",
          pending.reminder.words(
            facts, on: facts.zone.localDay(of: pending.at)))
      }
    }
  }
}

extension ToDoOutcome {
  /// The changes to the calendar, in whole sentences.
  package func words(_ wording: Wording) -> [String] {
    var lines = receipts.flatMap { WriteReport($0, wording).lines }
    lines += late.map {
      "\(channel.name): '\(SafeText.shown($0))' was checked off, but the task is done or due on another day."
    }
    if counts.put + counts.removed > 0 {
      let changes = Phrase.count(counts.put + counts.removed, "to-do")
      lines.append("\(channel.name): \(changes) changed.")
    }
    return lines
  }
}

extension WriteReport {
  /// Reports that reminders of plants were ended, or come again.
  package init(
    ofMuting receipt: Receipt, _ names: [String], _ isMuted: Bool,
    _ wording: Wording
  ) {
    self.init(receipt, wording)
    let verb = isMuted ? "mute" : "unmute"
    let words = isDryRun ? "would \(verb)" : "\(verb)d"
    lines = names.map { SafeText.shown("\(words) \($0)") }
  }
}

extension ReminderSilence {
  /// The reason for which nothing is sent, as a sentence.
  package var words: String {
    switch self {
    case .off: "Reminders are off: the setting 'reminders' is false."
    case .pause(let day):
      "Reminders are paused until \(day): the setting 'reminderPause'."
    case .weekday:
      "Nothing is sent today: the setting 'reminderWeekdays' names other days."
    case .quietHours(let time):
      "Nothing is sent before \(time): the setting 'reminderQuietHours'."
    }
  }
}

extension AnswerOutcome {
  /// The effects of the answer, in whole sentences.
  package var words: [String] {
    var lines: [String] = []
    if answer == .hour, !open.isEmpty {
      lines.append("The message comes again in an hour, or after quiet hours.")
    }
    if !late.isEmpty {
      let tasks = Phrase.count(late.count, "task")
      lines.append(
        open.isEmpty
          ? "Nothing was changed: what the message names is done, or due on another day."
          : "\(tasks) of the message stay as they are: they are done, or due on another day."
      )
    }
    return lines
  }
}
