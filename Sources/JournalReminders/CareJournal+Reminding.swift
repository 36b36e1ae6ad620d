internal import ErrorKit
public import JournalActions
public import JournalCare
internal import JournalEvents
public import JournalProjections
public import JournalQueries
public import JournalTime

/// The messages of a run on one channel.
public struct ReminderOutcome {
  /// The channel.
  public let channel: ReminderChannel
  /// The messages that were sent, or that would be.
  public internal(set) var messages: [ReminderMessage] = []
  /// The error that ended the run on this channel, if any.
  public internal(set) var error: (any Error)?

  /// Creates the outcome of a channel that was not asked for anything yet.
  public init(channel: ReminderChannel) {
    self.channel = channel
  }
}

/// The facts of the journal that the words of a reminder need.
public struct ReminderFacts: Sendable {
  /// The rooms.
  public let rooms: RoomList
  /// The units of amounts.
  public let units: MeasurementUnits
  /// The journal's time zone.
  public let zone: TimeZoneRules
  /// The day on which something is said.
  public let today: Day
}

/// The reminders to come.
public struct PendingReminders: Sendable {
  /// The next reminder of each task with its moment, the soonest first.
  public let reminders: [(at: Instant, reminder: Reminder)]
  /// The facts that their words need.
  public let facts: ReminderFacts
}

/// A run of reminding: to whom, in which words, by what.
public struct ReminderRun {
  /// Puts a planned message into words.
  public typealias Composer = (
    ReminderPlan.Message, ReminderPlan, ReminderFacts
  ) -> ReminderMessage

  /// The channels.
  public var channels: [ReminderChannel]
  /// A Boolean value that indicates whether nothing is sent or recorded.
  public var isRehearsal = false
  /// Puts a message into words.
  public var compose: Composer
  /// The surroundings of the senders.
  public var environment: SenderEnvironment

  /// Creates a run on channels.
  public init(
    on channels: [ReminderChannel], in environment: SenderEnvironment,
    _ compose: @escaping Composer
  ) {
    self.channels = channels
    self.environment = environment
    self.compose = compose
  }
}

/// The input that a run reads from the journal.
private typealias ReminderInput = (
  rules: ReminderRules, open: [Reminder], facts: ReminderFacts
)

extension CareJournal {
  var reminderFiles: ReminderFiles { ReminderFiles(of: home) }

  /// The channels of this machine, in the order in which they were added.
  /// Entries that cannot be read are skipped.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func reminderChannels() throws -> [ReminderChannel] {
    try reminderFiles.entries().compactMap(\.channel)
  }

  /// The names of channels whose entries in the file cannot be read.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func unreadableReminderChannels() throws -> [String] {
    try reminderFiles.entries().compactMap { $1 == nil ? $0 : nil }
  }

  /// Returns the channel of a name, or all of them without one.
  ///
  /// - Throws: ``ReminderChannelError/unknown(_:known:)``,
  ///   ``ReminderChannelError/unreadable(_:)`` or
  ///   ``ReminderChannelError/none``, or errors of the file.
  public func reminderChannels(
    named name: String?
  ) throws -> [ReminderChannel] {
    let all = try reminderChannels()
    let channels = all.filter { name == nil || $0.name == name }
    if channels.isEmpty,
      let unreadable = try unreadableReminderChannels().first(where: {
        name == nil || $0 == name
      })
    {
      throw ReminderChannelError.unreadable(unreadable)
    }
    if let name, channels.isEmpty {
      throw ReminderChannelError.unknown(name, known: all.map(\.name))
    }
    guard !channels.isEmpty else { throw ReminderChannelError.none }
    return channels
  }

  /// Adds a channel.
  ///
  /// - Throws: ``ReminderChannelError/nameInUse(_:)``,
  ///   ``ReminderChannelError/variableInUse(_:by:)``, or errors of the file.
  public func addReminderChannel(_ channel: ReminderChannel) throws {
    try reminderFiles.add(channel)
  }

  /// Removes a channel and what is known of it.
  ///
  /// - Throws: ``ReminderChannelError/unknown(_:known:)``, or errors of files.
  public func removeReminderChannel(_ name: String) throws {
    let known = try reminderFiles.entries().map(\.name)
    guard known.contains(name) else {
      throw ReminderChannelError.unknown(name, known: known)
    }
    try reminderFiles.alone { try reminderFiles.removeChannel(name) }
  }

  /// Returns what a channel was given.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func givenReminders(
    on channel: ReminderChannel
  ) throws -> GivenReminders {
    try reminderFiles.given(to: channel.name)
  }

  /// Returns what puts links to the household's page into messages of a
  /// channel; `nil` if this machine's settings name no page.
  ///
  /// - Throws: `StorageError`, `FileSystemError` or `UntrustedFile`.
  private func answerLinking(
    on channel: ReminderChannel
  ) throws -> ((ReminderMessage) -> ReminderMessage)? {
    let settings = try MachineSettings(ofHomeAt: homePath)
    guard case .text(let page) = settings.value(of: .householdPage) else {
      return nil
    }
    let links = try AnswerLinks(makingKeyOfHomeAt: homePath)
    let now = now
    return { $0.linked(to: page, by: links, on: channel, at: now) }
  }

  /// Says on each channel what is to be said now, and records it after it was
  /// said. Whoever ends this process between the two makes one message come
  /// twice, and loses none. Senders are made only if there is something for
  /// them to do.
  ///
  /// - Parameter run: The channels, and how to speak on them.
  /// - Returns: What was said on each channel; `nil` if another machine reminds.
  /// - Throws: ``ReminderChannelError/busy``, or errors of the journal and the
  ///   files. What one channel refuses is in its outcome.
  public func remind(_ run: ReminderRun) throws -> [ReminderOutcome]? {
    guard try read({ try $0.remindsHere() }) else { return nil }
    func outcomes() throws -> [ReminderOutcome] {
      let channels = try run.channels.filter { !$0.isCalendar }.map {
        ($0, given: try reminderFiles.given(to: $0.name))
      }
      let latest = channels.compactMap(\.given.latestDue).max()
      // The journal is not held open while servers are waited for.
      let (rules, open, facts) = try read { snapshot -> ReminderInput in
        (
          rules: ReminderRules(snapshot.settings),
          open: try snapshot.reminders(givenUntil: latest),
          facts: snapshot.reminderFacts
        )
      }
      var time = RunTime(run.environment, channels.count)
      return try channels.map { channel, given in
        let plan = ReminderPlan(
          open: open, by: rules, given: given, at: now, in: facts.zone)
        var run = run
        run.environment = time.next()
        return try carryOut(plan, run, on: channel, given, facts)
      }
    }
    return try run.isRehearsal ? outcomes() : reminderFiles.alone(outcomes)
  }

  private func carryOut(
    _ plan: ReminderPlan, _ run: ReminderRun, on channel: ReminderChannel,
    _ given: GivenReminders, _ facts: ReminderFacts
  ) throws -> ReminderOutcome {
    var outcome = ReminderOutcome(channel: channel)
    guard !run.isRehearsal else {
      outcome.messages = plan.messages.map { run.compose($0, plan, facts) }
      return outcome
    }
    var over = plan.withdrawn
    do {
      try send(plan, run, given, facts, &outcome)
      try withdraw(&over, of: given, run, on: channel)
    } catch {
      outcome.error = error
    }
    let failure = outcome.error.map(failure)
    func change(_ given: inout GivenReminders) {
      given.withdraw(over)
      given.forgetOld(on: plan.today)
      if failure != nil || !outcome.messages.isEmpty { given.failure = failure }
    }
    var after = given
    change(&after)
    guard after != given else { return outcome }
    do {
      try reminderFiles.update(channel.name, change)
    } catch {
      // Other channels are still to be served.
      outcome.error = outcome.error ?? error
    }
    return outcome
  }

  private func send(
    _ plan: ReminderPlan, _ run: ReminderRun, _ given: GivenReminders,
    _ facts: ReminderFacts, _ outcome: inout ReminderOutcome
  ) throws {
    guard !plan.messages.isEmpty else { return }
    let channel = outcome.channel
    // Without a record, each run would say everything again.
    try reminderFiles.update(channel.name) { _ in }
    let link = try answerLinking(on: channel)
    let sender = try sender(of: channel, in: run.environment)
    for planned in plan.messages {
      let isFirst = outcome.messages.isEmpty
      guard isFirst || !run.environment.isOutOfTime else {
        throw ChannelError.outOfTime
      }
      var message = run.compose(planned, plan, facts)
      message = link?(message) ?? message
      message.earlierCount = planned.reminders.reduce(0) {
        $0 + (given[$1.key]?.count ?? 0)
      }
      let name = try sender.send(message)
      outcome.messages.append(message)
      try reminderFiles.update(channel.name) { given in
        given.give(
          planned.reminders.map(\.key), at: now, on: plan.today,
          as: message.id, named: name)
      }
    }
  }

  /// Takes back the messages of which every task is over. What a channel refuses
  /// to take back stays there. What it could not be asked for is asked again.
  private func withdraw(
    _ over: inout [Reminder.Key], of given: GivenReminders, _ run: ReminderRun,
    on channel: ReminderChannel
  ) throws {
    let names = given.namesOver(over)
    guard !names.isEmpty else { return }
    var left = Set(names)
    do {
      let sender = try sender(of: channel, in: run.environment)
      for name in names {
        guard !run.environment.isOutOfTime else {
          throw ChannelError.outOfTime
        }
        do {
          try sender.withdraw(name)
        } catch  where ErrorFacts(of: error).kind != .network {
          // An old message that stays is no reason to ask for ever.
        }
        left.remove(name)
      }
    } catch {
      over.removeAll { key in
        given[key]?.names.contains(where: left.contains) ?? false
      }
      throw error
    }
  }

  /// Returns the reminders to come, the soonest first, each with its moment on
  /// the first channel that is not done with it.
  ///
  /// - Parameter limit: The greatest number.
  /// - Returns: The next reminder of each task.
  /// - Throws: Errors of the journal and the files.
  public func pendingReminders(
    limit: Int = ReminderPlan.mostMessages
  ) throws -> PendingReminders {
    let given = try reminderChannels().filter { !$0.isCalendar }
      .map(givenReminders)
    let now = now
    return try read {
      try $0.pendingReminders(
        at: now, given: given.isEmpty ? [GivenReminders()] : given,
        limit: limit)
    }
  }

  /// Returns why nothing may be said now; `nil` if it may.
  ///
  /// - Throws: An error of the store.
  public func reminderSilence() throws -> ReminderSilence? {
    let now = now
    return try read {
      ReminderRules($0.settings).silence(at: now, in: $0.calendar.zone)
    }
  }

  /// Returns whether a machine of the journal has the name of one that reminds.
  ///
  /// - Throws: An error of the store.
  public func hasReminderMachine() throws -> Bool {
    try read { try $0.hasReminderMachine() }
  }

  /// Ends reminders of plants, or has them come again.
  ///
  /// - Returns: What was written, and the names of the plants that it concerns.
  /// - Throws: Errors of choosing plants, and of the store.
  public func muteReminders(
    of choice: PlantChoice, _ isMuted: Bool, _ mode: ActionMode = .commit
  ) throws -> (Receipt, names: [String]) {
    let (muted, names) = try read { snapshot in
      let before = snapshot.settings.reminderSilentPlants
      let changed = try snapshot.plants(choice).filter {
        before.contains($0) != isMuted
      }
      return (
        before.symmetricDifference(changed),
        try changed.compactMap { try snapshot.plant($0)?.displayName }
      )
    }
    let text = muted.map(\.description).sorted().joined(separator: ",")
    let receipt = try changeSetting(
      SettingRequest(
        SettingKey.reminderSilentPlants.rawValue,
        text.isEmpty ? .null : .text(text)),
      mode)
    return (receipt, names)
  }

  private func sender(
    of channel: ReminderChannel, in environment: SenderEnvironment
  ) throws -> any ReminderSender {
    try channel.sender(in: prepared(environment))
  }

  /// Returns the record of an error of this moment.
  func failure(_ error: any Error) -> GivenReminders.Failure {
    GivenReminders.Failure(at: now, message: ErrorFacts(of: error).message)
  }

  /// Returns what a sender needs at this moment.
  func prepared(_ environment: SenderEnvironment) -> SenderEnvironment {
    var environment = environment
    environment.now = now
    return environment
  }

  /// Tries a channel with a message.
  public func tryReminderChannel(
    _ channel: ReminderChannel, _ message: ReminderMessage,
    in environment: SenderEnvironment
  ) -> ReminderOutcome {
    var outcome = ReminderOutcome(channel: channel)
    do {
      _ = try sender(of: channel, in: environment).send(message)
      outcome.messages = [message]
    } catch {
      outcome.error = error
    }
    let failure = outcome.error.map(failure)
    // The test counts as the last message, where that can be recorded.
    if (try? givenReminders(on: channel).failure) != failure {
      _ = try? reminderFiles.update(channel.name) { $0.failure = failure }
    }
    return outcome
  }
}

extension Snapshot {
  /// The facts of the journal that the words of reminders need.
  public var reminderFacts: ReminderFacts {
    ReminderFacts(
      rooms: rooms, units: settings.units, zone: calendar.zone, today: today)
  }

  /// Returns the open tasks that people can be reminded of by now, or were: a
  /// task is not over because fewer days before count now.
  ///
  /// - Parameter latest: The latest due day of which people were reminded; `nil`
  ///   for none.
  /// - Returns: The reminders, in no order.
  /// - Throws: An error of the store.
  /// - Complexity: O(*t*) for *t* tasks returned or snoozed.
  public func reminders(givenUntil latest: Day? = nil) throws -> [Reminder] {
    let soon = today.advanced(by: settings.reminderDays)
    let last = min(
      max(soon, latest ?? soon),
      today.advanced(by: ReminderRules.mostDaysBefore))
    return try openTasks(by: last).map { Reminder($0) }
  }

  /// Returns whether this machine is one that reminds: one whose name, or whose
  /// writer's id, the setting begins with; each machine without the setting.
  public func remindsHere() throws -> Bool {
    let (writer, name) = try writerName(nil)
    return isReminderMachine(writer, name)
  }

  /// Returns whether the setting names a machine, or names none.
  private func isReminderMachine(
    _ writer: WriterID?, _ name: WriterName?
  ) -> Bool {
    guard let names = settings.reminderMachines else { return true }
    return names.contains { wanted in
      wanted == name?.device
        || wanted.utf8.count >= 4
          && writer?.description.hasPrefix(wanted) ?? false
    }
  }

  /// Returns the names of a reminder's plant and of its task; `nil` where there
  /// is none.
  ///
  /// - Throws: An error of the store.
  public func names(
    of key: Reminder.Key
  ) throws -> (plant: String?, title: String?) {
    let state = try plant(key.plant)
    return (
      key.plant == .home ? nil : state?.displayName,
      key.task.flatMap { state?.oneOffTask($0)?.title }
    )
  }

  /// Returns whether one of the machines that the setting names has written in
  /// this journal.
  ///
  /// - Throws: An error of the store.
  public func hasReminderMachine() throws -> Bool {
    try logStatus().writers.contains {
      isReminderMachine($0.recorder.writer, $0.recorder.name)
    }
  }

  /// Returns the reminders to come, the soonest first, each with its moment.
  ///
  /// - Parameters:
  ///   - now: The moment; what was due before comes at once.
  ///   - given: What each channel was given; none for a channel to come.
  ///   - limit: The greatest number.
  /// - Returns: The next reminder of each task.
  /// - Throws: An error of the store.
  func pendingReminders(
    at now: Instant, given: [GivenReminders],
    limit: Int = ReminderPlan.mostMessages
  ) throws -> PendingReminders {
    let rules = ReminderRules(settings)
    let zone = calendar.zone
    let view = try UpcomingView(self, after: today)
    let open =
      try openTasks(by: today)
      + view.days.flatMap { day in day.tasks.map(\.entry) }
    // Later rounds depend on when the first is done.
    var seen: Set<[String]> = []
    let reminders =
      open.map { Reminder($0) }
      .filter { reminder in
        let key = reminder.key
        return seen.insert([
          "\(key.plant)", key.kind.name, key.task.map { "\($0)" } ?? "",
        ]).inserted
      }
      .filter { rules.admits($0.key.kind, of: $0.key.plant) }
      .compactMap { reminder in
        given.compactMap {
          rules.moment(of: reminder, given: $0, after: now, in: zone)
        }.min().map { ($0, reminder) }
      }
      .sorted {
        ($0.0, $0.1.due, $0.1.entry.plantName)
          < ($1.0, $1.1.due, $1.1.entry.plantName)
      }.prefix(limit)
    return PendingReminders(reminders: Array(reminders), facts: reminderFacts)
  }
}
