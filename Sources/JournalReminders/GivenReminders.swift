public import JournalTime

/// A record of the messages that one channel of this machine got.
public struct GivenReminders: Sendable, Hashable {
  /// The number and times of messages about one reminder.
  public struct Giving: Sendable, Hashable {
    /// The number of times.
    public var count: Int
    /// The local day of the last time.
    public var day: Day
    /// The moment of the last time.
    public var at: Instant
    /// The id of the last message.
    public var message: String
    /// The channel's own name for that message; `nil` if it has none.
    public var name: String?
    /// The messages before, the latest last: people may still see them.
    public var earlier: [Message] = []
    /// A Boolean value that indicates whether the message was withdrawn.
    public var isWithdrawn = false
    /// The moment at which the message is said again; `nil` for none.
    public var again: Instant?

    /// The channel's own names of all its messages.
    var names: [String] {
      earlier.compactMap(\.name) + (name.map { [$0] } ?? [])
    }
  }

  /// A message by its id, and by the channel's own name for it.
  public struct Message: Sendable, Hashable {
    /// The id.
    public let id: String
    /// The channel's own name; `nil` if it has none.
    public let name: String?
  }

  /// The greatest number of earlier messages that are remembered.
  static let mostEarlier = 10

  /// The number of days by which a clock may be wrong. What was given later than
  /// that from now was given by a clock that was ahead.
  static let believedDays = 31

  /// The number of days for which a reminder is remembered after its due day,
  /// or after it was last given: an undo may open the task again.
  public static let keptDays = 60

  /// The givings.
  public private(set) var givings: [Reminder.Key: Giving] = [:]

  /// The error of the last message, if the channel refused it.
  public struct Failure: Sendable, Hashable {
    /// The moment.
    public let at: Instant
    /// The error in words.
    public let message: String
  }

  /// The error of the last message; `nil` if the channel took it.
  public package(set) var failure: Failure?

  /// Creates an empty record.
  public init() {}

  /// Creates a record from its stored form.
  package init(_ givings: [Reminder.Key: Giving], failure: Failure?) {
    self.givings = givings
    self.failure = failure
  }

  /// The giving of a reminder, if there was one.
  public subscript(key: Reminder.Key) -> Giving? { givings[key] }

  /// Records that a message was given.
  ///
  /// - Parameters:
  ///   - keys: The reminders that it names.
  ///   - at: The moment.
  ///   - day: The local day of that moment.
  ///   - message: The id of the message.
  ///   - name: The channel's own name for it.
  public mutating func give(
    _ keys: some Sequence<Reminder.Key>, at: Instant, on day: Day,
    as message: String, named name: String? = nil
  ) {
    for key in keys {
      let last = giving(of: key, believedOn: day)
      var giving = Giving(
        count: (last?.count ?? 0) + 1, day: day, at: at, message: message,
        name: name)
      if let last, last.message != message {
        giving.earlier =
          last.earlier.suffix(Self.mostEarlier - 1)
          + [Message(id: last.message, name: last.name)]
      }
      givings[key] = giving
    }
  }

  /// Returns the giving of a reminder; `nil` if there was none, or if a clock
  /// that was far ahead has recorded it.
  func giving(of key: Reminder.Key, believedOn today: Day) -> Giving? {
    givings[key].flatMap {
      today.distance(to: $0.day) > Self.believedDays ? nil : $0
    }
  }

  /// Records that reminders are to be said again. Those that wait for it already
  /// come when they would have come.
  ///
  /// - Returns: The reminders that were given.
  mutating func repeatLater(
    _ keys: some Sequence<Reminder.Key>, at moment: Instant, from now: Instant
  ) -> [Reminder.Key] {
    keys.filter { key in
      guard let giving = givings[key] else { return false }
      let isWaiting = giving.again.map { $0 > now && $0 < moment } ?? false
      if !isWaiting { givings[key]?.again = moment }
      return true
    }
  }

  /// Returns the reminders whose last or earlier message has this id.
  func keys(ofMessage id: String) -> [Reminder.Key] {
    givings.filter { _, giving in
      giving.message == id || giving.earlier.contains { $0.id == id }
    }.map(\.key)
  }

  /// Returns the channel's names of messages whose tasks are all over.
  func namesOver(_ keys: [Reminder.Key]) -> [String] {
    let over = Set(keys)
    let open = Set(
      givings.filter { !$1.isWithdrawn && !over.contains($0) }
        .flatMap(\.value.names))
    return Set(keys.flatMap { givings[$0]?.names ?? [] }).subtracting(open)
      .sorted()
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

/// A message that was sent.
public struct SentMessage: Sendable, Hashable {
  /// The id.
  public let id: String
  /// The moment of its last reminder.
  public let at: Instant
  /// The reminders whose last message it was.
  public let keys: [Reminder.Key]
  /// A Boolean value that indicates whether all of them are over.
  public let isWithdrawn: Bool
}

extension GivenReminders {
  /// The messages that were sent, the latest first.
  public var sentMessages: [SentMessage] {
    Dictionary(grouping: givings) { $0.value.message }.map { id, givings in
      SentMessage(
        id: id, at: givings.map(\.value.at).max() ?? Instant(milliseconds: 0),
        keys: givings.map(\.key).sorted { $0.description < $1.description },
        isWithdrawn: givings.allSatisfy(\.value.isWithdrawn))
    }.sorted { ($1.at, $1.id) < ($0.at, $0.id) }
  }

  /// The latest due day of a reminder; `nil` for none.
  var latestDue: Day? { givings.keys.map(\.due).max() }

  /// The moment of the last message; `nil` for none.
  public var lastSent: Instant? { givings.values.map(\.at).max() }
}
