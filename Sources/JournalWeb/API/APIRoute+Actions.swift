internal import CatalogueStore
internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalExchange
internal import JournalInput
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime

extension APIRoute {
  /// The routes that act.
  static let actions: [APIRoute] =
    ofTasks + ofPlants + ofRooms + ofTheJournal + ofReminders
    + ofTheHousehold

  // MARK: Tasks

  private static let ofTasks: [APIRoute] = [
    .act(.post, "care", .giveCare) { call in
      let tasks = try call.fields.shownTasks()
      guard tasks.isEmpty else {
        var request = CareRequest(
          PlantChoice(naming: .exact()), kinds: [], try call.fields.occasion())
        request.tasks = tasks
        request.amount = try call.amount()
        return try call.act { try $0.recordCare(request, $1) }
      }
      let isDue = try call.fields.flag("due") ?? false
      let plants =
        try isDue ? call.fields.plants() : call.fields.somePlants()
      guard !isDue || plants.names.isEmpty else {
        throw FieldError("due", "selects plants, and 'plant' names some")
      }
      var request = CareRequest(
        plants, kinds: try call.fields.kinds(), try call.fields.occasion())
      request.isDueOnly = isDue
      request.isOfAllKinds = try call.fields.flag("all-kinds") ?? false
      request.task = try call.fields.text("task")
      request.amount = try call.amount()
      return try call.act { try $0.recordCare(request, $1) }
    },
    .act(.patch, "care/{action}", .changeAll) { call in
      try call.amend()
    },
    .act(.post, "snooze", .snooze) { call in
      guard let until = try call.fields.day("until") else {
        throw FieldError("until", "is missing")
      }
      return try call.postpone(.snooze(until: until))
    },
    .act(.post, "skip", .skip) { call in
      try call.postpone(.skip(due: try call.fields.day("due")))
    },
    .act(.post, "tasks", .changeAll) { call in
      guard let due = try call.fields.day("due") else {
        throw FieldError("due", "is missing")
      }
      let title = try call.fields.text("title").map {
        try NameInput.name($0, "the title")
      }
      let kind = try call.fields.kind()
      guard title != nil || kind != nil else {
        throw FieldError("title", "is missing; give a title, a kind or both")
      }
      let every = try call.fields.value(
        "every", expects: TaskRhythm.expectation
      ) { TaskRhythm(typed: $0) }
      let request = TaskRequest(
        try call.fields.plants(), kind: kind, title: title, due: due,
        every: every, try call.fields.occasion())
      return try call.act { try $0.planTasks(request, $1) }
    },
    .act(.post, "tasks/{task}/done", .giveCare) { call in
      try call.endTask(.done)
    },
    .act(.delete, "tasks/{task}", .changeAll) { call in
      try call.endTask(.dropped)
    },
  ]

  // MARK: Plants

  private static let ofPlants: [APIRoute] = [
    .act(.post, "plants", .changeAll, takesPhotos: true) { call in
      try call.addPlant()
    },
    .act(.patch, "plants/{plant}", .changeAll) { call in try call.editPlant() },
    .act(.post, "move", .changeAll) { call in
      let room = try call.fields.requiredText("to")
      let request = PlantRequest(
        try call.fields.somePlants(), .move(to: room),
        try call.fields.occasion())
      return try call.act { try $0.change(request, $1) }
    },
    .act(.post, "tags", .changeAll) { call in
      var edit = PlantEdit()
      edit.tagged = try call.fields.texts("add").map {
        try NameInput.name($0, "a tag")
      }
      edit.untagged = try call.fields.texts("remove")
      guard !edit.isEmpty else {
        throw FieldError("add", "is missing; give a tag to add or to remove")
      }
      let request = EditRequest(
        try call.fields.somePlants(), edit, in: call.catalogues,
        try call.fields.occasion())
      return try call.act { try $0.edit(request, $1) }
    },
    .act(.delete, "plants/{plant}", .changeAll) { call in
      let reason = try call.fields.value(
        "reason", expects: RemovalReason.expectation
      ) { RemovalReason(typed: $0) }
      return try call.change(.remove(reason ?? .other))
    },
    .act(.post, "plants/{plant}/restore", .changeAll) { call in
      let name = try call.fields.text("name").map(NameInput.nickname)
      return try call.change(
        .restore(as: name),
        .exact(includesRemoved: true, prefersRemoved: true))
    },
    .act(.post, "plants/{plant}/move", .changeAll) { call in
      try call.change(.move(to: try call.fields.requiredText("room")))
    },
    .act(.post, "plants/{plant}/favorite", .changeAll) { call in
      try call.change(.favorite(try call.fields.flag("favorite") ?? true))
    },
    .act(.post, "plants/{plant}/duplicate", .changeAll) { call in
      let request = CopyRequest(
        try call.fields.plants(
          call.parameters[0], .exact(includesRemoved: true)),
        nickname: try call.fields.text("name").map(NameInput.nickname),
        room: try call.fields.text("room"), try call.fields.occasion())
      return try call.act { try $0.copy(request, $1) }
    },
    .act(.post, "plants/{plant}/merge", .changeAll) { call in
      try call.merge()
    },
    .act(.post, "plants/{plant}/adopt", .changeAll) { call in
      try call.adopt()
    },
    .act(.post, "plants/{plant}/schedules/{kind}", .changeAll) { call in
      let kind = try KindInput.kind(call.parameters[1])
      let change = try call.schedule(of: kind)
      return try call.changeSchedule(.set(change))
    },
    .act(.delete, "plants/{plant}/schedules/{kind}", .changeAll) { call in
      try call.changeSchedule(.clear(try KindInput.kind(call.parameters[1])))
    },
    .act(.post, "notes", .addNote) { call in
      let text = try NameInput.note(call.fields.requiredText("text"))
      let request = PlantRequest(
        try call.fields.somePlants(), .note(text), try call.fields.occasion())
      return try call.act { try $0.change(request, $1) }
    },
    .act(.patch, "notes/{action}", .changeAll) { call in
      try call.correctNote(
        try NameInput.note(call.fields.requiredText("text")))
    },
    .act(.delete, "notes/{action}", .changeAll) { call in
      try call.correctNote("")
    },
    .act(.post, "measurements", .addNote) { call in
      let measures = try call.measures()
      let request = PlantRequest(
        try call.fields.somePlants(), .measure(measures),
        try call.fields.occasion())
      return try call.act { try $0.change(request, $1) }
    },
  ]

  // MARK: Rooms

  private static let ofRooms: [APIRoute] = [
    .act(.post, "rooms", .changeAll) { call in
      let name = try NameInput.name(
        call.fields.requiredText("name"), "the room's name")
      let icon = try call.fields.text("icon").map {
        try NameInput.name($0, "the icon")
      }
      return try call.changeRooms(
        .make(name: name, icon: icon ?? "", sortOrder: nil))
    },
    .act(.patch, "rooms/{room}", .changeAll) { call in
      let room = call.parameters[0]
      if let place = try call.fields.number("place", in: 1...10_000) {
        return try call.changeRooms(.place(room: room, at: place))
      }
      return try call.editRoom(room)
    },
    .act(.delete, "rooms/{room}", .changeAll) { call in
      try call.changeRooms(.delete(room: call.parameters[0]))
    },
  ]

  // MARK: The journal

  private static let ofTheJournal: [APIRoute] = [
    .act(.post, "undo", .undoOwn) { call in try call.undo() },
    .act(.post, "settings", .changeAll) { call in
      let key = try call.fields.requiredText("key")
      guard case .journal(let known) = try SettingName(typed: key) else {
        throw FieldError(
          "key",
          "is a setting of the server's machine, which only it can change")
      }
      let value = try call.fields.text("value").map {
        try SettingName.journal(known).value(typed: $0)
      }
      let request = SettingRequest(known.rawValue, value ?? .null)
      return try call.act { try $0.changeSetting(request, $1) }
    },
    .act(.patch, "settings/{setting}", .changeAll) { call in
      let key = call.parameters[0]
      guard case .journal(let known) = try SettingName(typed: key) else {
        throw FieldError(
          "setting",
          "is a setting of the server's machine, which only it can change")
      }
      func value(_ text: String) throws -> SettingValue {
        text.isEmpty ? .null : try SettingName.journal(known).value(typed: text)
      }
      let parts = try call.fields.texts("value", mayBeEmpty: true)
        .filter { !$0.isEmpty }
      guard parts.count <= 1 || known.form.separator != nil else {
        throw FieldError("value", "must be given once")
      }
      let request = SettingRequest(
        known.rawValue,
        try value(parts.joined(separator: known.form.separator ?? "")),
        shown: try call.fields.shown("value").map { try value($0.first ?? "") })
      return try call.act { try $0.changeSetting(request, $1) }
    },
    .act(.patch, "name", .undoOwn) { call in
      guard call.guest.mayRename else { throw RequestError.forbidden }
      let text = try call.fields.text("name", mayBeEmpty: true) ?? ""
      let request = WriterNameRequest(
        person: text.isEmpty
          ? .clear : .set(try NameInput.name(text, "the name")))
      return try call.act { try $0.nameWriter(request, $1) }
    },
    .act(.post, "filters", .changeAll) { call in try call.saveFilter() },
    .act(.delete, "filters/{filter}", .changeAll) { call in
      let request = FilterRequest(try call.filter(call.parameters[0]), nil)
      return try call.act { try $0.changeFilter(request, $1) }
    },
    .act(.post, "delete-all", .changeAll, lane: .photos) { call in
      try call.deleteAll()
    },
    .act(.post, "events", .changeAll) { call in try call.append() },
  ]

  // MARK: The household

  /// The tokens of the server, which are no part of the journal.
  private static let ofTheHousehold: [APIRoute] = [
    .act(.post, "household", .changeAll) { call in
      let person = try call.fields.text("person")
      let role =
        try call.fields.choice("role", of: TokenRole.self) ?? .all
      // A page knows by which address its browser reached the server.
      guard
        let url = try call.fields.text("url") ?? call.request.site?.text
      else { throw FieldError("url", "is missing") }
      try call.fields.finish()
      let key = try call.idempotencyText()
      let invitation: PageInvitation?
      do {
        invitation = try call.journal.accessTokens.inviteToPages(
          at: url, person: person, access: role.access,
          by: call.guest.secret.map { .init($0, key: key) },
          at: call.journal.now)
      } catch AccessTokensError.revoked {
        throw RequestError.forbidden
      }
      guard let invitation, let expiresAt = invitation.expiresAt else {
        throw FieldError("url", "must be an address such as https://HOST:PORT")
      }
      call.result = .invitation(
        link: invitation.link, until: expiresAt, person: person, as: role)
      var response = WebResponse(json: { writer in
        writer.object {
          $0.member("link", invitation.link)
          $0.member("expiresAt", expiresAt.rfc3339)
        }
      })
      if invitation.isRepeated { response.markReplayed() }
      return response
    },
    .act(.post, "calendars", .changeAll) { call in
      let name = try call.fields.requiredText("name")
      guard
        let url = try call.fields.text("url") ?? call.request.site?.text
      else { throw FieldError("url", "is missing") }
      try call.fields.finish()
      let key = try call.idempotencyText()
      let link: CalendarLink?
      do {
        link = try call.journal.accessTokens.makeCalendar(
          at: url, named: name,
          by: call.guest.secret.map { .init($0, key: key) },
          at: call.journal.now)
      } catch AccessTokensError.revoked {
        throw RequestError.forbidden
      }
      guard let link else {
        throw FieldError("url", "must be an address such as https://HOST:PORT")
      }
      call.result = .calendar(link)
      var response = WebResponse(json: { writer in
        writer.object { $0.member("calendar", link.link) }
      })
      if link.isRepeated { response.markReplayed() }
      return response
    },
    .act(.delete, "household/{token}", .changeAll) { call in
      try call.fields.finish()
      let journal = call.journal
      guard
        let entry = try journal.accessTokens.revoke(
          call.parameters[0], at: journal.now)
      else { throw RequestError.notFound }
      return WebResponse(json: { writer in
        writer.object { $0.member("revoked", entry.id) }
      })
    },
  ]
}

extension APICall {
  /// Undoes an action.
  fileprivate mutating func undo() throws -> WebResponse {
    var request = guest.undoing(
      try fields.text("action"), plants: try fields.texts("plant"))
    request.redoes = try fields.flag("redo") ?? false
    do {
      let report = { [wording] (receipt: Receipt) in
        WriteReport(ofUndoing: receipt, wording)
      }
      return try act(report: report) { [request] in
        try $0.undo(request, $1)
      }
    } catch UndoError.notOwn {
      throw RequestError.forbidden
    }
  }

  /// The amount of water that a field gives; `nil` for none.
  fileprivate mutating func amount() throws -> String? {
    guard let text = try fields.text("amount") else { return nil }
    let units = try journal.read { $0.settings.units }
    return try AmountInput.amount(text, units: units)
  }

  /// Corrects recorded care; an empty text clears a field.
  fileprivate mutating func amend() throws -> WebResponse {
    var request = AmendRequest(
      parameters[0], plants: try fields.texts("plant"))
    request.naming = PlantNaming(
      .exact, includesRemoved: true, followsMerges: true)
    request.kinds = try fields.kinds()
    if let text = try fields.text("at", mayBeEmpty: true), !text.isEmpty {
      request.at = DateInput.correction(text)
    }
    if let text = try fields.text("amount", mayBeEmpty: true) {
      let units = try journal.read { $0.settings.units }
      request.amount =
        text.isEmpty ? .clear : .set(try AmountInput.amount(text, units: units))
    }
    if let text = try fields.text("note", mayBeEmpty: true) {
      request.note = text.isEmpty ? .clear : .set(try NameInput.note(text))
    }
    guard
      request.at != nil || request.amount != .keep || request.note != .keep
    else {
      throw FieldError("at", "is missing; give a time, an amount or a remark")
    }
    return try act { [request] in try $0.amend(request, $1) }
  }

  fileprivate mutating func postpone(
    _ way: PostponeRequest.Way
  ) throws -> WebResponse {
    let tasks = try fields.shownTasks()
    let plants =
      try tasks.isEmpty
      ? fields.somePlants() : PlantChoice(naming: .exact())
    var request = PostponeRequest(
      plants, kind: tasks.isEmpty ? try fields.kind() : nil, way,
      try fields.occasion())
    request.tasks = tasks
    request.task = tasks.isEmpty ? try fields.text("task") : nil
    return try act { try $0.postpone(request, $1) }
  }

  fileprivate mutating func endTask(
    _ end: TaskEndRequest.End
  ) throws -> WebResponse {
    let request = TaskEndRequest(
      [parameters[0]], end, try fields.occasion())
    return try act { try $0.endTasks(request, $1) }
  }

  fileprivate mutating func change(
    _ wish: PlantRequest.Wish, _ naming: PlantNaming = .exact()
  ) throws -> WebResponse {
    let request = PlantRequest(
      try fields.plants(parameters[0], naming), wish, try fields.occasion())
    return try act { try $0.change(request, $1) }
  }

  /// Merges another plant into that of the path. Only plants are looked for,
  /// not rooms.
  fileprivate mutating func merge() throws -> WebResponse {
    let names = [
      (parameters[0], nil), (try fields.requiredText("other"), "other"),
    ]
    let plants = try journal.read { snapshot in
      try names.map { name, field in
        try snapshot.plant(named: name, .exact(field: field)).description
      }
    }
    var request = MergeRequest(plants[1], into: plants[0], naming: .exact())
    request.note = try fields.text("note").map(NameInput.note)
    return try act(asking: (MergeRequest.question, "Merge")) { [request] in
      try $0.merge(request, $1)
    }
  }

  /// Gives a plant the catalogue's names and care.
  fileprivate mutating func adopt() throws -> WebResponse {
    let plants = try fields.plants(parameters[0])
    var request = AdoptRequest(
      plants, in: catalogues, try fields.occasion())
    request.takesLikely = try fields.flag("likely") ?? false
    if let name = try fields.text("species") {
      let plant = try journal.read { try $0.plant(plants) }
      request.answers[plant] = .some(
        try NameInput.name(name, "the scientific name"))
    }
    let report = { [wording] (receipt: Receipt) in
      WriteReport(ofAdopting: receipt, wording)
    }
    return try act(report: report) { [request] in try $0.adopt(request, $1) }
  }

  fileprivate mutating func correctNote(_ text: String) throws -> WebResponse {
    let plant = PlantChoice(
      names: [try fields.requiredText("plant")], naming: .exact())
    let at = fields.has(["at"]) ? try fields.occasion().at : nil
    var request = NoteRequest(
      plant, text: text, action: parameters[0], at: at)
    request.shown = try fields.shown("text").map {
      try NameInput.note($0.first ?? "")
    }
    return try act { [request] in try $0.correctNote(request, $1) }
  }

  /// Changes the name and the picture of a room, as far as they are not sent as
  /// they were shown.
  fileprivate mutating func editRoom(_ room: String) throws -> WebResponse {
    let name = try fields.text("name")
    let icon = try fields.text("icon", mayBeEmpty: true)
    let shown = RoomEdited(
      name: try fields.shown("name")?.first,
      icon: try fields.shown("icon").map { $0.first ?? "" })
    guard name != nil || icon != nil else {
      throw FieldError("name", "is missing; give a name, an icon or a place")
    }
    let edit = RoomEdited(
      name: name == shown.name
        ? nil : try name.map { try NameInput.name($0, "the room's name") },
      icon: icon == shown.icon
        ? nil
        : try icon.map {
          $0.isEmpty ? "" : try NameInput.name($0, "the icon")
        })
    return try changeRooms(.edit(room: room, edit), shown: shown)
  }

  fileprivate mutating func changeRooms(
    _ wish: RoomRequest.Wish, shown: RoomEdited? = nil
  ) throws -> WebResponse {
    var request = RoomRequest(wish, try fields.occasion())
    request.precision = .exact
    request.shown = shown
    return try act { [request] in try $0.changeRooms(request, $1) }
  }

  fileprivate mutating func changeSchedule(
    _ way: ScheduleRequest.Way
  ) throws -> WebResponse {
    var request = ScheduleRequest(
      try fields.plants(parameters[0]), way,
      note: try fields.text("note").map(NameInput.note))
    request.shown = try fields.text("was")
    return try act { [request] in try $0.changeSchedules(request, $1) }
  }

  fileprivate mutating func schedule(
    of kind: TaskKind
  ) throws -> ScheduleChange {
    var change = ScheduleChange(of: kind)
    change.intervalDays = try fields.text("every").map(ScheduleInput.interval)
    for season in Season.allCases {
      change.seasons[season] = try fields.text(season.rawValue).map(
        ScheduleInput.interval)
    }
    change.activeMonths = try fields.value(
      "months", expects: MonthSet.expectation
    ) { MonthSet(typed: $0) }
    change.amount = try amount()
    change.fertilizer = try fields.choice("fertilizer")
    change.time = try fields.value("time", expects: TimeOfDay.expectation) {
      TimeOfDay($0)
    }
    change.startOn = try fields.day("from")
    change.replaces = try fields.flag("anew") ?? false
    return change
  }

  fileprivate mutating func measures() throws -> PlantMeasured {
    let units = try journal.read { $0.settings.units }
    func length(_ name: String, _ text: String?) throws -> Int? {
      try text.map { text in
        do throws(Measure.LengthError) {
          return try Measure.length(text, units)
        } catch {
          throw FieldError(name, "must be \(error.expectation)")
        }
      }
    }
    let measures = PlantMeasured(
      height: try length("height", try fields.text("height")),
      spread: try length("spread", try fields.text("spread")),
      leaves: try fields.number("leaves", in: 0...PlantMeasured.maximumLeaves),
      pot: try length("pot", try fields.text("pot")),
      health: try fields.number("health", in: PlantMeasured.healthLevels))
    guard !measures.isEmpty else {
      throw FieldError(
        "height",
        "is missing; give a height, a spread, leaves, a pot or the health")
    }
    return measures
  }

  /// Adds a plant by its scientific name, with the catalogue's names, and with
  /// `care` also its care.
  fileprivate mutating func addPlant() throws -> WebResponse {
    let typed = try NameInput.name(
      fields.requiredText("species"), "the scientific name")
    var plant = NewPlant(scientificName: typed)
    let catalogues = catalogues
    let takesCare = try fields.flag("care") ?? false
    if try !(fields.flag("as-typed") ?? false) {
      try plant.complete(from: catalogues, takesCare: takesCare)
    }
    plant.nickname = try fields.text("name").map(NameInput.nickname)
    try fields.takeRoom(of: &plant)
    plant.acquiredOn = try fields.text("acquired").map { text in
      Timed<Day> {
        try DateInput.day(text, today: $0.today, preferring: .past)
      }
    }
    plant.parent = try fields.text("from")
    plant.parentNaming = .exact(field: "from")
    let tags = try fields.texts("tag").map { try NameInput.name($0, "a tag") }
    plant.tags = tags
    plant.location = try fields.choice("location")
    plant.wateringInterval = try fields.text("every").map(
      ScheduleInput.interval)
    plant.occasion = try fields.occasion()
    return try add(plant)
  }

  /// Changes the fields of a plant that the request names, except for those that
  /// it sends as they were shown; an empty text clears one.
  fileprivate mutating func editPlant() throws -> WebResponse {
    var edit = PlantEdit()
    let today = try journal.read { $0.today }
    let reader = PlantFieldReader(
      today: today
    ) { [journal] name in
      try journal.read {
        try $0.plant(
          named: name,
          .exact(includesRemoved: true, field: PlantField.from.rawValue))
      }
    }
    var shown = ShownFields()
    var isAsShown = false
    for field in PlantField.allCases where field != .tag {
      let texts = try fields.texts(field.rawValue, mayBeEmpty: true)
      let was = try fields.shown(field.rawValue)
      guard !texts.isEmpty else { continue }
      guard texts.filter({ !$0.isEmpty }) != was else {
        isAsShown = true
        continue
      }
      if let was { shown.add(.plant(field), was) }
      try field.set(
        field.isList || texts == [""] ? texts.filter { !$0.isEmpty } : texts,
        in: &edit.fields, with: reader)
    }
    for field in try journal.read({ $0.fields }) {
      // The field has the name of the setting that keeps it.
      let was = try fields.shown(field.key)
      guard let text = try fields.text(field.key, mayBeEmpty: true) else {
        continue
      }
      guard was != (text.isEmpty ? [] : [text]) else {
        isAsShown = true
        continue
      }
      if let was { shown.add(.own(field), was) }
      let value =
        text.isEmpty
        ? nil : try FactInput.value(text, of: field, today: today)
      edit.facts.append(FactSet(name: field.name, value: value))
    }
    edit.tagged = try fields.texts("tag").map {
      try NameInput.name($0, "a tag")
    }
    edit.untagged = try fields.texts("untag")
    guard !edit.isEmpty || isAsShown else {
      throw FieldError(
        "name", "is missing, as are all other fields of a plant")
    }
    var request = EditRequest(
      try fields.plants(parameters[0]), edit, in: catalogues,
      try fields.occasion())
    request.precondition = { [shown] in try shown.check($0) }
    return try act { [request] in try $0.edit(request, $1) }
  }

  /// Returns the saved filter with a name.
  fileprivate func filter(_ name: String) throws -> NamedFilter {
    guard let filter = NamedFilter(named: name) else {
      throw FieldError(
        "name",
        "must have 1 to \(NamedFilter.maximumNameLength) letters, digits, hyphens or underscores"
      )
    }
    return filter
  }

  /// Saves the conditions and the order of a list of plants under a name.
  fileprivate mutating func saveFilter() throws -> WebResponse {
    let name = try fields.requiredText("name")
    let filter = try filter(name)
    let given = fields.allTexts.filter { $0.name != "dry-run" }
    // A filter that cannot be used is refused now.
    let query = try fields.listQuery()
    _ = try journal.read { try $0.list(query) }
    guard let text = SavedFilterInput.text(of: given) else {
      throw FieldError(
        "query", "is missing, as are all other conditions of a list")
    }
    let request = FilterRequest(filter, text)
    return try act { try $0.changeFilter(request, $1) }
  }

  /// Makes a backup and removes the journal, whose name is typed.
  fileprivate mutating func deleteAll() throws -> WebResponse {
    let name = try fields.requiredText("confirm")
    let isDryRun = try fields.flag("dry-run") ?? false
    try fields.finish()
    let deletion = try journal.deletion()
    let remotes = try journal.remotes().map(\.name)
    let backup = isDryRun ? nil : try journal.delete(named: name)
    let left = isDryRun ? 0 : try journal.photoFileCount()
    return WebResponse(json: { writer in
      writer.deletion(
        deletion, backup, restore: nil, remotes: remotes, left: left)
    })
  }

  /// Appends the lines of the body, as `plantguide append` does.
  fileprivate mutating func append() throws -> WebResponse {
    let body = request.body
    let catalogues = catalogues
    let report = { (receipt: Receipt) in
      WriteReport(ofAppending: receipt, .api)
    }
    return try act(report: report) {
      let request = AppendRequest(catalogues: catalogues) {
        byteSource(of: body)
      }
      return try $0.append(request, $1)
    }
  }
}
