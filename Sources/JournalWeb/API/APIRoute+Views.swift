internal import CatalogueKit
internal import CatalogueStore
internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import PlantServices

extension APIRoute {
  /// The routes that read.
  static let views: [APIRoute] =
    tasks + collection + lookingBack + catalogue + ofTheServer

  // MARK: Tasks

  private static let tasks: [APIRoute] = [
    .get("today") { call in
      let filter = try call.fields.taskFilter()
      return try call.view({ try $0.todayView(filter) }) { $0.today($1) }
    },
    .get("upcoming") { call in
      let filter = try call.fields.taskFilter()
      let length = try call.fields.days() ?? UpcomingView.week
      return try call.view({ try $0.upcomingView(filter, length: length) }) {
        writer, view in writer.object { $0.upcoming(view) }
      }
    },
    .get("agenda") { call in
      let filter = try call.fields.taskFilter()
      let length = try call.fields.days() ?? UpcomingView.week
      return try call.view {
        (
          today: try $0.todayView(filter),
          upcoming: try $0.upcomingView(filter, length: length)
        )
      } _: { writer, views in
        writer.object { writer in
          writer.member("today") { $0.today(views.today) }
          writer.upcoming(views.upcoming)
        }
      }
    },
    .get("calendar/{month}") { call in
      let filter = try call.fields.taskFilter()
      let text = call.parameters[0]
      let day = Timed<Day> { try DateInput.month(text, today: $0.today) }
      guard DateInput.isMonth(text) else {
        return try call.view({ try $0.dayView(of: day, filter) }) {
          $0.day($1)
        }
      }
      return try call.view({ try $0.monthView(of: day, filter) }) {
        $0.month($1)
      }
    },
    // Its alarms count from the present hour.
    .get("calendar.ics", dependsOnJournalAlone: false) { call in
      let filter = try call.fields.taskFilter()
      let length = try call.fields.days() ?? UpcomingView.standardLength
      let isDigest = try call.fields.flag("digest") ?? false
      let isOfToDos = try call.fields.flag("todos") ?? false
      let remind = try call.fields.number("remind", in: 0...30)
      try call.fields.finish()
      let program = call.journal.program
      let bytes = try call.journal.read {
        try $0.calendar(
          filter, as: isOfToDos ? .toDo : .event, isDigest: isDigest,
          length: length, reminderDays: remind, program: program)
      }
      return WebResponse(
        200, headers: ["content-type": "text/calendar; charset=utf-8"],
        body: bytes)
    },
    .get("tasks") { call in
      let plants = try call.fields.plants(nil, .exact(includesRemoved: true))
      return try call.view({ try $0.oneOffTasks(of: plants) }) {
        writer, list in
        writer.object { $0.tasks("tasks", list.tasks, in: list.rooms) }
      }
    },
    .get("why/{plant}") { call in try call.why() },
    .get("why/{plant}/{kind}") { call in try call.why() },
  ]

  // MARK: The collection

  private static let collection: [APIRoute] = [
    .get("plants") { call in
      let query = try call.fields.listQuery()
      return try call.view({ try $0.list(query) }) { $0.listing($1) }
    },
    .get("plants/{plant}") { call in
      let plants = try call.fields.plants(
        call.parameters[0], .exact(includesRemoved: true))
      let (journal, catalogues) = (call.journal, call.catalogues)
      return try call.view({ try $0.plantPages(of: plants) }) { writer, pages in
        for page in pages {
          let picture = try journal.speciesPicture(
            of: page.plant.id, in: catalogues)
          writer.page(page) { $0.picture(picture) }
        }
      }
    },
    .get("plants/{plant}/measurements") { call in
      let name = call.parameters[0]
      return try call.view {
        try $0.measurements(of: name, .exact(includesRemoved: true))
      } _: {
        $0.measurements(of: $1.id, $1.entries)
      }
    },
    .get("plants/{plant}/photos") { call in
      let name = call.parameters[0]
      return try call.view({
        try $0.photos(of: name, .exact(includesRemoved: true))
      }) { writer, series in
        writer.photos(
          [series], path: { _ in nil }, isDamaged: { _ in false },
          handingOnTo: { _ in })
      }
    },
    .get("plants/{plant}/history") { call in
      try call.history(of: call.parameters[0])
    },
    .get("rooms") { call in
      try call.view({ try $0.countedRooms() }) { writer, rooms in
        writer.object { $0.rooms(rooms) }
      }
    },
  ]

  // MARK: Looking back

  private static let lookingBack: [APIRoute] = [
    .get("history") { call in try call.history(of: nil) },
    .get("stats") { call in
      try call.view({ try $0.statistics() }) { $0.statistics($1) }
    },
    .get("audit") { call in
      let audit = try call.audit()
      return try call.view(audit) { $0.audit($1) }
    },
  ]

  // MARK: The catalogue

  private static let catalogue: [APIRoute] = [
    .get("search", dependsOnJournalAlone: false) { call in
      let text = try call.fields.requiredText("query")
      let languages = try call.fields.languages()
      let limit = try call.fields.limit() ?? 20
      try call.fields.finish()
      let (plants, total) = try call.catalogues.search(
        text, in: languages, limit: limit)
      let groups = try BundledCatalogue.groups(called: text)
      return WebResponse(json: {
        $0.searchResults(text, plants, total: total, groups: groups)
      })
    },
    .get("browse") { call in
      let query = try call.fields.browseQuery()
      let grouping = try call.fields.choice("by", of: BrowseGrouping.self)
      try call.fields.finish()
      guard query.isNarrowed else {
        let (groups, total) = try BundledCatalogue.groups(
          by: grouping ?? .category)
        let shown = groups.prefix(query.limit ?? groups.count)
        return WebResponse(json: {
          $0.catalogueGroups(
            shown, by: (grouping ?? .category).rawValue, total: total)
        })
      }
      guard grouping == nil else {
        throw FieldError("by", "counts all plants; it lists none")
      }
      let found = try BundledCatalogue.plants(query)
      return WebResponse(json: {
        $0.cataloguePlants(found.group, found.plants, total: found.total)
      })
    },
  ]

  // MARK: The server

  private static let ofTheServer: [APIRoute] = [
    .get("changes", dependsOnJournalAlone: false) { call in
      let after = try call.fields.text("after")
      try call.fields.finish()
      var response = WebResponse(
        200,
        headers: [
          "content-type": "text/event-stream",
          // Some proxies would keep the events until there are many.
          "x-accel-buffering": "no",
        ])
      response.feed = ChangeFeed(
        // A listener that comes again has heard more than its first request.
        after: call.request.headers["last-event-id"] ?? after,
        at: try call.api.state(at: call.journal.clock))
      return response
    },
    .get("settings", dependsOnJournalAlone: false) { call in
      try call.view({ try $0.settingsView() }) { [call] writer, view in
        // Those of the server's machine are for its owner.
        let rows = try call.journal.settingRows(in: view) { _, _ in }
          .filter { SettingKey(rawValue: $0.key) != nil }
        writer.object { writer in
          writer.list("settings", rows) {
            $0.settingRow($1, zone: view.zone)
          }
        }
      }
    },
    .get("sync", dependsOnJournalAlone: false) { call in
      try call.fields.finish()
      let remotes = try call.journal.remotes()
      let statuses = try call.journal.statuses(of: remotes)
      return WebResponse(json: { writer in
        writer.object { writer in
          writer.objects("remotes", zip(remotes, statuses)) {
            writer, remote in
            // Its address may hold what only its machine is to know.
            writer.member("name", remote.0.name)
            writer.member("syncedAt", remote.1.syncedAt?.rfc3339)
            writer.member("ahead", Int(clamping: remote.1.ahead))
            writer.member("isFailing", remote.1.failures != nil)
          }
        }
      })
    },
    APIRoute(
      method: .get, pattern: RoutePath("household"), right: .changeAll,
      dependsOnJournalAlone: false
    ) { call in
      try call.fields.finish()
      let entries = try call.journal.accessTokens.entries()
        .filter(\.isListed)
      return WebResponse(json: { $0.tokens(entries) })
    },
  ]
}

extension APICall {
  fileprivate mutating func why() throws -> WebResponse {
    let name = parameters[0]
    let kind =
      parameters.count > 1 ? try KindInput.kind(parameters[1]) : nil
    return try view {
      let view = try $0.why(name, .exact(includesRemoved: true), kind: kind)
      guard !view.tasks.isEmpty else {
        throw NothingMatched(reason: view.absence(of: kind))
      }
      return view
    } _: {
      $0.why($1)
    }
  }

  /// Answers with a page of events as a list, and the cursor of the next page.
  fileprivate mutating func history(of plant: String?) throws -> WebResponse {
    let limit = try fields.limit() ?? 100
    let query = try historyQuery(of: plant, limit: limit)
    return try view { snapshot in
      var entries: [HistoryEntry] = []
      _ = try snapshot.forEachEvent(query) { entries.append($0) }
      return entries
    } _: { writer, entries in
      writer.object { writer in
        writer.list("events", entries.prefix(limit)) { $0.historyEntry($1) }
        let last = entries.count > limit ? entries[limit - 1] : nil
        writer.member("next", last.map { HistoryCursor($0).description })
      }
    }
  }

  /// The greatest length of a text to look for, as all events are looked at.
  private static let mostSearchBytes = 200

  /// Takes the query for a page of events out. It asks for one event more, which
  /// tells whether there is a next page.
  mutating func historyQuery(
    of plant: String? = nil, limit: Int
  ) throws -> HistoryQuery {
    var plants = try fields.plants(plant, .exact(includesRemoved: true))
    plants.choosesRemoved = true
    var query = HistoryQuery(of: plants)
    query.filter.types = Set(try fields.texts("type"))
    query.filter.kind = try fields.kind()
    query.filter.text = try fields.text("text")
    guard query.filter.text?.utf8.count ?? 0 <= Self.mostSearchBytes else {
      throw FieldError(
        "text", "must have at most \(Self.mostSearchBytes) bytes")
    }
    query.writer = try fields.text("writer")
    query.since = try fields.bound("since", .start)
    query.until = try fields.bound("until", .end)
    query.after = try fields.text("cursor").map { text in
      guard let cursor = HistoryCursor(text) else {
        throw FieldError("cursor", "is not one that an answer gave")
      }
      return cursor
    }
    query.limit = limit + 1
    return query
  }

  /// Takes the days of a look back out; `first` derives the first day from the
  /// last.
  mutating func period(
    _ first: @escaping @Sendable (Day) -> Day
  ) throws -> TypedPeriod {
    let since = try fields.text("since")
    let until = try fields.text("until")
    return TypedPeriod {
      try DateInput.period(
        from: since, to: until, today: $0.today, defaultFirst: first)
    }
  }

  /// Takes an audit out: its plants, its kind, its days and who gave the care.
  mutating func audit() throws
    -> @Sendable (
      borrowing Snapshot
    ) throws -> AuditView
  {
    let plants = try fields.plants(nil, .exact(includesRemoved: true))
    let kind = try fields.kind()
    let grace = try fields.number("grace", in: 0...365)
    let writer = try fields.text("writer")
    let period = try period { $0.advanced(by: -364) }
    return {
      try $0.auditView(
        plants, kind: kind, period: period, grace: grace, writer: writer)
    }
  }
}

extension RequestFields {
  /// Takes a number of days to look ahead out.
  mutating func days() throws -> Int? {
    try number("days", in: 1...UpcomingView.greatestLength)
  }

  /// Takes the maximum number of results out.
  mutating func limit() throws -> Int? {
    try number("limit", in: 1...1_000)
  }

  mutating func languages() throws -> [CatalogueLanguage] {
    try texts("language").flatMap { text in
      try SelectionInput.values(
        text, among: CatalogueLanguage.allCases.map(\.rawValue)
      ) { CatalogueLanguage($0) }
    }
  }
}
