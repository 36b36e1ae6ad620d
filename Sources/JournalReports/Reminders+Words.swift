package import Encodings
internal import JournalCare
internal import JournalEvents
package import JournalFormats
package import JournalProjections
package import JournalQueries
package import JournalReminders
internal import JournalTime
internal import TextKit

/// A reminder in words, for a channel.
package struct ReminderText: Sendable, Hashable {
  /// The title of every reminder.
  package static let title = "Plant care"

  /// The greatest number of tasks that a message names.
  package static let mostLines = 20

  /// A line for each task: "Monty needs watering (250 ml, Kitchen)".
  package let lines: [String]

  /// The lines as one text.
  package var text: String { lines.joined(separator: "\n") }

  /// Says what is to be done by a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - rooms: The rooms of the journal.
  ///   - units: The units of amounts.
  ///   - day: The day on which it is said.
  package init(
    _ message: ReminderPlan.Message, in rooms: RoomList,
    _ units: MeasurementUnits, on day: Day
  ) {
    var lines = message.reminders.prefix(Self.mostLines).map {
      $0.words(in: rooms, units, on: day)
    }
    let rest = message.reminders.count - lines.count
    if rest > 0 { lines.append("and \(Phrase.count(rest, "more task"))") }
    self.lines = lines
  }
}

extension Reminder {
  /// The need of the plant, and what helps to meet it: "Monty needs watering
  /// (250 ml, Kitchen, 2 days late)".
  package func words(
    in rooms: RoomList, _ units: MeasurementUnits, on day: Day
  ) -> String {
    let task = entry.task
    var facts: [String] = []
    if let amount = entry.facts.amount { facts.append(units.amount(amount)) }
    if entry.plant != .home,
      let room = rooms[rooms.effective(entry.room)]?.name
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
        ?? "\(entry.plantName) needs \(task.kind.need)"
    return SafeText.shown(
      facts.isEmpty ? needs : "\(needs) (\(facts.joined(by: ", ")))")
  }
}

extension JSONWriter {
  /// Writes a message as a program gets it: `schemas/reminder.schema.json`.
  package mutating func reminder(
    _ message: ReminderPlan.Message, _ text: ReminderText,
    overdue: Int, on day: Day, in rooms: RoomList
  ) {
    object { writer in
      writer.member("title", ReminderText.title)
      writer.member("text", text.text)
      writer.member("day", day.description)
      writer.member("isDigest", message.isDigest)
      writer.member("badge", overdue)
      writer.tasks(
        "tasks",
        message.reminders.map { TodayView.Task(entry: $0.entry, on: day) },
        in: rooms)
    }
  }
}
