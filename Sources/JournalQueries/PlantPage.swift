public import CatalogueKit
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The page about one plant.
public struct PlantPage: Sendable {
  /// The plant.
  public let plant: PlantView
  /// The plant's open tasks.
  public let tasks: [TodayView.Task]
  /// The room in which it is shown.
  public let room: String
  /// The visible rooms.
  public let rooms: RoomList
  /// The name of its parent plant.
  public let parent: String?
  /// The day of the view.
  public let today: Day
  /// The time zone for times.
  public let zone: TimeZoneRules
  /// The units for amounts.
  public let units: MeasurementUnits
  /// The recorders of the latest care of each scheduled kind; empty if only
  /// this home records anything.
  public let recorders: [TaskKind: Recorder]
  /// The plant's photos.
  public let photos: [PhotoView]
  /// The catalogue's care for the scientific name; `nil` if the catalogue has
  /// neither the plant nor its species or genus.
  public let listedCare: CareProfile?
  /// The plant's needs: from its own profile, or else from the catalogue.
  public var needs: CareProfiled? {
    plant.state.details.careProfile?.body ?? listedCare?.recorded
  }

  /// Returns the open task of a schedule.
  public func openEntry(of view: ScheduleView) -> TodayView.Task? {
    tasks.first {
      $0.task.kind == view.schedule.kind && $0.task.task == nil
    }
  }
}

extension Snapshot {
  /// Returns the pages of the selected plants.
  ///
  /// - Throws: The errors of ``plants(_:)``, and ``PlantNameError`` for a plant
  ///   that was added later than the requested moment.
  public func plantPages(of choice: PlantChoice) throws -> [PlantPage] {
    var pages: [PlantPage] = []
    let household = try severalDevices()
    for (index, id) in try plants(choice).enumerated() {
      guard let state = try plant(id), let profile = state.profile else {
        throw PlantNameError.notFound(
          name: choice.names.count > index
            ? choice.names[index] : ShortID.text(of: id), suggestions: [])
      }
      let view = try PlantView(id, state, in: self)
      let tasks = try openTasks(of: id, state, on: today)
      pages.append(
        PlantPage(
          plant: view, tasks: tasks.map { .init(entry: $0, on: today) },
          room: rooms[view.room]?.name ?? "", rooms: rooms,
          parent: try profile.parent.flatMap {
            let root = try whole(of: $0)
            return root == id ? nil : try plant(root)?.displayName
          },
          today: today, zone: zone, units: settings.units,
          recorders: try household.map {
            try recorders(of: state.latestScheduledCare, of: id, in: $0)
          } ?? [:], photos: try PhotoView.all(of: id, in: self),
          listedCare: try state.listedCare()))
    }
    return pages
  }
}

extension PlantState {
  /// The time of the latest care of each scheduled kind.
  fileprivate var latestScheduledCare: [TaskKind: Instant] {
    cares.reduce(into: [:]) { latest, care in
      guard care.schedule != nil else { return }
      latest[care.kind] = care.lastCompleted
    }
  }
}
