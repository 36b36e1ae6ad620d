public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// The effects of an answer to a reminder.
public struct AnswerOutcome: Sendable {
  /// The answer.
  public let answer: ReminderAnswer
  /// The reminders whose tasks were open.
  public internal(set) var open: [Reminder.Key]
  /// The reminders that are answered already: their tasks are done, or due on
  /// another day.
  public internal(set) var late: [Reminder.Key]
  /// The receipt of the write; `nil` if nothing was written.
  public internal(set) var receipt: Receipt?
}

extension CareJournal {
  /// Returns the reminders that a message names.
  ///
  /// - Parameter message: The id of the message.
  /// - Returns: The reminders, in the order of their texts.
  /// - Throws: ``ReminderChannelError/unknownMessage(_:)``, or errors of the
  ///   files.
  public func reminders(
    ofMessage message: String
  ) throws -> [Reminder.Key] {
    var keys: Set<Reminder.Key> = []
    for channel in try reminderChannels() {
      let given = try reminderFiles.given(to: channel.name)
      keys.formUnion(given.keys(ofMessage: message))
    }
    guard !keys.isEmpty else {
      throw ReminderChannelError.unknownMessage(message)
    }
    return keys.sorted { $0.description < $1.description }
  }

  /// Carries out an answer to reminders. What was answered before, or is due on
  /// another day by now, stays as it is.
  ///
  /// - Parameters:
  ///   - keys: The reminders.
  ///   - answer: The answer.
  ///   - mode: Whether to write.
  /// - Returns: What was done.
  /// - Throws: Errors of the journal and the files.
  public func answer(
    _ keys: [Reminder.Key], _ answer: ReminderAnswer,
    _ mode: ActionMode = .commit
  ) throws -> AnswerOutcome {
    let open = try read { snapshot in
      try keys.filter { key in
        guard let plant = try snapshot.plant(key.plant) else { return false }
        return try snapshot.openTasks(
          of: key.plant, plant, on: snapshot.today
        ).contains {
          $0.task.kind == key.kind && $0.task.task == key.task
            && $0.task.ownDue == key.due
        }
      }
    }
    var outcome = AnswerOutcome(
      answer: answer, open: open, late: keys.filter { !open.contains($0) })
    guard !open.isEmpty else { return outcome }
    let tasks = open.map(\.shownTask)
    switch answer {
    case .done:
      var request = CareRequest(PlantChoice(), kinds: [])
      request.tasks = tasks
      outcome.receipt = try recordCare(request, mode)
    case .tomorrow:
      var request = PostponeRequest(
        PlantChoice(), kind: nil,
        .snooze(until: Timed { $0.today.advanced(by: 1) }))
      request.tasks = tasks
      outcome.receipt = try postpone(request, mode)
    case .hour:
      guard mode == .commit else { break }
      let moment = Instant(milliseconds: now.milliseconds + 3_600_000)
      var given: Set<Reminder.Key> = []
      for channel in try reminderChannels() {
        try reminderFiles.update(channel.name) {
          given.formUnion($0.repeatLater(open, at: moment, from: now))
        }
      }
      // Nothing comes again that was not said, or whose channel is gone.
      outcome.open = open.filter(given.contains)
      outcome.late += open.filter { !given.contains($0) }
    }
    return outcome
  }
}

extension Reminder.Key {
  /// The task as a request for care names it.
  var shownTask: ShownTask {
    ShownTask(
      plant: plant.description,
      task.map { .oneOff($0.description) } ?? .care(kind), due: due)
  }
}
