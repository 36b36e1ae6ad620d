internal import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalProjections
public import JournalQueries
public import JournalTime

extension Snapshot {
  /// The open tasks and the look-ahead as an iCalendar stream.
  ///
  /// - Parameters:
  ///   - filter: Which tasks are written.
  ///   - form: What a task becomes.
  ///   - length: How many days are looked ahead.
  ///   - reminderDays: How many days before there is a further alarm; `nil`
  ///     for what the journal's setting says.
  ///   - program: The name and version of what writes it.
  /// - Returns: The stream's bytes.
  /// - Throws: What a wrong name throws, and what the store throws.
  public func calendar(
    _ filter: TaskFilter, as form: CalendarExport.Form, length: Int,
    reminderDays: Int?, program: String
  ) throws -> [UInt8] {
    let test = try TaskTest(filter, in: self)
    let export = CalendarExport(
      form: form, today: today, length: length,
      reminderDays: reminderDays ?? settings.reminderDays,
      hasAlarms: settings.givesReminders)
    var writer = ICalendarWriter()
    try export.write(self, program: program, to: &writer) {
      try test.admits($0, $1, in: self)
    }
    return writer.bytes
  }
}

/// Writes open tasks and the look-ahead as an iCalendar stream (RFC 5545),
/// for calendars to import or to subscribe to.
///
/// Every entry is a whole day. A scheduled one is named by plant, kind and
/// day, so that it never moves: what is due on another day is another entry,
/// and what has not changed is the same in every export. A one-off task keeps
/// its name when a snooze moves it. Sequence numbers count the events that
/// bear on what an entry shows; the form of the export and its reminder count
/// for nothing, and neither does that alarms end with their day.
public struct CalendarExport: Sendable {
  /// What a task becomes.
  public enum Form: Sendable {
    /// An event, which every calendar shows.
    case event
    /// A to-do, which is overdue until it is done.
    case toDo
  }

  /// What a task becomes.
  public let form: Form
  /// The day of the export.
  public let today: Day
  /// How many days are looked ahead.
  public let length: Int
  /// How many days before the due day there is a further alarm; 0 for none.
  public let reminderDays: Int
  /// Whether there are alarms at all.
  public let hasAlarms: Bool
  /// When the alarm of a task rings that has no time of day.
  private static let standardTime = TimeOfDay(minutesSinceMidnight: 9 * 60)

  /// Creates an export.
  init(
    form: Form, today: Day, length: Int, reminderDays: Int,
    hasAlarms: Bool = true
  ) {
    self.form = form
    self.today = today
    self.length = length
    self.reminderDays = reminderDays
    self.hasAlarms = hasAlarms
  }

  /// Writes the stream.
  ///
  /// - `program`: The name and version of what writes it.
  /// - `includes`: Which plants and kinds are written.
  func write(
    _ snapshot: borrowing Snapshot, program: String,
    to writer: inout ICalendarWriter,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws {
    let todayView = try TodayView(snapshot, on: today)
      .filtered(includes)
    let upcoming = try UpcomingView(
      snapshot, after: today, length: length,
      including: includes)
    let tasks =
      todayView.overdue + todayView.today.flatMap(\.tasks)
      + upcoming.days.flatMap(\.tasks)
    var revisions = try CalendarRevisions(snapshot)
    // Opening a plant takes the longer the more tasks it has.
    var species: [PlantID: String?] = [:]
    for task in tasks where species[task.plant] == nil {
      species.updateValue(
        try snapshot.plant(task.plant)?.profile?.scientificName,
        forKey: task.plant)
    }
    try writer.component("VCALENDAR") { writer in
      writer.line("VERSION", "2.0")
      writer.text("PRODID", "-//PlantGuide//\(program)//EN")
      writer.line("CALSCALE", "GREGORIAN")
      writer.text("X-WR-CALNAME", "Plant care")
      for task in tasks {
        let revision = try revisions.revision(of: task.entry, in: snapshot)
        write(
          task, revision, species: species[task.plant] ?? nil, snapshot,
          to: &writer)
      }
    }
  }

  private func write(
    _ task: TodayView.Task, _ revision: CalendarRevision, species: String?,
    _ snapshot: borrowing Snapshot, to writer: inout ICalendarWriter
  ) {
    let entry = task.entry
    let room = snapshot.rooms[snapshot.rooms.effective(entry.room)]?.name
    let summary = "\(entry.plantName): \(entry.task.kind)"
    writer.component(form == .event ? "VEVENT" : "VTODO") { writer in
      writer.line("UID", entry.calendarName)
      writer.line("SEQUENCE", "\(revision.number)")
      writer.line("DTSTAMP", Self.stamp(revision.latest.milliseconds))
      writeDay(entry.task.due, to: &writer)
      writer.text("SUMMARY", summary)
      let facts = entry.facts
      let description = [
        facts.amount.map { "amount: \(snapshot.settings.units.amount($0))" },
        facts.remark,
        facts.snoozeRemark, species,
      ].compactMap(\.self)
      if !description.isEmpty {
        writer.text("DESCRIPTION", description.joined(separator: "\n"))
      }
      if let room { writer.text("LOCATION", room) }
      writer.text("CATEGORIES", entry.task.kind.name)
      guard hasAlarms, entry.task.due >= today else { return }
      writeAlarms(
        of: entry.task, in: snapshot.calendar.zone, summary: summary,
        to: &writer)
    }
  }

  /// A to-do has a due day alone: with a start it would have to be due later
  /// than that.
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

  /// On the day, and where asked for on a day before that is still to come.
  ///
  /// Alarms are instants: counted from midnight, they would be an hour off on
  /// days on which clocks change.
  private func writeAlarms(
    of task: OpenTask, in zone: TimeZoneRules, summary: String,
    to writer: inout ICalendarWriter
  ) {
    let isEarly = task.due.advanced(by: -reminderDays) >= today
    for days in reminderDays > 0 && isEarly ? [0, reminderDays] : [0] {
      let rings = zone.instant(
        of: task.due.advanced(by: -days), at: task.time ?? Self.standardTime)
      writer.component("VALARM") { writer in
        writer.line("ACTION", "DISPLAY")
        writer.text("DESCRIPTION", summary)
        writer.line(
          "TRIGGER;VALUE=DATE-TIME",
          Self.stamp(rings.instant.milliseconds))
      }
    }
  }

  private static func date(_ day: Day) -> String {
    day.description.filter { $0 != "-" }
  }

  /// An instant in UTC, as `20261121T080000Z`.
  private static func stamp(_ milliseconds: some BinaryInteger) -> String {
    let instant = Instant(milliseconds: Int64(milliseconds))
    return String(instant.rfc3339.prefix(19)).filter {
      $0 != "-" && $0 != ":"
    } + "Z"
  }
}

extension DueEntry {
  /// What an entry is called in calendars, for ever.
  fileprivate var calendarName: String {
    let name =
      task.task.map(\.description)
      ?? "\(plant)-\(task.kind)-\(task.due)"
    return name + "@plantguide"
  }
}
