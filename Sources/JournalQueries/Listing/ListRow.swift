internal import CatalogueKit
internal import CatalogueStore
internal import Encodings
public import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalTime

/// A plant as a list shows it, on one day.
public struct ListRow: Sendable {
  /// Its id.
  public let id: PlantID
  /// What its events tell.
  public let state: PlantState
  /// The room it shows in, and that room's place.
  public let room: (name: String, place: Int)
  /// The task that is due first: of the kind that was asked for, else of any.
  public let next: OpenTask?
  /// The care that was given last.
  public let last: (kind: TaskKind, day: Day)?
  /// What a search found of it; `nil` where nothing was searched for.
  public let match: TextMatch?
  /// The days from when it was got, else added, to when it left, else to the
  /// day of the list.
  public let age: Int?
  /// The values of fields that people named.
  public let facts: [PlantFact]
  /// The day of the list.
  public let today: Day
  /// How instants become days.
  public let zone: TimeZoneRules

  /// Reads what is shown of a plant; only care of `kind` counts.
  init(
    _ id: PlantID, _ state: PlantState, _ snapshot: borrowing Snapshot,
    kind: TaskKind?, match: TextMatch? = nil
  ) {
    self.id = id
    self.state = state
    today = snapshot.today
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

  /// The value of a field as a text; empty for nothing, and for what only
  /// words could tell: whether it is a favourite, why it left, what matched.
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
    case .favorite, .match, .removed: ""
    }
  }

  /// The value of a field that people named.
  public func fact(_ field: ListField) -> PlantFact? {
    facts.first { $0.field.name == field.name }
  }

  /// The day that a field holds, alone or before a kind; `nil` for none, and
  /// for one that holds something else.
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

  /// For whom the plant is poisonous, as its scientific name tells.
  public var toxicity: PlantToxicity {
    // The catalogue is part of the program; where it cannot be read nothing is
    // known.
    PlantToxicity((try? state.listedCare())?.toxicity)
  }

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
    case .full, nil: "\(day) \(kind)"
    }
  }
}

extension CareProfiled {
  /// The class of light; `nil` where none is told.
  var lightClass: LightClass? { light.map(LightClass.init(level:)) }
}

extension PlantState {
  /// The care that the bundled catalogue advises for its scientific name;
  /// `nil` where it does not know the plant, nor its species or genus.
  func listedCare() throws -> CareProfile? {
    try (profile?.scientificName).flatMap {
      try BundledCatalogue.careProfile(ofPlantCalled: $0)
    }
  }

  /// What it needs: by its own profile as a whole, else by the catalogue's;
  /// `nil` where neither tells.
  var needs: CareProfiled? {
    // What cannot be read is not known.
    details.careProfile?.body ?? (try? listedCare())?.recorded
  }

  /// The class of light that it needs; `nil` where that is not known.
  var light: LightClass? { needs?.lightClass }

  /// The days between waterings: those of its schedule, else what it needs.
  func wateringInterval(_ needs: @autoclosure () -> CareProfiled?) -> Int? {
    care(.watering)?.schedule?.intervalDays ?? needs()?.watering?.intervalDays
  }

  /// How it was identified last.
  var identificationSource: IdentificationSource? {
    details.identification?.body.source ?? profile?.source
  }
}
