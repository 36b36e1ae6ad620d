public import CatalogueKit
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// All that is shown of one plant.
public struct PlantPage: Sendable {
  /// The plant.
  public let plant: PlantView
  /// Its open tasks.
  public let tasks: [TodayView.Task]
  /// The room it shows in.
  public let room: String
  /// The rooms that can be seen.
  public let rooms: RoomList
  /// The name of the plant that it came from.
  public let parent: String?
  /// The day of the view.
  public let today: Day
  /// Where the clocks go that its times are told by.
  public let zone: TimeZoneRules
  /// The units in which amounts are told.
  public let units: MeasurementUnits
  /// Who gave the latest care of each scheduled kind; empty where this home
  /// alone records anything.
  public let recorders: [TaskKind: Recorder]
  /// Its photos.
  public let photos: [PhotoView]
  /// What the catalogue knows of plants of its scientific name; `nil` where it
  /// knows neither the plant nor its species or genus.
  public let listedCare: CareProfile?
  /// What the plant needs: by its own profile, else by the catalogue's.
  public var needs: CareProfiled? {
    plant.state.details.careProfile?.body ?? listedCare?.recorded
  }

  /// The open task of a schedule.
  public func openEntry(of view: ScheduleView) -> TodayView.Task? {
    tasks.first {
      $0.task.kind == view.schedule.kind && $0.task.task == nil
    }
  }
}

extension Snapshot {
  /// All that is shown of the plants chosen.
  ///
  /// - Throws: ``PlantNameError`` for a plant that was added after the moment
  ///   that is looked back to, too.
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
          parent: try profile.parent.flatMap { try plant($0)?.displayName },
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
  /// When care of each scheduled kind was given last.
  fileprivate var latestScheduledCare: [TaskKind: Instant] {
    cares.reduce(into: [:]) { latest, care in
      guard care.schedule != nil else { return }
      latest[care.kind] = care.lastCompleted
    }
  }
}
