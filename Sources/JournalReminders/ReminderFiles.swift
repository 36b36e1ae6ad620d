internal import Encodings
internal import JournalEvents
package import JournalLog
internal import JournalQueries
internal import JournalTime
internal import POSIXKit

/// What this machine knows about reminders: its channels, in `channels.json`,
/// and what each was given, in `reminders.json`.
package struct ReminderFiles {
  private let home: JournalHome

  /// Creates the value for a home, without touching any file.
  package init(of home: JournalHome) {
    self.home = home
  }

  private var channelsFile: HomeFile {
    HomeFile(path: home.channelsFile, error: StorageError.channelsFile)
  }

  private var remindersFile: HomeFile {
    HomeFile(path: home.remindersFile, error: StorageError.remindersFile)
  }

  // MARK: Channels

  /// Returns the channels in the order in which they were added.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  package func channels() throws -> [ReminderChannel] {
    try channelsFile.members().map { try channel($0) }
  }

  private func channel(_ member: JSONValue.Member) throws -> ReminderChannel {
    guard case .string(let text) = member.value,
      let address = try? ReminderChannel.Address(text),
      let channel = try? ReminderChannel(name: member.name, address: address)
    else {
      throw StorageError.channelsFile(
        path: home.channelsFile, reason: "'\(member.name)' is no channel")
    }
    return channel
  }

  /// Adds a channel.
  ///
  /// - Throws: ``ReminderChannelError/nameInUse(_:)``, or errors of the file.
  package func add(_ channel: ReminderChannel) throws {
    try channelsFile.update(in: home) { members in
      guard !members.contains(where: { $0.name == channel.name }) else {
        throw ReminderChannelError.nameInUse(channel.name)
      }
      members.append(
        .init(channel.name, .string(channel.address.description)))
    }
  }

  /// Removes a channel and what is known of it.
  ///
  /// - Throws: ``ReminderChannelError/unknown(_:known:)``, or errors of the
  ///   files.
  package func removeChannel(_ name: String) throws {
    try channelsFile.update(in: home) { members in
      guard members.contains(where: { $0.name == name }) else {
        throw ReminderChannelError.unknown(name, known: members.map(\.name))
      }
      members.removeAll { $0.name == name }
    }
    try remindersFile.update(in: home) { members in
      members.removeAll { $0.name == name }
    }
  }

  // MARK: What was given

  /// Returns what a channel was given.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  package func given(to channel: String) throws -> GivenReminders {
    guard
      let member = try remindersFile.members().first(where: {
        $0.name == channel
      })
    else { return GivenReminders() }
    guard case .array(let items) = member.value else {
      throw invalid(channel)
    }
    var givings: [Reminder.Key: GivenReminders.Giving] = [:]
    for item in items {
      guard let (key, giving) = Self.giving(item) else {
        throw invalid(channel)
      }
      givings[key] = giving
    }
    return GivenReminders(givings)
  }

  private func invalid(_ channel: String) -> StorageError {
    StorageError.remindersFile(
      path: home.remindersFile,
      reason: "'\(channel)' has something that is no reminder")
  }

  /// Keeps what a channel was given.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  package func keep(_ given: GivenReminders, of channel: String) throws {
    let items = given.givings.sorted {
      ($0.key.due, $0.key.plant, $0.key.kind.name)
        < ($1.key.due, $1.key.plant, $1.key.kind.name)
    }.map { Self.json($0.key, $0.value) }
    try remindersFile.update(in: home) { members in
      let place =
        members.firstIndex { $0.name == channel } ?? members.count
      members.removeAll { $0.name == channel }
      members.insert(
        .init(channel, .array(items)), at: min(place, members.count))
    }
  }

  private static func json(
    _ key: Reminder.Key, _ giving: GivenReminders.Giving
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("plant", .string(key.plant.description)),
      .init("kind", .string(key.kind.name)),
      .init("due", .string(key.due.description)),
      .init("count", .integer(Int64(giving.count))),
      .init("day", .string(giving.day.description)),
    ]
    if let task = key.task {
      members.append(.init("task", .string(task.description)))
    }
    if let message = giving.message {
      members.append(.init("message", .string(message)))
    }
    if giving.isWithdrawn {
      members.append(.init("isWithdrawn", .bool(true)))
    }
    return .object(members)
  }

  private static func giving(
    _ value: JSONValue
  ) -> (Reminder.Key, GivenReminders.Giving)? {
    guard case .string(let plant)? = value["plant"],
      let plant = PlantID(plant), case .string(let kind)? = value["kind"],
      let kind = TaskKind(kind), case .string(let due)? = value["due"],
      let due = Day(due), case .string(let day)? = value["day"],
      let day = Day(day),
      let count = value["count"]?.wholeNumber.flatMap(Int.init(exactly:)),
      count > 0
    else { return nil }
    var task: TaskID?
    if case .string(let text)? = value["task"] {
      guard let id = TaskID(text) else { return nil }
      task = id
    }
    var giving = GivenReminders.Giving(count: count, day: day)
    if case .string(let message)? = value["message"] {
      giving.message = message
    }
    if case .bool(let isWithdrawn)? = value["isWithdrawn"] {
      giving.isWithdrawn = isWithdrawn
    }
    return (
      Reminder.Key(plant: plant, kind: kind, task: task, due: due), giving
    )
  }

  // MARK: One at a time

  /// Runs `body` as the only process of this home that reminds.
  ///
  /// - Throws: ``ReminderChannelError/busy`` if another process does, or errors
  ///   of the lock's file and of `body`.
  package func alone<R>(_ body: () throws -> R) throws -> R {
    let lock = try File(home.remindersFile + ".lock", .keeping)
    guard lock.isLockedAtOnce() else { throw ReminderChannelError.busy }
    return try body()
  }
}
