internal import Encodings
internal import JournalEvents
package import JournalLog
internal import JournalQueries
internal import JournalSync
internal import JournalTime
internal import POSIXKit

/// The files of reminders on this machine: the channels, in `channels.json`,
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

  /// Returns the entries in the order in which they were added, each with its
  /// channel; `nil` for one that this version cannot read. A newer version may
  /// have written it, and the other channels still remind.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  package func entries() throws -> [(
    name: String, channel: ReminderChannel?
  )] {
    try channelsFile.members().map { ($0.name, channel($0)) }
  }

  private func channel(_ member: JSONValue.Member) -> ReminderChannel? {
    guard case .string(let text)? = member.value["address"],
      let address = try? ReminderChannel.Address(text),
      var channel = try? ReminderChannel(name: member.name, address: address)
    else { return nil }
    for option in ReminderChannel.Option.allCases {
      if case .string(let text)? = member.value[option.rawValue] {
        channel.options[option] = text
      }
    }
    return channel
  }

  /// Adds a channel, with a seal of its own.
  ///
  /// - Throws: ``ReminderChannelError/nameInUse(_:)``,
  ///   ``ReminderChannelError/variableInUse(_:by:)``, `RemoteError` for a
  ///   malformed proxy, or errors of the file.
  package func add(_ channel: ReminderChannel) throws {
    if let proxy = channel.options[.proxy] { try ProxyAddress.check(proxy) }
    var channel = channel
    channel.options[.seal] = AnswerLinks.newSeal()
    try channelsFile.update(in: home) { members in
      let variable = channel.secretVariable
      if let other = members.first(where: {
        Secrets.variable("PASSWORD", of: $0.name) == variable
      })?.name {
        throw other == channel.name
          ? ReminderChannelError.nameInUse(other)
          : .variableInUse(variable, by: other)
      }
      let options = ReminderChannel.Option.allCases.compactMap { option in
        channel.options[option].map {
          JSONValue.Member(option.rawValue, .string($0))
        }
      }
      members.append(
        .init(
          channel.name,
          .object(
            [.init("address", .string(channel.address.description))] + options))
      )
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
    try given(to: channel, in: remindersFile.members())
  }

  private func given(
    to channel: String, in members: [JSONValue.Member]
  ) throws -> GivenReminders {
    guard let member = members.first(where: { $0.name == channel }) else {
      return GivenReminders()
    }
    guard case .array(let items)? = member.value["given"] else {
      throw invalid(channel)
    }
    var givings: [Reminder.Key: GivenReminders.Giving] = [:]
    for item in items {
      guard let (key, giving) = Self.giving(item) else {
        throw invalid(channel)
      }
      givings[key] = giving
    }
    var failure: GivenReminders.Failure?
    if let value = member.value["failure"] {
      guard case .string(let message)? = value["message"],
        let at = value["at"]?.wholeNumber
      else { throw invalid(channel) }
      failure = .init(at: Instant(milliseconds: at), message: message)
    }
    return GivenReminders(givings, failure: failure)
  }

  private func invalid(_ channel: String) -> StorageError {
    StorageError.remindersFile(
      path: home.remindersFile,
      reason: "'\(channel)' has something that is no reminder")
  }

  /// Changes what a channel was given.
  ///
  /// - Returns: What it was given by now.
  /// - Throws: `StorageError` or `FileSystemError`.
  @discardableResult
  package func update(
    _ channel: String, _ change: (inout GivenReminders) -> Void
  ) throws -> GivenReminders {
    try remindersFile.update(in: home) { members in
      var given = try given(to: channel, in: members)
      change(&given)
      let items = given.givings.sorted {
        ($0.value.at, $0.key.description) < ($1.value.at, $1.key.description)
      }.map { Self.json($0.key, $0.value) }
      var content: [JSONValue.Member] = [.init("given", .array(items))]
      if let failure = given.failure {
        content.append(
          .init(
            "failure",
            .object([
              .init("at", .integer(failure.at.milliseconds)),
              .init("message", .string(failure.message)),
            ])))
      }
      let place =
        members.firstIndex { $0.name == channel } ?? members.count
      members.removeAll { $0.name == channel }
      members.insert(
        .init(channel, .object(content)), at: min(place, members.count))
      return given
    }
  }

  private static func json(
    _ key: Reminder.Key, _ giving: GivenReminders.Giving
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("key", .string(key.description)),
      .init("count", .integer(Int64(giving.count))),
      .init("day", .string(giving.day.description)),
      .init("at", .integer(giving.at.milliseconds)),
      .init("message", .string(giving.message)),
    ]
    if let name = giving.name { members.append(.init("name", .string(name))) }
    if !giving.earlier.isEmpty {
      members.append(
        .init(
          "earlier",
          .array(
            giving.earlier.map { message in
              .object(
                [.init("id", .string(message.id))]
                  + (message.name.map { [.init("name", .string($0))] } ?? []))
            })))
    }
    if giving.isWithdrawn {
      members.append(.init("isWithdrawn", .bool(true)))
    }
    if let again = giving.again {
      members.append(.init("again", .integer(again.milliseconds)))
    }
    return .object(members)
  }

  private static func giving(
    _ value: JSONValue
  ) -> (Reminder.Key, GivenReminders.Giving)? {
    guard case .string(let key)? = value["key"], let key = Reminder.Key(key),
      case .string(let day)? = value["day"], let day = Day(day),
      let at = value["at"]?.wholeNumber,
      case .string(let message)? = value["message"],
      let count = value["count"]?.wholeNumber.flatMap(Int.init(exactly:)),
      1...1_000_000 ~= count
    else { return nil }
    var giving = GivenReminders.Giving(
      count: count, day: day, at: Instant(milliseconds: at), message: message)
    if case .string(let name)? = value["name"] { giving.name = name }
    if case .array(let earlier)? = value["earlier"] {
      for message in earlier {
        guard case .string(let id)? = message["id"] else { return nil }
        var name: String?
        if case .string(let text)? = message["name"] { name = text }
        giving.earlier.append(.init(id: id, name: name))
      }
    }
    if case .bool(let isWithdrawn)? = value["isWithdrawn"] {
      giving.isWithdrawn = isWithdrawn
    }
    giving.again = value["again"]?.wholeNumber.map(Instant.init(milliseconds:))
    return (key, giving)
  }

  // MARK: One at a time

  private var lockFile: String { home.remindersFile + ".lock" }

  /// The moment of the last run; `nil` if there was none.
  var lastRun: Instant? {
    (try? FileStatus(of: lockFile)).map {
      Instant(milliseconds: Int64($0.modifiedAt) * 1_000)
    }
  }

  /// Runs `body` as the only process of this home that reminds.
  ///
  /// - Throws: ``ReminderChannelError/busy`` if another process does, or errors
  ///   of the lock's file and of `body`.
  package func alone<R>(_ body: () throws -> R) throws -> R {
    let lock = try File(lockFile, .keeping)
    guard lock.isLockedAtOnce() else { throw ReminderChannelError.busy }
    FileSystem.touch(lockFile)
    return try body()
  }
}
