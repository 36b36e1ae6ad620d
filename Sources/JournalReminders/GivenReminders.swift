public import JournalTime

/// What one channel of this machine was given.
public struct GivenReminders: Sendable, Hashable {
  /// How often and when something was said.
  public struct Giving: Sendable, Hashable {
    /// The number of times.
    public var count: Int
    /// The local day of the last time.
    public var day: Day
    /// The channel's own name for the message; `nil` if it has none.
    public var message: String?
    /// A Boolean value that indicates whether the message was withdrawn.
    public var isWithdrawn = false

    /// Creates the record of a message.
    public init(count: Int, day: Day, message: String? = nil) {
      self.count = count
      self.day = day
      self.message = message
    }
  }

  /// The number of days for which a reminder is remembered after its due day,
  /// or after it was last given: an undo may open the task again.
  public static let keptDays = 60

  /// The givings.
  public private(set) var givings: [Reminder.Key: Giving] = [:]

  /// Creates an empty record.
  public init() {}

  /// Creates a record from its stored form.
  package init(_ givings: [Reminder.Key: Giving]) {
    self.givings = givings
  }

  /// The giving of a reminder, if there was one.
  public subscript(key: Reminder.Key) -> Giving? { givings[key] }

  /// Records that a message was given.
  ///
  /// - Parameters:
  ///   - keys: The reminders that it names.
  ///   - day: The local day.
  ///   - message: The channel's own name for the message.
  public mutating func give(
    _ keys: some Sequence<Reminder.Key>, on day: Day, as message: String? = nil
  ) {
    for key in keys {
      let count = givings[key]?.count ?? 0
      givings[key] = Giving(count: count + 1, day: day, message: message)
    }
  }

  /// Records that messages were withdrawn.
  public mutating func withdraw(_ keys: some Sequence<Reminder.Key>) {
    for key in keys { givings[key]?.isWithdrawn = true }
  }

  /// Returns the reminders that were given by `today`, are not withdrawn, and
  /// fulfil a condition. Those of later days are there if the clock was set
  /// back; their tasks are not open yet.
  func keysToWithdraw(
    by today: Day, where isOver: (Reminder.Key) -> Bool
  ) -> [Reminder.Key] {
    givings.filter { key, giving in
      !giving.isWithdrawn && giving.day <= today && isOver(key)
    }.map(\.key)
  }

  /// Forgets what is too old to matter.
  public mutating func forgetOld(on today: Day) {
    let first = today.advanced(by: -Self.keptDays)
    givings = givings.filter { key, giving in
      max(key.due, giving.day) >= first || !giving.isWithdrawn
    }
  }
}
