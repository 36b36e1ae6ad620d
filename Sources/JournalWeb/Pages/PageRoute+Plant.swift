internal import HTMLKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import PlantServices

extension PageRoute {
  /// The pages about one plant, and its photos.
  static let plant: [PageRoute] = [
    // Imported catalogues tell what it could adopt.
    .page("plants/{plant}", dependsOnJournalAlone: false) { call in
      try call.plantProfile()
    },
    .page("plants/{plant}/tasks") { call in
      let plants = try call.plant()
      let back = try call.fields.text("back").flatMap { WebRequest(.get, $0) }
      return try call.read { snapshot in
        let page = try snapshot.plantPages(of: plants)[0]
        var spans: [OpenTask: [SnoozeSpan]] = [:]
        for task in page.tasks {
          spans[task.task] = try snapshot.snoozeSpans(of: task.entry)
        }
        return PlantTasksPage(
          page, why: try snapshot.why(of: page.plant.id), spans: spans,
          back: back.map { PagePath($0) })
      }
    },
    .page("plants/{plant}/edit", .changeAll) { call in
      let plants = try call.plant()
      return try call.read { snapshot in
        PlantEditPage(
          try snapshot.plantPages(of: plants)[0], snapshot.fields,
          others: try snapshot.plantOptions())
      }
    },
    .page("plants/{plant}/remove", .changeAll) { call in
      let plants = try call.plant()
      return PlantRemovePage(
        try call.read { try $0.plantPages(of: plants)[0] })
    },
    .page("plants/{plant}/photos") { call in
      let photo = try call.fields.text("photo")
      let (series, today) = try call.photoSeries()
      return PlantPhotosPage(
        series, today: today, shown: try photo.map { try series.named($0) })
    },
    .page("plants/{plant}/photos/compare") { call in
      let left = try call.fields.text("left")
      let right = try call.fields.text("right")
      let (series, today) = try call.photoSeries()
      let first = try left.map { try series.named($0) } ?? series.photos.first
      let last = try right.map { try series.named($0) } ?? series.photos.last
      guard let first, let last else {
        throw PhotoPickError.noPhoto(series.plant)
      }
      return PhotoComparePage(series, today: today, left: first, right: last)
    },
    .page("plants/{plant}/photos/timelapse") { call in
      let (series, today) = try call.photoSeries()
      return TimelapsePage(series, today: today)
    },
    .page("camera") { call in
      let chosen = try call.fields.text("plant")
      return CameraPage(
        try call.read { try $0.plantOptions(atMost: .max) }, chosen: chosen)
    },
  ]
}

extension APICall {
  /// Returns the choice of the path's plant, even if it is removed.
  fileprivate func plant() throws -> PlantChoice {
    PlantChoice(
      names: [parameters[0]], naming: .exact(includesRemoved: true))
  }

  /// Returns the photos of the path's plant, and the present day.
  fileprivate mutating func photoSeries() throws -> (PhotoSeries, Day) {
    let name = parameters[0]
    return try read { snapshot in
      (
        try snapshot.photos(of: name, .exact(includesRemoved: true)),
        snapshot.today
      )
    }
  }

  fileprivate mutating func plantProfile() throws -> PlantProfilePage {
    let plants = try plant()
    let kind = try fields.kind("schedule")
    let isPast = asOf != nil
    let guest = guest
    var content = try read { snapshot in
      let page = try snapshot.plantPages(of: plants)[0]
      return try snapshot.profile(
        page, editing: kind, isPast: isPast, for: guest)
    }
    if !isPast {
      content.picture = try journal.speciesPicture(
        of: content.page.plant.id, in: catalogues)
    }
    // The names are only read if there may be something to take.
    if content.page.canAdopt, content.page.plant.state.removal == nil, !isPast {
      content.adoption = try journal.adoptions(
        for: PlantChoice(
          names: [content.page.plant.id.description], naming: .exact()),
        in: catalogues
      ).first
    }
    return PlantProfilePage(content)
  }
}

extension PhotoSeries {
  /// Returns the photo with an id.
  fileprivate func named(_ name: String) throws -> PhotoView {
    try photo(.named(name))
  }
}

extension Snapshot {
  /// Returns the plants of the collection by name, for a form that offers them.
  func plantOptions(
    atMost limit: Int = PlantOption.mostListed + 2
  ) throws -> [PlantOption] {
    var plants: [PlantOption] = []
    try forEachPlantByName { id, state in
      if state.isPresent {
        plants.append(
          PlantOption(
            id, name: state.displayName,
            room: rooms[rooms.effective(state.room)]?.name ?? ""))
      }
      return plants.count < limit
    }
    return plants
  }

  /// Returns the reasons for the due days of a plant's tasks.
  fileprivate func why(of plant: PlantID) throws -> WhyView {
    try why(plant.description, .exact(includesRemoved: true))
  }

  /// Returns everything about a plant.
  fileprivate func profile(
    _ page: PlantPage, editing kind: TaskKind?, isPast: Bool,
    for guest: WebGuest
  ) throws -> PlantProfilePage.Content {
    let id = page.plant.id
    let plant = PlantChoice(
      names: [id.description], choosesRemoved: true,
      naming: .exact(includesRemoved: true))
    let household = try household()
    var query = HistoryQuery(of: plant)
    query.limit = Self.eventsShown + 1
    var events: [PlantProfilePage.Event] = []
    var offers = UndoOffers { action, extent in
      guest.undoing(action, plants: extent.isSeparable ? [id.description] : [])
    }
    _ = try forEachEvent(query) { entry in
      let description = try description(of: entry.event, in: household)
      let offer = try offers.offer(of: entry, in: self)
      events.append(
        PlantProfilePage.Event(
          entry, description, parts: description.whatHappened(.pages),
          extent: offer.extent, isFirst: offer.isFirst,
          mayUndo: offer.mayUndo))
    }
    var actions: [EventReference: String] = [:]
    if !page.plant.observations.isEmpty {
      query.limit = .max
      query.filter.types = [EventType.plantNoted.rawValue]
      _ = try forEachEvent(query) { entry in
        actions[entry.event.reference] = entry.actionID
      }
    }
    let options = try plantOptions()
    let period = TypedPeriod { $0.today.advanced(by: -364)...$0.today }
    return PlantProfilePage.Content(
      page: page, why: try why(of: id),
      lineage: try lineage(
        of: id.description, .exact(includesRemoved: true)),
      events: Array(events.prefix(Self.eventsShown)),
      hasOlderEvents: events.count > Self.eventsShown, noteActions: actions,
      audit: try auditView(plant, kind: nil, period: period, grace: nil),
      editedKind: kind, isPast: isPast,
      plants: isPast || page.plant.state.removal != nil ? [] : options)
  }

  private static var eventsShown: Int { 20 }
}
