internal import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalTime

/// A message as channels get it: finished texts without any markup.
public struct ReminderMessage: Sendable, Hashable {
  /// A task that the message names.
  public struct Task: Sendable, Hashable {
    /// The identity of the reminder.
    public let key: Reminder.Key
    /// The name of the plant, or the title of a task without a plant.
    public let plantName: String
    /// The task in words: "Monty needs water (250 ml, Kitchen)".
    public let text: String
    /// The pages that carry out an answer, if the household has pages.
    public var links: [ReminderAnswer: String]

    /// Creates a task.
    public init(
      key: Reminder.Key, plantName: String, text: String,
      links: [ReminderAnswer: String] = [:]
    ) {
      self.key = key
      self.plantName = plantName
      self.text = text
      self.links = links
    }
  }

  /// The id, 16 hexadecimal digits: the same for the same tasks and due days.
  public let id: String
  /// The title.
  public let title: String
  /// The tasks in words, a line for each.
  public let text: String
  /// The tasks, the earliest due day first; none in a test.
  public let tasks: [Task]
  /// The number on a badge: overdue tasks alone.
  public let badge: Int
  /// The local day on which it is said.
  public let day: Day
  /// A Boolean value that indicates whether it names all that is to be said.
  public let isDigest: Bool
  /// A Boolean value that indicates whether it only tries the channel.
  public let isTest: Bool
  /// The address of the household's page of today, if known.
  public let page: String?
  /// The number of times that its channel was given these tasks before. It tells
  /// a message that comes again from one whose answer got lost.
  public package(set) var earlierCount = 0

  /// Creates a message.
  public init(
    id: String, title: String, text: String, tasks: [Task], badge: Int,
    day: Day, isDigest: Bool, isTest: Bool = false, page: String? = nil
  ) {
    self.id = id
    self.title = title
    self.text = text
    self.tasks = tasks
    self.badge = badge
    self.day = day
    self.isDigest = isDigest
    self.isTest = isTest
    self.page = page
  }

  /// The message as one JSON object and a line feed, as
  /// `schemas/reminder.schema.json` describes it.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("id", id)
      writer.member("title", title)
      writer.member("text", text)
      writer.member("day", day.description)
      writer.member("badge", badge)
      writer.member("isDigest", isDigest)
      writer.member("isTest", isTest)
      if let page { writer.member("page", page) }
      writer.objects("tasks", tasks) { writer, task in
        writer.member("key", task.key.description)
        writer.member("plant", task.key.plant.description)
        writer.member("plantName", task.plantName)
        writer.member("kind", task.key.kind.name)
        if let id = task.key.task { writer.member("task", id.description) }
        writer.member("due", task.key.due.description)
        writer.member("text", task.text)
        if let link = task.links[.done] { writer.member("doneLink", link) }
        if let link = task.links[.hour] { writer.member("hourLink", link) }
        if let link = task.links[.tomorrow] {
          writer.member("tomorrowLink", link)
        }
      }
    }
    writer.newline()
    return writer.bytes
  }
}

/// An answer to a reminder.
public enum ReminderAnswer: String, CaseIterable, Sendable {
  /// The care was given.
  case done
  /// The message comes again in an hour; the task stays as it is.
  case hour
  /// The task is postponed until tomorrow.
  case tomorrow
}
