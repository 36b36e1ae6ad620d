internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalQueries
internal import JournalTime

extension Snapshot {
  /// Returns the open tasks and their next due days as an iCalendar stream.
  ///
  /// - Parameters:
  ///   - filter: The tasks to write.
  ///   - form: The form of the entries.
  ///   - isDigest: A Boolean value that indicates whether each day has a single
  ///     entry for its tasks.
  ///   - length: The number of days to look ahead.
  ///   - reminderDays: The number of days between a further alarm and the due
  ///     day, for a calendar of its own; `nil` for the journal's setting.
  ///   - hours: The number of hours after which a calendar that subscribes to
  ///     the stream is to ask again; `nil` for a file.
  ///   - program: The name and version of the program that writes the stream.
  /// - Returns: The bytes of the stream.
  /// - Throws: An error for an unknown name, or of the store.
  public func calendar(
    _ filter: TaskFilter, as form: CalendarExport.Form, isDigest: Bool = false,
    length: Int, reminderDays: Int?, askedAgainAfter hours: Int? = nil,
    program: String
  ) throws -> [UInt8] {
    let test = try TaskTest(filter, in: self)
    let export = CalendarExport(
      form: form, digest: isDigest ? filter : nil, length: length,
      reminderDays: reminderDays, hours: hours)
    var writer = ICalendarWriter()
    try export.write(self, program: program, to: &writer) {
      try test.admits($0, $1, in: self)
    }
    return writer.bytes
  }
}

/// A writer of open tasks and the look-ahead as an iCalendar stream (RFC 5545),
/// for calendars to import or to subscribe to.
///
/// Every entry is a whole day. The name of a scheduled entry consists of the
/// plant, the kind and the number of rounds after the open task, so that care,
/// lateness and snoozes move it, and nothing stays behind. Calendars of to-dos,
/// digests or further alarms have names of their own.
///
/// A sequence number counts the events that concern an entry, in thousands, and
/// adds changes by time alone: an open task moves to today while it is late,
/// and alarms ring. The number therefore rises with every change, never falls,
/// and is the same on replicas with the same events.
public struct CalendarExport: Sendable {
  /// The form of an entry.
  public enum Form: Sendable {
    /// An event, which every calendar shows; overdue tasks are on today.
    case event
    /// A to-do, which is overdue until it is done.
    case toDo
  }

  let form: Form
  /// The filter of tasks that share an entry per day; `nil` for an entry per
  /// task.
  let digest: TaskFilter?
  /// The number of days to look ahead.
  let length: Int
  /// The number of days between a further alarm and the due day; `nil` for the
  /// setting.
  let reminderDays: Int?
  /// The number of hours after which a calendar that subscribes is to ask again;
  /// `nil` for a file.
  let hours: Int?
  /// The time of the alarm for a task without a time of day.
  private static let standardTime = TimeOfDay(minutesSinceMidnight: 9 * 60)

  /// An entry for one task, or for the tasks of a day.
  private struct Entry {
    var name: String
    var revision: CalendarRevision
    /// The number of days for which the entry has followed the current day.
    var followedDays: Int
    var due: Day
    var time: TimeOfDay?
    var summary: String
    var description: [String]
    var location: String?
    var categories: String
  }

  /// Writes the stream.
  ///
  /// - `program`: The name and version of the program that writes the stream.
  /// - `includes`: Returns whether tasks of a plant and a kind are written.
  func write(
    _ snapshot: borrowing Snapshot, program: String,
    to writer: inout ICalendarWriter,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws {
    let entries =
      digest == nil
      ? try entries(
        try snapshot.rounds(length: length, including: includes), snapshot)
      : try digests(snapshot, including: includes)
    let name = snapshot.settings.journalName ?? "Plant care"
    try writer.component("VCALENDAR") { writer in
      writer.line("VERSION", "2.0")
      writer.text("PRODID", "-//PlantGuide//\(program)//EN")
      writer.line("CALSCALE", "GREGORIAN")
      writer.text("NAME", name)
      writer.text("X-WR-CALNAME", name)
      if let hours {
        // RFC 7986, and what came before it.
        writer.line("REFRESH-INTERVAL;VALUE=DURATION", "PT\(hours)H")
        writer.line("X-PUBLISHED-TTL", "PT\(hours)H")
      }
      for entry in entries { try write(entry, snapshot, to: &writer) }
    }
  }

  private func entries(
    _ rounds: [(number: Int, task: TodayView.Task)],
    _ snapshot: borrowing Snapshot
  ) throws -> [Entry] {
    var revisions = try CalendarRevisions(snapshot)
    let everything = try CalendarRevision(ofAllIn: snapshot)
    let settings = snapshot.settings
    // Opening a plant takes longer the more tasks it has.
    var species: [PlantID: String?] = [:]
    var lateness: [String: Int] = [:]
    return try rounds.map { number, task in
      let entry = task.entry
      if species[task.plant] == nil {
        species.updateValue(
          try snapshot.plant(task.plant)?.profile?.scientificName,
          forKey: task.plant)
      }
      var revision = try revisions.revision(of: entry, in: snapshot)
      var followedDays = task.overdueDays
      let isGathered =
        revisions.mayHaveGathered && entry.task.kind == .watering
        && entry.task.task == nil
      // Waterings of other plants move a grouped task, and so does the day.
      if isGathered { revision.add(everything) }
      if isGathered, settings.gathering != .none {
        followedDays = everything.days(before: snapshot.today, snapshot.zone)
      }
      // Later rounds wait for the open task.
      var name = entry.calendarName
      if number == 0 { lateness[name] = followedDays }
      followedDays = lateness[name] ?? followedDays
      if number > 0 { name += ".\(number)" }
      let facts = entry.facts
      return Entry(
        name: name, revision: revision, followedDays: followedDays,
        due: entry.task.due, time: entry.task.time,
        summary: entry.summary,
        description: [
          task.overdueDays > 0 ? "due since \(entry.task.due)" : nil,
          facts.amount.map { "amount: \(settings.units.amount($0))" },
          facts.remark, facts.snoozeRemark, species[task.plant] ?? nil,
        ].compactMap(\.self),
        location: snapshot.roomName(of: entry),
        categories: entry.task.kind.name)
    }
  }

  /// Returns an entry for each day of the look-ahead. Its description lists the
  /// needs of each plant.
  private func digests(
    _ snapshot: borrowing Snapshot,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws -> [Entry] {
    let today = try TodayView(snapshot, on: snapshot.today).filtered(includes)
    let coming = try UpcomingView(
      snapshot, after: snapshot.today, length: length, including: includes)
    let days =
      [(today.day, today.overdue + today.due)]
      + coming.days.map { ($0.date, $0.tasks) }
    let revision = try CalendarRevision(ofAllIn: snapshot)
    let followedDays = revision.days(before: snapshot.today, snapshot.zone)
    let journal = try snapshot.journal.projections.journalIDs(
      in: snapshot.transaction
    ).first
    let settings = snapshot.settings
    var entries: [Entry] = []
    for (day, tasks) in days where !tasks.isEmpty {
      var names: [String] = []
      for task in tasks where !names.contains(task.plantName) {
        names.append(task.plantName)
      }
      let shown = names.prefix(3).joined(separator: ", ")
      let lines = tasks.map { task in
        let facts = task.entry.facts
        let remarks = [facts.remark, facts.snoozeRemark].compactMap(\.self)
        var line = task.entry.summary
        if let amount = facts.amount {
          line += " (\(settings.units.amount(amount)))"
        }
        if let room = snapshot.roomName(of: task.entry) { line += ", \(room)" }
        if task.overdueDays > 0 { line += ", due since \(task.task.due)" }
        return remarks.reduce(line) { "\($0): \($1)" }
      }
      entries.append(
        Entry(
          name: "\(journal?.description ?? "journal").\(day)",
          revision: revision, followedDays: followedDays, due: day,
          time: settings.preferredTime,
          summary: names.count > 3
            ? "\(shown) and \(names.count - 3) more need care"
            : "\(shown) need\(names.count == 1 ? "s" : "") care",
          description: lines, location: nil, categories: "care"))
    }
    return entries
  }

  private func write(
    _ entry: Entry, _ snapshot: borrowing Snapshot,
    to writer: inout ICalendarWriter
  ) throws {
    let today = snapshot.today
    // An alarm that has rung changes the entry, so it counts in the sequence
    // number.
    let days = reminderDays ?? snapshot.settings.reminderDays
    let time = entry.time ?? Self.standardTime
    let main = snapshot.alarm(on: max(entry.due, today), at: time)
    let early =
      days > 0
      ? snapshot.alarm(on: max(entry.due, today).advanced(by: -days), at: time)
      : nil
    var passed = 3 * entry.followedDays
    if let early, early <= snapshot.now { passed += 1 }
    if main <= snapshot.now { passed += 1 }
    var name = entry.name
    if form == .toDo { name += ".todo" }
    if let digest { name += ".digest" + digest.calendarSuffix }
    if let reminderDays { name += ".remind\(reminderDays)" }
    writer.component(form == .event ? "VEVENT" : "VTODO") { writer in
      writer.line("UID", name + "@plantguide")
      writer.line("SEQUENCE", "\(entry.revision.sequence(passed: passed))")
      writer.line(
        "DTSTAMP", Self.stamp(entry.revision.latest.milliseconds))
      if hours != nil {
        writer.line(
          "LAST-MODIFIED", Self.stamp(entry.revision.latest.milliseconds))
      }
      writeDay(
        form == .event ? max(entry.due, today) : entry.due, to: &writer)
      writer.text("SUMMARY", entry.summary)
      if !entry.description.isEmpty {
        writer.text(
          "DESCRIPTION", entry.description.joined(separator: "\n"))
      }
      if let location = entry.location { writer.text("LOCATION", location) }
      writer.text("CATEGORIES", entry.categories)
      guard snapshot.settings.givesReminders else { return }
      let next =
        main > snapshot.now
        ? main : snapshot.alarm(on: today.advanced(by: 1), at: time)
      for alarm in [next, early].compactMap(\.self) where alarm > snapshot.now {
        writer.component("VALARM") { writer in
          writer.line("ACTION", "DISPLAY")
          writer.text("DESCRIPTION", entry.summary)
          writer.line(
            "TRIGGER;VALUE=DATE-TIME", Self.stamp(alarm.milliseconds))
        }
      }
    }
  }

  /// Writes the day of an entry. A to-do has only a due day, which would have
  /// to be later than a start.
  private func writeDay(_ day: Day, to writer: inout ICalendarWriter) {
    switch form {
    case .event:
      writer.line("DTSTART;VALUE=DATE", Self.date(day))
      writer.line("DTEND;VALUE=DATE", Self.date(day.advanced(by: 1)))
      writer.line("TRANSP", "TRANSPARENT")
    case .toDo:
      writer.line("DUE;VALUE=DATE", Self.date(day))
      writer.line("STATUS", "NEEDS-ACTION")
    }
  }

  private static func date(_ day: Day) -> String {
    day.description.filter { $0 != "-" }
  }

  /// Returns an instant in UTC, as `20261121T080000Z`.
  private static func stamp(_ milliseconds: some BinaryInteger) -> String {
    let instant = Instant(milliseconds: Int64(milliseconds))
    return String(instant.rfc3339.prefix(19)).filter {
      $0 != "-" && $0 != ":"
    } + "Z"
  }
}

extension Snapshot {
  /// Returns the instant of an alarm. Counted from midnight, it would be an
  /// hour off on days on which clocks change.
  fileprivate func alarm(on day: Day, at time: TimeOfDay) -> Instant {
    zone.instant(of: day, at: time).instant
  }

  /// Returns the name of the room that shows the plant of a task.
  fileprivate func roomName(of entry: DueEntry) -> String? {
    guard entry.plant != .home else { return nil }
    return rooms[rooms.effective(entry.room)]?.name
  }
}

extension CalendarRevision {
  /// Counts all events: they concern a digest, and also grouped waterings,
  /// which move each other.
  fileprivate init(ofAllIn snapshot: borrowing Snapshot) throws {
    self.init(
      number: try snapshot.log.count(in: snapshot.transaction),
      latest: try snapshot.log.vector(in: snapshot.transaction)
        .compactMap(\.tips.latestStamp).max() ?? .zero)
  }

  /// Returns the number of days since the latest of the events.
  fileprivate func days(before today: Day, _ zone: TimeZoneRules) -> Int {
    let latest = Instant(milliseconds: Int64(latest.milliseconds))
    return max(zone.localDay(of: latest).distance(to: today), 0)
  }

  /// Returns the sequence number for calendars, within the range of the
  /// standard.
  ///
  /// - `passed`: The number of changes by time alone since the latest event.
  fileprivate func sequence(passed: Int) -> Int {
    min(number * 1000 + min(passed, 999), Int(Int32.max))
  }
}

extension DueEntry {
  /// The task in a line: "Monty needs feeding", or its title.
  fileprivate var summary: String {
    guard let title = task.title else {
      return "\(plantName) \(task.kind.needWords)"
    }
    return plant == .home ? title : "\(plantName): \(title)"
  }

  /// The permanent name of a one-off task or a schedule's open task in
  /// calendars. No kind has a period in its name.
  fileprivate var calendarName: String {
    task.task.map(\.description) ?? "\(plant).\(task.kind)"
  }
}

extension TaskFilter {
  /// A suffix that distinguishes digests of different tasks.
  fileprivate var calendarSuffix: String {
    guard !isEmpty else { return "" }
    let words = plants.batchText + "\n" + (kind?.name ?? "")
    return "." + String(BlobName(of: Array(words.utf8)).description.prefix(16))
  }
}
