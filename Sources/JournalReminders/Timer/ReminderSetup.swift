public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalSync
public import JournalTime

/// A person's answers when setting up reminders.
public struct ReminderSetup: Sendable, Hashable {
  /// The time of day.
  public var time: TimeOfDay
  /// The form of messages: one for all tasks, or one for each.
  public var form: ReminderRules.Form
  /// The times of day at which nobody is reminded; `nil` for none.
  public var quietHours: TimeSpan?

  /// The quiet hours that are proposed.
  public static let usualQuietHours = TimeSpan("22:00-07:00")

  /// Creates the answers.
  public init(
    time: TimeOfDay, form: ReminderRules.Form, quietHours: TimeSpan?
  ) {
    self.time = time
    self.form = form
    self.quietHours = quietHours
  }

  /// The values of the settings.
  fileprivate var values: [(key: SettingKey, value: SettingValue)] {
    [
      (.reminders, .bool(true)),
      (.reminderTime, .text(time.description)),
      (.reminderForm, .text(form.rawValue)),
      (.reminderQuietHours, quietHours.map { .text($0.description) } ?? .null),
    ]
  }
}

extension CareJournal {
  /// Changes those settings of the journal that differ from the answers.
  ///
  /// - Parameters:
  ///   - setup: The answers.
  ///   - mode: Whether to write.
  /// - Returns: A receipt for each setting that changed.
  /// - Throws: Errors of the journal.
  public func changeSettings(
    to setup: ReminderSetup, _ mode: ActionMode = .commit
  ) throws -> [Receipt] {
    let current = try read { $0.settings }
    return try setup.values.filter { key, value in
      current.effective(key) != value
    }.map { key, value in
      try changeSetting(SettingRequest(key.rawValue, value), mode)
    }
  }

  /// Returns the channel of an address, and adds it if there is none.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - isRehearsal: Whether nothing is added.
  /// - Returns: The channel, and whether it is new.
  /// - Throws: ``ReminderChannelError``, or errors of the file.
  public func reminderChannel(
    at address: ReminderChannel.Address, isRehearsal: Bool = false
  ) throws -> (channel: ReminderChannel, isNew: Bool) {
    let channels = try reminderChannels()
    if let channel = channels.first(where: { $0.address == address }) {
      return (channel, false)
    }
    let channel = try ReminderChannel(
      name: freeName(for: address), address: address)
    if !isRehearsal { try addReminderChannel(channel) }
    return (channel, true)
  }

  /// Returns the usual name of a channel of an address, with a number if it is
  /// in use.
  private func freeName(
    for address: ReminderChannel.Address
  ) throws -> String {
    let name = address.usualName
    let taken = Set(
      try reminderFiles.entries().map {
        Secrets.variable("PASSWORD", of: $0.name)
      })
    return ([name] + (2...(taken.count + 2)).map { "\(name)-\($0)" })
      .first { !taken.contains(Secrets.variable("PASSWORD", of: $0)) } ?? name
  }

  // MARK: Pages

  /// Adds a channel that somebody typed on a page. If a channel has the address
  /// already, nothing is added.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - name: The name; `nil` for the usual one.
  /// - Returns: The channel.
  /// - Throws: ``ReminderChannelError``, or errors of the file.
  public func addReminderChannel(
    ofPage text: String, named name: String?
  ) throws -> ReminderChannel {
    let address = try ReminderChannel.Address(ofPage: text)
    if let known = try reminderChannels().first(where: {
      $0.address == address && $0.isOfPage && (name ?? $0.name) == $0.name
    }) {
      return known
    }
    var channel = try ReminderChannel(
      name: name ?? freeName(for: address), address: address)
    channel.options[.origin] = "page"
    try addReminderChannel(channel)
    return channel
  }

  /// Returns the channel of a name, which was added on a page.
  ///
  /// - Throws: ``ReminderChannelError/ofMachine(_:)`` for any other channel,
  ///   ``ReminderChannelError/unknown(_:known:)``, or errors of the file.
  public func reminderChannel(ofPage name: String) throws -> ReminderChannel {
    let channel = try reminderChannels(named: name)[0]
    guard channel.isOfPage else { throw ReminderChannelError.ofMachine(name) }
    return channel
  }

  /// Removes the channel of a name, which was added on a page. One that is gone
  /// already counts as removed, as the first answer may have been lost.
  ///
  /// - Throws: ``ReminderChannelError/ofMachine(_:)`` for any other channel, or
  ///   errors of files.
  public func removeReminderChannel(ofPage name: String) throws {
    do {
      try removeReminderChannel(reminderChannel(ofPage: name).name)
    } catch ReminderChannelError.unknown {}
  }

  /// Returns the answers that are proposed: those of the settings, and hours of
  /// the night if nobody has chosen a time yet.
  ///
  /// - Throws: Errors of the journal.
  public func proposedReminderSetup() throws -> ReminderSetup {
    try read { snapshot in
      let settings = snapshot.settings
      let rules = ReminderRules(settings)
      return ReminderSetup(
        time: rules.time, form: rules.form,
        quietHours: rules.quietHours
          ?? (settings.reminderTime == nil
            ? ReminderSetup.usualQuietHours : nil))
    }
  }

  /// Returns the moment of the next message of this machine; `nil` if there is
  /// none to come.
  ///
  /// - Throws: Errors of the journal.
  public func nextReminder() throws -> Instant? {
    guard try read({ try $0.remindsHere() }) else { return nil }
    return try pendingReminders(limit: 1).reminders.first?.at
  }

  /// A Boolean value that indicates whether this machine was to remind within
  /// the last day.
  public var hasRemindedLately: Bool {
    lastReminding.map { now.milliseconds - $0.milliseconds <= 86_400_000 }
      ?? false
  }

  /// The moment of the last run that was to remind; `nil` if there was none.
  public var lastReminding: Instant? { reminderFiles.lastRun }
}
