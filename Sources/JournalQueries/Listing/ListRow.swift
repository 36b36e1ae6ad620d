internal import CatalogueKit
internal import CatalogueStore
internal import Encodings
public import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalTime

/// A plant of a list on a day.
public struct ListRow: Sendable {
  /// The plant's id.
  public let id: PlantID
  /// The plant's state.
  public let state: PlantState
  /// The plant's effective room: its name and position.
  public let room: (name: String, place: Int)
  /// The first due task, of the requested kind or else of any.
  public let next: OpenTask?
  /// The latest care.
  public let last: (kind: TaskKind, day: Day)?
  /// The name of the plant that it is part of; `nil` unless it was merged.
  public let whole: String?
  /// The match of a search; `nil` without a search.
  public let match: TextMatch?
  /// The number of days from acquisition, or else addition, to removal, or else
  /// to the day of the list.
  public let age: Int?
  /// The remark on its removal; `nil` if nobody asked for it.
  public let farewell: String?
  /// The values of custom fields.
  public let facts: [PlantFact]
  /// The day of the list.
  public let today: Day
  /// The time zone in which instants become days.
  public let zone: TimeZoneRules

  /// Reads the row of a plant; only care of `kind` counts.
  init(
    _ id: PlantID, _ state: PlantState, _ snapshot: borrowing Snapshot,
    kind: TaskKind?, match: TextMatch? = nil, farewell: String? = nil
  ) {
    self.id = id
    self.farewell = farewell
    self.state = state
    today = snapshot.today
    whole = state.mergedInto.flatMap { _ in
      (try? snapshot.plant(snapshot.merges.root(of: id)))?.displayName
    }
    self.match = match
    zone = snapshot.calendar.zone
    age = state.age(on: snapshot.today, snapshot.calendar)
    facts =
      state.details.facts.isEmpty
      ? [] : PlantFact.all(of: state, snapshot.fields)
    let room = snapshot.rooms.effective(state.room)
    self.room = (
      snapshot.rooms[room]?.name ?? "", snapshot.rooms.place(of: room)
    )
    next = snapshot.calendar.openTasks(of: state).lazy
      .filter { kind == nil || $0.kind == kind }
      .min { ($0.due, $0.kind) < ($1.due, $1.kind) }
    let latest = state.cares.lazy
      .filter { kind == nil || $0.kind == kind }
      .compactMap { care in care.lastCompleted.map { (care.kind, $0) } }
      .max { $0.1 < $1.1 }
    last = latest.map { [zone] in ($0.0, zone.localDay(of: $0.1)) }
  }

  /// Returns the value of a field as text; empty if there is none, or only
  /// words can express it: favourites, reasons for leaving, matches.
  public func text(of field: ListField) -> String {
    switch field.column {
    case .id:
      field.part == .full ? id.description : ShortID.text(of: id)
    case .name: state.displayName
    case .nickname: state.profile?.nickname ?? ""
    case .scientific: state.profile?.scientificName ?? ""
    case .common: state.profile?.commonNames.joined(by: ", ") ?? ""
    case .family: state.profile?.family ?? ""
    case .genus: state.profile?.genus ?? ""
    case .category: state.profile?.category ?? ""
    case .room: room.name
    case .location: state.details.location?.rawValue ?? ""
    case .tags: state.profile?.tags.joined(by: ", ") ?? ""
    case .next: text(next?.kind, next?.due, field.part, sign: 1)
    case .last: text(last?.kind, last?.day, field.part, sign: -1)
    case .added, .acquired, .identified, .due:
      day(of: field)?.description ?? ""
    case .age: age.map { "\($0)" } ?? ""
    case .source: state.identificationSource?.words ?? ""
    case .light: state.light?.words ?? ""
    case .watering: wateringInterval.map { "\($0)" } ?? ""
    case .toxic: toxicity.text
    case .health: state.details.health.last.map { "\($0.level)" } ?? ""
    case .own: fact(field)?.value ?? ""
    case .removed where field.part == .date:
      day(of: field)?.description ?? ""
    case .removed where field.part == .remark: farewell ?? ""
    case .favorite, .match, .removed: ""
    }
  }

  /// Returns the value of a custom field.
  public func fact(_ field: ListField) -> PlantFact? {
    facts.first { $0.field.name == field.name }
  }

  /// Returns the day of a field, alone or with a kind; `nil` for other values.
  public func day(of field: ListField) -> Day? {
    switch (field.column, field.part) {
    case (.next, .date), (.next, nil), (.due, _): next?.due
    case (.last, .date), (.last, nil): last?.day
    case (.added, _): state.addedAt.map { zone.localDay(of: $0.instant) }
    case (.acquired, _): state.profile?.acquiredOn
    case (.identified, _):
      state.details.identification.map { zone.localDay(of: $0.at.instant) }
    case (.removed, .date):
      state.removal.map { zone.localDay(of: $0.at.instant) }
    default: nil
    }
  }

  /// The toxicity of the plant according to its scientific name.
  public var toxicity: PlantToxicity { state.toxicity }

  /// The days between waterings.
  var wateringInterval: Int? { state.wateringInterval(state.needs) }

  private func text(
    _ kind: TaskKind?, _ day: Day?, _ part: ListField.Part?, sign: Int
  ) -> String {
    guard let kind, let day else { return "" }
    return switch part {
    case .date: day.description
    case .kind: kind.name
    case .days: "\(sign * today.distance(to: day))"
    case .full, .remark, nil: "\(day) \(kind)"
    }
  }
}

extension CareProfiled {
  /// The class of light; `nil` if none is given.
  var lightClass: LightClass? { light.map(LightClass.init(level:)) }
}

extension PlantState {
  /// Returns the bundled catalogue's care for the scientific name; `nil` if it
  /// knows neither the plant nor its species or genus.
  func listedCare() throws -> CareProfile? {
    try (profile?.scientificName).flatMap {
      try BundledCatalogue.careProfile(ofPlantCalled: $0)
    }
  }

  /// The toxicity according to the scientific name.
  package var toxicity: PlantToxicity {
    // The catalogue is part of the program; if it is unreadable, nothing is
    // known.
    PlantToxicity((try? listedCare())?.toxicity)
  }

  /// A Boolean value that indicates whether the bundled catalogue knows the
  /// plant, its species or its genus.
  package var isListed: Bool { (try? listedCare()) != nil }

  /// The needs: the plant's own profile as a whole, or else the catalogue's;
  /// `nil` if there is neither.
  var needs: CareProfiled? {
    // Unreadable care counts as unknown.
    details.careProfile?.body ?? (try? listedCare())?.recorded
  }

  /// The class of light that the plant needs; `nil` if unknown.
  var light: LightClass? { needs?.lightClass }

  /// Returns the days between waterings, by the schedule or else by the needs.
  func wateringInterval(_ needs: @autoclosure () -> CareProfiled?) -> Int? {
    care(.watering)?.schedule?.intervalDays ?? needs()?.watering?.intervalDays
  }

  /// The source of the latest identification.
  var identificationSource: IdentificationSource? {
    details.identification?.body.source ?? profile?.source
  }
}
