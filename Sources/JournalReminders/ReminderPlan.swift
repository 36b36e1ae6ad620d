internal import JournalCare
internal import JournalEvents
public import JournalTime

/// The messages to send at a moment, and the sent ones that no longer hold.
///
/// A plan is worked out from the open tasks, the rules and what was said
/// before. It knows neither channels nor files.
public struct ReminderPlan: Sendable {
  /// A message to be sent.
  public struct Message: Sendable, Hashable {
    /// The tasks that it names, the most overdue first.
    public let reminders: [Reminder]
    /// A Boolean value that indicates whether the message is a digest.
    public let isDigest: Bool

    /// The id of the message, 16 hexadecimal digits: the same for the same
    /// reminders.
    public var id: String {
      let text = reminders.map(\.key.description).sorted()
        .joined(separator: "\n")
      let hash = EventHash(of: Array(text.utf8).span.bytes)
      return String("\(hash)".prefix(16))
    }
  }

  /// The greatest number of messages at once; further tasks share a digest.
  public static let mostMessages = 64

  /// The day on which the plan was made.
  public let today: Day
  /// The messages to be sent, in their order.
  public private(set) var messages: [Message] = []
  /// Reminders that were given and whose task is no longer open that way.
  public private(set) var withdrawn: [Reminder.Key] = []
  /// The number on a badge: overdue tasks alone.
  public let overdueCount: Int

  /// Plans what to say at `now`.
  ///
  /// - Parameters:
  ///   - open: The open tasks that are due within the days before, or earlier.
  ///   - rules: The household's rules.
  ///   - given: What one channel was given.
  ///   - now: The moment.
  ///   - zone: The journal's time zone.
  public init(
    open: [Reminder], by rules: ReminderRules, given: GivenReminders,
    at now: Instant, in zone: TimeZoneRules
  ) {
    let today = zone.localDay(of: now)
    self.today = today
    overdueCount = open.count { $0.due < today }
    let keys = Set(open.map(\.key))
    withdrawn = given.keysToWithdraw(by: today) { !keys.contains($0) }
    guard rules.isOn, rules.admits(today, at: zone.timeOfDay(of: now)) else {
      return
    }
    let todays =
      rules.moment(onDayFrom: today, in: zone).map { $0 <= now } ?? false
    var missed: [Reminder] = []
    var due: [Reminder] = []
    for reminder in open
    where rules.admits(reminder.key.kind, of: reminder.key.plant) {
      guard let last = given.giving(of: reminder.key, believedOn: today) else {
        guard let moment = rules.moment(ofTaskDue: reminder.due, in: zone),
          moment <= now
        else { continue }
        if zone.localDay(of: moment) < today {
          missed.append(reminder)
        } else {
          due.append(reminder)
        }
        continue
      }
      if let again = last.again {
        if again <= now { due.append(reminder) }
        continue
      }
      // Once a day while it is overdue, and never twice a day.
      if todays, reminder.due < today, last.day < today,
        last.count <= rules.repeats
      {
        due.append(reminder)
      }
    }
    add(missed, due, in: rules.form)
  }

  /// Adds the messages. What was missed comes as one, whatever the form.
  private mutating func add(
    _ missed: [Reminder], _ due: [Reminder], in form: ReminderRules.Form
  ) {
    switch form {
    case .digest: add(digestOf: missed + due)
    case .single:
      add(digestOf: missed)
      let single = due.inOrder.prefix(Self.mostMessages - 1)
      messages += single.map { Message(reminders: [$0], isDigest: false) }
      add(digestOf: Array(due.inOrder.dropFirst(single.count)))
    }
  }

  private mutating func add(digestOf reminders: [Reminder]) {
    guard !reminders.isEmpty else { return }
    messages.append(Message(reminders: reminders.inOrder, isDigest: true))
  }
}

extension [Reminder] {
  /// The reminders with the earliest due day first, and then by plant and kind.
  fileprivate var inOrder: [Reminder] {
    sorted {
      ($0.due, $0.entry.plantName, $0.key.kind.name)
        < ($1.due, $1.entry.plantName, $1.key.kind.name)
    }
  }
}
