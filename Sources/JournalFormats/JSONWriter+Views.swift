internal import CatalogueKit
internal import CatalogueStore
public import Encodings
public import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

// The JSON of each view, with the members in the order of
// `schemas/projections/`.

extension JSONWriter {
  /// Writes the members of an open task, and names and remarks if there are
  /// `rooms`.
  private mutating func task(_ task: TodayView.Task, in rooms: RoomList?) {
    let open = task.entry.task
    let isOfHome = task.plant == .home
    member("plant", isOfHome ? nil : task.plant.description)
    member("kind", open.kind.name)
    member("task", open.task?.description)
    member("title", open.title)
    member("every", open.every?.description)
    member("due", open.due.description)
    member("overdueDays", task.overdueDays)
    member("snoozedUntil", open.snoozedUntil?.description)
    member("snoozeCount", open.snoozeCount)
    member("time", open.time?.description)
    guard let rooms else { return }
    names(
      isOfHome ? nil : task.plant, task.plantName, task.entry.room, in: rooms,
      task: open.task)
    let facts = task.entry.facts
    member("amount", facts.amount)
    member("lastGiven", facts.lastGiven?.description)
    member("remark", facts.remark)
    member("snoozeRemark", facts.snoozeRemark)
  }

  /// Writes the names of a plant and its room; for a task of the home, only the
  /// task's short id.
  private mutating func names(
    _ plant: PlantID?, _ name: String, _ room: RoomID?, in rooms: RoomList,
    task: TaskID? = nil
  ) {
    guard let plant else {
      member("plantName", String?.none)
      member("shortId", task.map { ShortID.text(of: $0) })
      member("room", String?.none)
      member("roomName", String?.none)
      return
    }
    let room = rooms.effective(room)
    member("plantName", name)
    member("shortId", ShortID.text(of: plant))
    member("room", room.description)
    member("roomName", rooms[room]?.name)
  }

  /// Writes care given on `day`, in the form of a task.
  private mutating func done(
    _ done: TodayView.Done, on day: Day, zone: TimeZoneRules,
    in rooms: RoomList?
  ) {
    let isOfHome = done.plant == .home
    member("plant", isOfHome ? nil : done.plant.description)
    member("kind", done.kind.name)
    member("task", String?.none)
    member("title", done.title)
    member("every", String?.none)
    member("due", day.description)
    member("overdueDays", 0)
    member("snoozedUntil", String?.none)
    member("snoozeCount", 0)
    member("time", String?.none)
    member("at", zone.offsetInstant(of: done.at).description)
    if let recorder = done.recorder { member("by", recorder) }
    if let rooms {
      names(
        isOfHome ? nil : done.plant, done.plantName, done.room, in: rooms)
    }
  }

  /// Writes the recorder of an event.
  private mutating func member(_ name: StaticString, _ recorder: Recorder) {
    object(name) { $0.members(of: recorder) }
  }

  /// Writes the members for a device and its person.
  public mutating func members(of recorder: Recorder) {
    member("writer", recorder.writer.description)
    member("name", recorder.name?.device)
    member("person", recorder.name?.person)
    member("own", recorder.isOwn)
  }

  /// Writes today for people: with names, and with the next day of tasks if all
  /// is done.
  public mutating func today(_ page: TodayView.Page) {
    today(page.view, zone: page.zone, rooms: page.rooms, next: page.next)
  }

  /// Writes the view of a day; with names if there are `rooms`.
  mutating func today(
    _ view: TodayView, zone: TimeZoneRules, rooms: RoomList? = nil,
    next: UpcomingView.DayTasks? = nil
  ) {
    object { writer in
      writer.member("date", view.day.description)
      writer.tasks("overdue", view.overdue, in: rooms)
      writer.objects("today", view.today) { writer, room in
        writer.member("room", room.id.description)
        if rooms != nil { writer.member("name", room.name) }
        writer.tasks("tasks", room.tasks, in: rooms)
      }
      writer.tasks("home", view.home, in: rooms)
      writer.objects("done", view.done) {
        $0.done($1, on: view.day, zone: zone, in: rooms)
      }
      writer.tasks("snoozed", view.snoozed, in: rooms)
      writer.object("progress") { writer in
        writer.member("done", view.done.count)
        writer.member("total", view.total)
      }
      writer.member("badge", view.badge)
      guard let rooms else { return }
      writer.member("next", next) { writer, next in
        writer.object { $0.day(next, in: rooms) }
      }
    }
  }

  /// Writes the counts of tasks, and the next one with its names.
  ///
  /// - Parameters:
  ///   - view: The counts and the task.
  ///   - state: The state in a word.
  public mutating func status(_ view: StatusView, state: String) {
    object { writer in
      writer.member("date", view.day.description)
      writer.member("state", state)
      writer.member("overdue", view.overdueCount)
      writer.member("today", view.todayCount)
      writer.member("upcoming", view.upcomingCount)
      writer.member("next", view.next) { writer, next in
        writer.object { $0.task(next, in: view.rooms) }
      }
    }
  }

  /// Writes a list of open tasks as a member; with names if there are `rooms`.
  public mutating func tasks(
    _ name: StaticString, _ tasks: [TodayView.Task], in rooms: RoomList?
  ) {
    objects(name, tasks) { $0.task($1, in: rooms) }
  }

  /// Writes the days of the look-ahead that have tasks, as the member
  /// `upcoming`.
  public mutating func upcoming(_ view: UpcomingView, hasNames: Bool = true) {
    objects("upcoming", view.days) { writer, day in
      writer.day(day, in: hasNames ? view.rooms : nil)
    }
  }

  private mutating func day(
    _ day: UpcomingView.DayTasks, in rooms: RoomList?
  ) {
    member("date", day.date.description)
    tasks("tasks", day.tasks, in: rooms)
  }

  /// Writes the contents of a day.
  public mutating func day(_ view: DayView) {
    object { writer in
      writer.member("date", view.day.description)
      writer.tasks("overdue", view.overdue, in: view.rooms)
      writer.tasks("due", view.due, in: view.rooms)
      writer.objects("done", view.done) {
        $0.done($1, on: view.day, zone: view.zone, in: view.rooms)
      }
    }
  }

  /// Writes the days of a month that are not empty.
  public mutating func month(_ view: MonthView) {
    object { writer in
      let first = view.days.lowerBound.description
      writer.member("month", String(first.prefix(7)))
      let days = view.counts.sorted { $0.key < $1.key }
      writer.objects("days", days) { writer, day in
        writer.member("date", day.key.description)
        writer.member("done", day.value.done)
        writer.member("due", day.value.due)
        writer.member("overdue", day.value.overdue)
      }
    }
  }

  /// Writes custom fields and the number of plants with each.
  public mutating func fields(_ fields: [(field: FactField, count: Int)]) {
    object { writer in
      writer.objects("fields", fields) { writer, entry in
        writer.member("name", entry.field.name)
        switch entry.field.kind {
        case .text: writer.member("kind", "text")
        case .day: writer.member("kind", "day")
        case .number(let unit):
          writer.member("kind", "number")
          writer.member("unit", unit)
        case .choice(let words):
          writer.member("kind", "choice")
          writer.member("choices", words)
        }
        writer.member("plants", entry.count)
      }
    }
  }

  /// Writes labels and the number of plants with each.
  public mutating func tags(_ tags: [TagCount]) {
    object { writer in
      writer.objects("tags", tags) { writer, tag in
        writer.member("tag", tag.name)
        writer.member("count", tag.count)
      }
    }
  }

  /// Writes a list of plants and, after a search, the texts that matched.
  public mutating func listing(_ listing: Listing) {
    object { writer in
      writer.list("plants", listing.views) { $0.plant($1) }
      writer.objects("toxicity", listing.rows) { writer, row in
        writer.member("plant", row.id.description)
        writer.toxicity(row.toxicity.attested)
      }
      guard listing.isSearch else { return }
      let found = listing.rows.compactMap { row in
        row.match.map { (row: row, match: $0) }
      }
      writer.objects("matches", found) { writer, found in
        writer.member("plant", found.row.id.description)
        writer.member("field", "\(found.match.field)")
        writer.member("text", found.match.text)
        writer.member("level", "\(found.match.level)")
        writer.member("slips", found.match.edits)
        writer.member("ranges", found.match.marks)
      }
    }
  }

  /// Writes a plant with all its details, and `more` members.
  public mutating func page(
    _ page: PlantPage, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { writer in
      writer.member("plant") { $0.plant(page.plant) }
      writer.list("schedules", page.plant.schedules) { $0.schedule($1) }
      writer.tasks("tasks", page.tasks, in: page.rooms)
      writer.member("needs", page.needs) { $0.needs($1) }
      writer.object("toxicity") {
        $0.toxicity(page.listedCare?.toxicity)
      }
      if let cover = page.photos.cover {
        writer.member("photoCount", page.photos.count)
        writer.member("cover", cover.id.description)
      }
      more(&writer)
      guard !page.recorders.isEmpty else { return }
      let recorders = page.recorders.sorted { $0.key < $1.key }
      writer.objects("lastCareBy", recorders) { writer, care in
        writer.member("kind", care.key.name)
        writer.member("by", care.value)
      }
    }
  }

  /// Writes the ancestors and descendants of a plant.
  public mutating func lineage(_ view: LineageView) {
    object { writer in
      writer.objects("ancestors", view.ancestors) {
        $0.relative($1.id, $1.state)
      }
      if let plant = view.members.first {
        writer.object("plant") { $0.relative(plant.id, plant.state) }
      }
      // A list: the nesting would be as deep as the generations.
      writer.objects("offspring", view.members.dropFirst()) { writer, member in
        writer.relative(member.id, member.state)
        writer.member("parent", member.state.profile?.parent?.description)
        writer.member("generation", member.generation)
      }
    }
  }

  private mutating func relative(_ id: PlantID, _ state: PlantState) {
    name(of: id, state.displayName)
    member("removed", state.removal != nil)
  }

  /// Writes a plant of the collection.
  mutating func plant(_ view: PlantView) {
    let state = view.state
    object { writer in
      writer.member("id", view.id.description)
      writer.member("shortId", ShortID.text(of: view.id))
      writer.member("displayName", state.displayName)
      if let profile = state.profile { writer.profile(profile) }
      writer.member("room", view.room.description)
      writer.member("isFavorite", state.isFavorite)
      writer.member("tags", state.profile?.tags ?? [])
      writer.member("location", state.details.location?.rawValue)
      writer.member("notes", view.notes)
      writer.objects("measurements", view.measurements) { $0.measurement($1) }
      if !view.facts.isEmpty {
        writer.object("facts") { writer in
          for fact in view.facts {
            writer.name(utf8: fact.field.name.utf8.span.bytes)
            if let number = fact.number {
              writer.number(number)
            } else {
              writer.string(fact.value)
            }
          }
        }
      }
      writer.member("acquiredOn", state.profile?.acquiredOn?.description)
      writer.member("addedAt", state.addedAt?.description)
      writer.member("source", state.profile?.source.rawValue)
      writer.member("confidence", fraction: state.profile?.confidence)
      writer.member("parent", state.profile?.parent?.description)
      writer.member("identification", state.details.identification) {
        $0.identification($1)
      }
      writer.member("careProfile", state.details.careProfile) {
        $0.careProfile($1)
      }
      writer.member("removed", state.removal) { writer, removal in
        writer.object { writer in
          writer.member("reason", removal.reason.rawValue)
          writer.member("at", removal.at.description)
          writer.member("note", view.farewell)
          writer.member("ageDays", view.age)
          if let plant = view.shownBy {
            writer.member("mergedInto", plant.id.description)
          }
        }
      }
    }
  }

  private mutating func profile(_ profile: PlantAdded) {
    member("nickname", profile.nickname)
    member("scientificName", profile.scientificName)
    member("commonNames", profile.commonNames)
    member("family", profile.family)
    member("genus", profile.genus)
    member("category", profile.category)
  }

  /// Writes a schedule.
  public mutating func schedule(_ view: ScheduleView) {
    let schedule = view.schedule
    object { writer in
      writer.member("plant", view.plant.description)
      writer.member("kind", schedule.kind.name)
      writer.member("intervalDays", schedule.intervalDays)
      writer.member("seasonalIntervalDays", schedule.seasonalIntervalDays)
      writer.member("activeMonths", schedule.activeMonths)
      writer.member("amount", schedule.amount)
      writer.member("fertilizer", schedule.fertilizer?.rawValue)
      writer.member("time", schedule.time?.description)
      writer.member("startOn", schedule.startOn?.description)
      writer.member("lastDone", view.lastDone?.description)
      writer.member("nextDue", view.nextDue?.description)
    }
  }

  /// Writes the member `rooms`, with the number of plants in each room.
  public mutating func rooms(_ rooms: [(room: RoomList.Room, count: Int)]) {
    objects("rooms", rooms) { writer, row in
      writer.member("id", row.room.id.description)
      writer.member("name", row.room.name)
      writer.member("icon", row.room.icon)
      writer.member("sortOrder", row.room.sortOrder)
      writer.member("isDefault", row.room.isDefault)
      writer.member("plantCount", row.count)
    }
  }

  /// Writes the numbers of a collection.
  public mutating func statistics(_ view: StatisticsView) {
    object { writer in
      writer.member("totalPlants", view.totalPlants)
      writer.member("favoriteCount", view.favoriteCount)
      writer.counts("familyDistribution", view.familyDistribution)
      writer.counts("identificationSources", view.identificationSources)
      writer.member("addedThisMonth", view.addedThisMonth)
      writer.member("upcomingTasks", view.upcomingTasks)
      writer.member("overdueTasks", view.overdueTasks)
      writer.member("removedPlants", view.removedPlants)
      writer.member("completedToday", view.completedToday)
    }
  }

  private mutating func counts(
    _ name: StaticString, _ counts: [StatisticsView.Count]
  ) {
    object(name) { writer in
      for entry in counts {
        writer.name(escaping: entry.name)
        writer.integer(entry.count)
      }
    }
  }

  /// Writes the current settings by key, including unknown ones.
  mutating func settings(_ settings: JournalSettings) {
    var values: [String: SettingValue] = settings.values.filter {
      SettingKey(rawValue: $0.key) == nil
    }
    for key in SettingKey.allCases {
      values[key.rawValue] = settings.effective(key)
    }
    let sorted = values.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    object { writer in
      for (key, value) in sorted {
        writer.name(escaping: key)
        writer.setting(value)
      }
    }
  }
}
