internal import Catalogue
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

/// A plant that is being added: what was typed, and what the catalogue adds.
struct NewPlant {
  let name: String
  let completion: CatalogueCompletion?
  /// Where it grows; empty where that is not said.
  let place: PlantEdited

  /// The event that adds it. What is typed goes before the catalogue.
  func body(
    _ context: CommandContext, _ zone: TimeZoneRules,
    in snapshot: borrowing Snapshot
  ) throws -> PlantAdded {
    let arguments = context.arguments
    let commonNames = try arguments.values("common").map {
      try NameInput.name($0, "a common name")
    }
    let entry = completion?.names
    let scientificName = entry?.scientificName ?? name
    return PlantAdded(
      scientificName: scientificName,
      commonNames: commonNames.isEmpty
        ? entry?.commonNames ?? [] : commonNames,
      family: try arguments.value("family").map {
        try NameInput.name($0, "the family")
      } ?? entry?.family ?? "",
      genus: try arguments.value("genus").map {
        try NameInput.name($0, "the genus")
      } ?? entry?.genus ?? NameInput.genus(of: scientificName),
      category: try arguments.value("category").map {
        try NameInput.name($0, "the category")
      } ?? entry.flatMap { $0.category.isEmpty ? nil : $0.category },
      nickname: try arguments.value("name").map(NameInput.nickname),
      room: try arguments.value("room").map {
        try snapshot.room(named: $0)
      },
      acquiredOn: try arguments.value("acquired").map {
        try DateInput.day(
          $0, today: zone.localDay(of: try context.now()), preferring: .past)
      },
      source: entry == nil ? .manual : .catalogue,
      parent: try arguments.value("from").map {
        try snapshot.plant(
          named: $0, context.naming(field: PlantField.from.rawValue))
      },
      tags: try arguments.values("tag").map {
        try NameInput.name($0, "a tag")
      })
  }

  /// What makes its care: the catalogue's advice, and schedules. Who says how
  /// often to water decides that alone.
  func care(
    _ arguments: ParsedArguments, _ hemisphere: Hemisphere
  ) throws -> [PlantCommand] {
    var commands: [PlantCommand] = place.isEmpty ? [] : [.edit(place)]
    var schedules: [ScheduleSet] = []
    if let profile = completion?.care {
      commands.append(.profileCare(profile))
      schedules = ScheduleAdvice.schedules(
        for: profile, location: place.location.applied(to: nil) ?? .indoor,
        hemisphere: hemisphere
      ).map(\.schedule)
    }
    if let span = arguments.value("every") {
      schedules.removeAll { $0.kind == .watering }
      schedules.append(
        ScheduleSet(
          kind: .watering, intervalDays: try ScheduleInput.interval(span)))
    }
    commands += schedules.map(PlantCommand.setSchedule)
    return commands
  }

  /// What the catalogue made of the name, where that is another one.
  var addendum: String {
    guard let names = completion?.names else { return "" }
    if let count = names.genusCount {
      let genus = SafeText.shown(names.genus)
      return ", as some plant of its genus; "
        + "'plantguide browse \(genus)' lists \(count)"
    }
    guard names.scientificName != name else { return "" }
    return ", \(SafeText.shown(names.scientificName))"
  }
}
