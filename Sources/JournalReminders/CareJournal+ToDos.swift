internal import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// The changes to the to-dos of a calendar.
public struct ToDoOutcome {
  /// The channel.
  public let channel: ReminderChannel
  /// The numbers of to-dos that were put and removed.
  public internal(set) var counts = (put: 0, removed: 0)
  /// The receipts of care that had been checked off.
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
  /// The age at which the time of a check mark counts as a mistake: 60 days.
  private static let oldestMark: Int64 = 60 * 86_400_000

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
      var time = RunTime(environment, calendars.count)
      return try calendars.map { channel in
        var outcome = ToDoOutcome(channel: channel)
        do {
          try mirror(on: channel, in: time.next(), &outcome, words)
        } catch {
          outcome.error = error
        }
        let failure = outcome.error.map(failure)
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
      let shown = Dictionary(
        open.map { ($0.name(in: names), $0) },
        uniquingKeysWith: { first, _ in first })
      var own = entries.filter { names.contains($0.name) }
      var left = Set(
        try read { snapshot in
          try own.filter {
            try $0.isAhead(of: shown[$0.name]) && !snapshot.knows($0.events)
          }.map(\.name)
        })
      own.removeAll { left.contains($0.name) }
      // What the journal refuses stays checked off, for a person to see.
      left.formUnion(try record(own, shown, &outcome))
      (names, open) = try toDos(words)
      own.removeAll { left.contains($0.name) }
      open.removeAll { left.contains($0.name(in: names)) }
      guard try show(open, names, over: own, in: calendar, &outcome) else {
        return
      }
    }
    throw ChannelError.changedMeanwhile
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
        .map {
          ToDo(
            key: $0.key, summary: words($0, facts), due: $0.key.due,
            events: try snapshot.lastEvents(of: $0.key.plant))
        }
      let journal = try snapshot.journal.projections.journalIDs(
        in: snapshot.transaction
      ).first
      return (ToDoNames(of: journal?.description ?? "journal"), open)
    }
  }

  /// Records what was checked off; returns the names of to-dos that the journal
  /// refuses.
  private func record(
    _ entries: [ToDoEntry], _ byName: [String: ToDo],
    _ outcome: inout ToDoOutcome
  ) throws -> Set<String> {
    var refused: Set<String> = []
    // A calendar may have a to-do twice.
    var seen: Set<String> = []
    for entry in entries
    where entry.isCompleted && seen.insert(entry.name).inserted {
      guard let toDo = byName[entry.name], entry.stands(for: toDo) else {
        let line = byName[entry.name]?.summary ?? entry["SUMMARY"] ?? entry.name
        // A second reading may see it again.
        if !outcome.late.contains(line) { outcome.late.append(line) }
        continue
      }
      let key = toDo.key
      let at = try moment(of: entry, for: key)
      var request = CareRequest(
        PlantChoice(), kinds: [],
        Occasion(at: Moment { $0.zone.offsetInstant(of: at) }))
      request.tasks = [key.shownTask]
      do {
        outcome.receipts.append(try recordCare(request))
      } catch let error as CareError {
        outcome.error = error
        refused.insert(entry.name)
      }
    }
    return refused
  }

  /// Returns the time of a check mark. It is now if the entry gives none, or
  /// one that cannot be right: a time in the future, or before the plant, its
  /// last care or the last 60 days.
  private func moment(
    of entry: ToDoEntry, for key: Reminder.Key
  ) throws -> Instant {
    guard let completed = entry.completed, completed <= now else { return now }
    let limits = try read { snapshot in
      let plant = try snapshot.plant(key.plant)
      // Other care of a kind does not settle its one-off tasks.
      let last = key.task == nil ? plant?.care(key.kind)?.lastCompleted : nil
      return [
        Instant(milliseconds: now.milliseconds - Self.oldestMark),
        plant?.addedAt?.instant, last,
      ]
    }
    return limits.allSatisfy { $0.map { $0 <= completed } ?? true }
      ? completed : now
  }

  /// Puts and removes to-dos until the calendar shows the open tasks; returns
  /// whether somebody else changed it meanwhile.
  private func show(
    _ open: [ToDo], _ names: ToDoNames, over entries: [ToDoEntry],
    in calendar: ToDoCalendar, _ outcome: inout ToDoOutcome
  ) throws -> Bool {
    var rest: [String: ToDoEntry] = [:]
    var surplus: [ToDoEntry] = []
    for entry in entries.sorted(by: { $0.path < $1.path }) {
      if rest[entry.name] == nil {
        rest[entry.name] = entry
      } else {
        surplus.append(entry)
      }
    }
    var isDisturbed = false
    for toDo in open {
      let name = toDo.name(in: names)
      let former = rest.removeValue(forKey: name)
      if let former, former.shows(toDo) { continue }
      let bytes = toDo.calendar(in: names, after: former, at: now)
      if try calendar.put(bytes, named: name, over: former) {
        outcome.counts.put += 1
      } else {
        isDisturbed = true
      }
    }
    surplus += rest.values
    for entry in surplus.sorted(by: { $0.path < $1.path }) {
      if try calendar.remove(entry) {
        outcome.counts.removed += 1
      } else {
        isDisturbed = true
      }
    }
    return isDisturbed
  }
}

extension Snapshot {
  /// Returns the last events of a plant and of the settings, from which its due
  /// days follow.
  fileprivate func lastEvents(of plant: PlantID) throws -> [EventReference] {
    var events: [EventReference] = []
    for stream in [plant, .journal] {
      try log.forEachEntry(of: stream, .backward, in: transaction) {
        events.append($0.position.reference)
        return false
      }
    }
    return events
  }

  /// Returns whether this machine has the events, so that it knows all from which
  /// a to-do was made.
  fileprivate func knows(_ events: [EventReference]) throws -> Bool {
    try events.allSatisfy { try log.contains($0, in: transaction) }
  }
}
