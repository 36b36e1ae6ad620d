internal import JournalCare
public import JournalProjections
public import JournalQueries
public import JournalTime

/// What a run has said on one channel.
public struct ReminderOutcome {
  /// The channel.
  public let channel: ReminderChannel
  /// The messages that were sent, or that would be.
  public internal(set) var messages: [ReminderPlan.Message] = []
  /// The error that ended the run on this channel, if any.
  public internal(set) var error: (any Error)?
}

extension CareJournal {
  private var reminderFiles: ReminderFiles { ReminderFiles(of: home) }

  /// The channels of this machine, in the order in which they were added.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func reminderChannels() throws -> [ReminderChannel] {
    try reminderFiles.channels()
  }

  /// Adds a channel.
  ///
  /// - Throws: ``ReminderChannelError/nameInUse(_:)``, or errors of the file.
  public func addReminderChannel(_ channel: ReminderChannel) throws {
    try reminderFiles.add(channel)
  }

  /// Removes a channel and what is known of it.
  ///
  /// - Throws: ``ReminderChannelError/unknown(_:known:)``, or errors of files.
  public func removeReminderChannel(_ name: String) throws {
    try reminderFiles.removeChannel(name)
  }

  /// Returns what a channel was given.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func givenReminders(
    on channel: ReminderChannel
  ) throws -> GivenReminders {
    try reminderFiles.given(to: channel.name)
  }

  /// Says on each channel what is to be said now, and records it after it was
  /// said. Whoever ends this process between the two makes one message come
  /// twice, and loses none.
  ///
  /// - Parameters:
  ///   - channels: The channels.
  ///   - snapshot: The journal.
  ///   - isRehearsal: Whether nothing is sent and recorded.
  ///   - send: Sends a message, and returns the channel's own name for it.
  /// - Returns: What was said on each channel.
  /// - Throws: ``ReminderChannelError/busy``, or errors of the journal and the
  ///   files. What one channel refuses is in its outcome.
  public func remind(
    on channels: [ReminderChannel], from snapshot: borrowing Snapshot,
    isRehearsal: Bool = false,
    _ send: (ReminderPlan.Message, ReminderPlan, ReminderChannel) throws
      -> String?
  ) throws -> [ReminderOutcome] {
    let rules = ReminderRules(snapshot.settings)
    let open = try snapshot.reminders(by: rules)
    let zone = snapshot.calendar.zone
    func outcomes() throws -> [ReminderOutcome] {
      try channels.map { channel in
        var given = try reminderFiles.given(to: channel.name)
        let plan = ReminderPlan(
          open: open, by: rules, given: given, at: now, in: zone)
        var outcome = ReminderOutcome(channel: channel)
        guard !isRehearsal else {
          outcome.messages = plan.messages
          return outcome
        }
        let before = given
        do {
          for message in plan.messages {
            let name = try send(message, plan, channel)
            given.give(message.reminders.map(\.key), on: plan.today, as: name)
            try reminderFiles.keep(given, of: channel.name)
            outcome.messages.append(message)
          }
        } catch {
          outcome.error = error
        }
        given.withdraw(plan.withdrawn)
        given.forgetOld(on: plan.today)
        if given != before { try reminderFiles.keep(given, of: channel.name) }
        return outcome
      }
    }
    return try isRehearsal ? outcomes() : reminderFiles.alone(outcomes)
  }
}

extension Snapshot {
  /// Returns the open tasks that people may be reminded of today.
  ///
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed.
  public func reminders(by rules: ReminderRules) throws -> [Reminder] {
    try openTasks(by: today.advanced(by: rules.daysBefore))
      .map { Reminder($0) }
  }

  /// Returns the reminders to come, the soonest first, each with its moment.
  ///
  /// - Parameters:
  ///   - rules: The household's rules.
  ///   - now: The moment; what was due before comes at once.
  ///   - limit: The greatest number.
  public func pendingReminders(
    by rules: ReminderRules, at now: Instant,
    limit: Int = ReminderPlan.mostMessages
  ) throws -> [(at: Instant, reminder: Reminder)] {
    let zone = calendar.zone
    let view = try UpcomingView(self, after: today)
    let open = try openTasks(by: today)
      + view.days.flatMap { day in day.tasks.map(\.entry) }
    return Array(
      open.map { Reminder($0) }
        .filter { rules.admits($0.key.kind, of: $0.key.plant) }
        .compactMap { reminder in
          rules.moment(ofTaskDue: reminder.due, in: zone)
            .map { (max($0, now), reminder) }
        }
        .sorted { ($0.0, $0.1.due) < ($1.0, $1.1.due) }.prefix(limit))
  }
}
