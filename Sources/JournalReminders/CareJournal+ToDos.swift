internal import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// What became of the to-dos of a calendar.
public struct ToDoOutcome {
  /// The channel.
  public let channel: ReminderChannel
  /// The numbers of to-dos that were put and removed.
  public internal(set) var counts = (put: 0, removed: 0)
  /// What was recorded as it had been checked off.
  public internal(set) var receipts: [Receipt] = []
  /// The lines of to-dos that were checked off too late: their tasks are done,
  /// or due on another day.
  public internal(set) var late: [String] = []
  /// The error that ended it, if any.
  public internal(set) var error: (any Error)?

  /// A Boolean value that indicates whether nothing has changed or failed.
  public var isQuiet: Bool {
    counts == (0, 0) && receipts.isEmpty && late.isEmpty && error == nil
  }
}

extension CareJournal {
  /// The number of days for which calendars show tasks.
  private static let toDoDays = 366
  /// The number of times that a calendar is read while others change it.
  private static let mostReadings = 3

  /// Makes the calendars among channels show the open tasks, and records what
  /// was checked off in them. A task is recorded at the time of its check mark
  /// and only if it is still due as the calendar showed it, so a run that was
  /// cut off can be repeated.
  ///
  /// - Parameters:
  ///   - channels: The channels; others than calendars are skipped.
  ///   - environment: What senders need.
  ///   - words: The line for a task, in words that stay the same every day.
  /// - Returns: What was done in each calendar.
  /// - Throws: ``ReminderChannelError/busy``, or errors of the journal and the
  ///   files. What one calendar refuses is in its outcome.
  public func mirrorToDos(
    on channels: [ReminderChannel], in environment: SenderEnvironment,
    _ words: (Reminder, ReminderFacts) -> String
  ) throws -> [ToDoOutcome] {
    let calendars = channels.filter(\.isCalendar)
    guard !calendars.isEmpty else { return [] }
    return try reminderFiles.alone {
      try calendars.map { channel in
        var outcome = ToDoOutcome(channel: channel)
        do {
          try mirror(on: channel, in: environment, &outcome, words)
        } catch {
          outcome.error = error
        }
        let failure = outcome.error.map {
          GivenReminders.Failure(
            at: now, message: ErrorFacts(of: $0).message)
        }
        let known = try reminderFiles.given(to: channel.name).failure
        guard failure != known else { return outcome }
        try reminderFiles.update(channel.name) { $0.failure = failure }
        return outcome
      }
    }
  }

  private func mirror(
    on channel: ReminderChannel, in environment: SenderEnvironment,
    _ outcome: inout ToDoOutcome,
    _ words: (Reminder, ReminderFacts) -> String
  ) throws {
    guard let calendar = try channel.calendar(in: prepared(environment)) else {
      return
    }
    for _ in 0..<Self.mostReadings {
      let entries = try calendar.entries()
      var (names, open) = try toDos(words)
      var own = entries.filter { names.contains($0.name) }
      let refused = try record(own, open, names, &outcome)
      (names, open) = try toDos(words)
      // What the journal refuses stays checked off, for a person to see.
      own.removeAll { refused.contains($0.name) }
      open.removeAll { refused.contains($0.name(in: names)) }
      guard try show(open, names, over: own, in: calendar, &outcome) else {
        return
      }
    }
    throw ChannelError.changedMeanwhile(channel: channel.name)
  }

  /// Returns the names and the open tasks.
  private func toDos(
    _ words: (Reminder, ReminderFacts) -> String
  ) throws -> (ToDoNames, [ToDo]) {
    try read { snapshot in
      let rules = ReminderRules(snapshot.settings)
      let last = snapshot.today.advanced(by: Self.toDoDays)
      let facts = snapshot.reminderFacts
      let open = try snapshot.tasks(askedForBy: last)
        .map { Reminder($0) }
        .filter { rules.admits($0.key.kind, of: $0.key.plant) }
        .map { ToDo(key: $0.key, summary: words($0, facts), due: $0.key.due) }
      let journal = try snapshot.journal.projections.journalIDs(
        in: snapshot.transaction
      ).first
      return (ToDoNames(of: journal?.description ?? "journal"), open)
    }
  }

  /// Records what was checked off; returns the names of to-dos that the journal
  /// refuses.
  private func record(
    _ entries: [ToDoEntry], _ open: [ToDo], _ names: ToDoNames,
    _ outcome: inout ToDoOutcome
  ) throws -> Set<String> {
    let byName = Dictionary(
      open.map { ($0.name(in: names), $0) },
      uniquingKeysWith: { first, _ in first })
    var refused: Set<String> = []
    for entry in entries where entry.isCompleted {
      guard let toDo = byName[entry.name], entry.stands(for: toDo) else {
        let line = byName[entry.name]?.summary ?? entry["SUMMARY"] ?? entry.name
        // A second reading may see it again.
        if !outcome.late.contains(line) { outcome.late.append(line) }
        continue
      }
      let key = toDo.key
      let at = min(entry.completed ?? now, now)
      var request = CareRequest(
        PlantChoice(), kinds: [],
        Occasion(at: Moment { $0.zone.offsetInstant(of: at) }))
      request.tasks = [
        ShownTask(
          plant: key.plant.description,
          key.task.map { .oneOff($0.description) } ?? .care(key.kind),
          due: key.due)
      ]
      do {
        outcome.receipts.append(try recordCare(request))
      } catch let error as CareError {
        outcome.error = error
        refused.insert(entry.name)
      }
    }
    return refused
  }

  /// Puts and removes to-dos until the calendar shows the open tasks; returns
  /// whether somebody else changed it meanwhile.
  private func show(
    _ open: [ToDo], _ names: ToDoNames, over entries: [ToDoEntry],
    in calendar: ToDoCalendar, _ outcome: inout ToDoOutcome
  ) throws -> Bool {
    var rest: [String: ToDoEntry] = [:]
    for entry in entries { rest[entry.name] = entry }
    var isDisturbed = false
    for toDo in open {
      let name = toDo.name(in: names)
      let former = rest.removeValue(forKey: name)
      if let former, former.shows(toDo) { continue }
      let bytes = toDo.calendar(named: name, after: former, at: now)
      if try calendar.put(bytes, named: name, over: former) {
        outcome.counts.put += 1
      } else {
        isDisturbed = true
      }
    }
    for entry in rest.values.sorted(by: { $0.path < $1.path }) {
      if try calendar.remove(entry) {
        outcome.counts.removed += 1
      } else {
        isDisturbed = true
      }
    }
    return isDisturbed
  }
}
