import JournalCare
import JournalEvents
import JournalTime

/// Rules 1 to 5 read word for word: all events of a plant that count are kept,
/// and each answer is searched for again.
struct CareModel {
  /// The expected open scheduled task.
  struct Task: Hashable {
    let kind: TaskKind
    let due: Day
    let snoozedUntil: Day?
    let snoozeCount: Int
  }

  private var payloads: [EventPayload] = []

  mutating func append(_ payload: EventPayload) {
    payloads.append(payload)
  }

  /// The open scheduled tasks of a plant that is in the collection.
  func tasks(in calendar: CareCalendar) -> Set<Task> {
    var kinds: Set<TaskKind> = []
    for payload in payloads {
      if case .scheduleSet(let body) = payload.body { kinds.insert(body.kind) }
      if case .photoReminderSet = payload.body { kinds.insert(.photo) }
    }
    return Set(kinds.compactMap { task(of: $0, in: calendar) })
  }

  private func task(of kind: TaskKind, in calendar: CareCalendar) -> Task? {
    let settled = settledDays(of: kind, in: calendar).max()
    let snoozes = snoozes(of: kind, settled, in: calendar)
    let day: Day
    if let (schedule, since) = schedule(of: kind) {
      day = activeDay(
        dueDay(schedule, since, settled, in: calendar), schedule.activeMonths)
    } else if kind == .photo, let (cadence, since) = reminder {
      day = photoDay(cadence, since, settled)
    } else {
      return nil
    }
    guard let snooze = snoozes.last, snooze.until > day else {
      return Task(kind: kind, due: day, snoozedUntil: nil, snoozeCount: 0)
    }
    return Task(
      kind: kind, due: snooze.until, snoozedUntil: snooze.until,
      snoozeCount: snoozes.count)
  }

  /// The current schedule and the time when it was first set since it was
  /// cleared.
  private func schedule(of kind: TaskKind) -> (ScheduleSet, Instant)? {
    var found: (ScheduleSet, Instant)?
    for payload in payloads {
      switch payload.body {
      case .scheduleSet(let body) where body.kind == kind:
        found = (body, found?.1 ?? payload.at.instant)
      case .scheduleCleared(let body) where body.kind == kind: found = nil
      case .photoReminderSet(let body)
      where kind == .photo && body.cadence != .off:
        found = nil
      default: break
      }
    }
    return found
  }

  /// The current reminder of photos, and the day on which it was set.
  private var reminder: (PhotoCadence, Day)? {
    var found: (PhotoCadence, Day)?
    for payload in payloads {
      switch payload.body {
      case .photoReminderSet(let body):
        found = body.cadence == .off ? nil : (body.cadence, payload.at.localDay)
      case .scheduleSet(let body) where body.kind == .photo: found = nil
      default: break
      }
    }
    return found
  }

  /// The first day of the cadence that no photo settles, looked for day by
  /// day.
  private func photoDay(
    _ cadence: PhotoCadence, _ since: Day, _ settled: Day?
  ) -> Day {
    var day = max(since, settled?.advanced(by: 3) ?? since)
    repeat {
      day = day.advanced(by: 1)
    } while !isPhotoDay(day, cadence, since) && day < .latest
    return day
  }

  private func isPhotoDay(
    _ day: Day, _ cadence: PhotoCadence, _ since: Day
  ) -> Bool {
    switch cadence {
    case .weekly: return since.distance(to: day).isMultiple(of: 7)
    case .biweekly: return since.distance(to: day).isMultiple(of: 14)
    case .monthly, .off:
      let isLast = day.advanced(by: 1).month != day.month
      return day.day == since.day || isLast && day.day < since.day
    }
  }

  private func settledDays(
    of kind: TaskKind, in calendar: CareCalendar
  ) -> [Day] {
    payloads.compactMap { payload in
      let day = calendar.zone.localDay(of: payload.at.instant)
      switch payload.body {
      case .taskCompleted(let body) where body.kind == kind: return day
      case .taskSkipped(let body) where body.kind == kind && body.task == nil:
        return max(day, body.due)
      case .photoCaptured where kind == .photo: return day
      default: return nil
      }
    }
  }

  /// The snoozes of the task that rests on `settled`.
  private func snoozes(
    of kind: TaskKind, _ settled: Day?, in calendar: CareCalendar
  ) -> [TaskSnoozed] {
    payloads.indices.compactMap { index in
      guard case .taskSnoozed(let body) = payloads[index].body,
        body.kind == kind, body.task == nil
      else { return nil }
      let known = settlement(of: kind, before: index)
      let days = [known.at.map(calendar.zone.localDay(of:)), known.skip]
      if let named = body.settled, let known = days.compactMap(\.self).max(),
        -1...1 ~= named.distance(to: known)
      {
        let isNewest =
          settlement(of: kind, before: index)
          == settlement(of: kind, before: payloads.endIndex)
        return isNewest || known == settled ? body : nil
      }
      return body.settled == settled ? body : nil
    }
  }

  /// The latest care or skip, and the greatest day skipped, among the first
  /// events.
  private func settlement(
    of kind: TaskKind, before end: Int
  ) -> (at: Instant?, skip: Day?) {
    var (at, skip): (Instant?, Day?)
    for payload in payloads[..<end] {
      switch payload.body {
      case .taskCompleted(let body) where body.kind == kind: break
      case .photoCaptured where kind == .photo: break
      case .taskSkipped(let body) where body.kind == kind && body.task == nil:
        skip = max(skip ?? body.due, body.due)
      default: continue
      }
      at = max(at ?? payload.at.instant, payload.at.instant)
    }
    return (at, skip)
  }

  private func dueDay(
    _ schedule: ScheduleSet, _ since: Instant, _ settled: Day?,
    in calendar: CareCalendar
  ) -> Day {
    if let start = schedule.startOn, settled.map({ $0 < start }) ?? true {
      return start
    }
    let added = payloads.last { $0.body.type == .plantAdded }
    let first = [added?.at.instant, since].compactMap(\.self)
      .map(calendar.zone.localDay(of:)).max()
    let base = settled ?? first ?? .earliest
    return base.advanced(by: interval(schedule, base, in: calendar))
  }

  private func interval(
    _ schedule: ScheduleSet, _ day: Day, in calendar: CareCalendar
  ) -> Int {
    guard calendar.adjustsForSeason else { return schedule.intervalDays }
    let northern: Season =
      switch day.month {
      case 12, 1, 2: .winter
      case 3...5: .spring
      case 6...8: .summer
      default: .autumn
      }
    let opposite: [Season: Season] = [
      .winter: .summer, .summer: .winter, .spring: .autumn, .autumn: .spring,
    ]
    let season =
      calendar.hemisphere == .northern
      ? northern : opposite[northern] ?? northern
    return schedule.seasonalIntervalDays[season] ?? schedule.intervalDays
  }

  private func activeDay(_ day: Day, _ months: MonthSet) -> Day {
    var day = day
    while !months.contains(day.month), day < .latest {
      day = day.advanced(by: 1)
    }
    return day
  }
}

extension CareModel.Task {
  /// Takes the facts of a derived task that matter.
  init(_ task: OpenTask) {
    self.init(
      kind: task.kind, due: task.due, snoozedUntil: task.snoozedUntil,
      snoozeCount: task.snoozeCount)
  }
}
