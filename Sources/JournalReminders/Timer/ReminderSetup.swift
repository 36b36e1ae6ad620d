public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
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
    let name = address.usualName
    let names = Set(channels.map(\.name))
    let free =
      ([name] + (2...(names.count + 2)).map { "\(name)-\($0)" })
      .first { !names.contains($0) }
    let channel = try ReminderChannel(name: free ?? name, address: address)
    if !isRehearsal { try addReminderChannel(channel) }
    return (channel, true)
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

  /// The moment of the last run that was to remind; `nil` if there was none.
  public var lastReminding: Instant? { reminderFiles.lastRun }
}
