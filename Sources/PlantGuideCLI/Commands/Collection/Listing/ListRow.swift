internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import TerminalKit

/// A plant as `list` shows it, on one day.
struct ListRow {
  /// Its id.
  let id: PlantID
  /// What its events tell.
  let state: PlantState
  /// The room it shows in, and that room's place.
  let room: (name: String, place: Int)
  /// The task that is due first, and of which care was given last: of the
  /// kind that was asked for, else of any.
  let next: OpenTask?
  let last: (kind: TaskKind, day: Day)?
  /// What a search found of it; `nil` where nothing was searched for.
  let match: PlantMatch?
  /// The day of the list, and how instants become days.
  let today: Day
  let zone: TimeZoneRules

  /// - `kind`: The only kind of care that counts; `nil` for all.
  init(
    _ id: PlantID, _ state: PlantState, _ snapshot: borrowing Snapshot,
    kind: TaskKind?, today: Day, match: PlantMatch? = nil
  ) {
    self.id = id
    self.state = state
    self.today = today
    self.match = match
    zone = snapshot.calendar.zone
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

  /// The text of a field; empty for nothing.
  func text(of field: ListField) -> String {
    switch field.column {
    case .id:
      field.part == .full ? id.description : ShortID.text(of: id)
    case .name: state.displayName
    case .nickname: state.profile?.nickname ?? ""
    case .scientific: state.profile?.scientificName ?? ""
    case .common: state.profile?.commonNames.joined(separator: ", ") ?? ""
    case .family: state.profile?.family ?? ""
    case .genus: state.profile?.genus ?? ""
    case .category: state.profile?.category ?? ""
    case .room: room.name
    case .location: state.details.location?.rawValue ?? ""
    case .tags: state.profile?.tags.joined(separator: ", ") ?? ""
    case .favorite: state.isFavorite ? "yes" : ""
    case .next: text(next?.kind, next?.due, field.part, sign: 1)
    case .last: text(last?.kind, last?.day, field.part, sign: -1)
    case .added:
      state.addedAt.map { zone.localDay(of: $0.instant).description } ?? ""
    case .acquired: state.profile?.acquiredOn?.description ?? ""
    case .source: state.identificationSource?.rawValue ?? ""
    case .identified:
      state.details.identification.map {
        zone.localDay(of: $0.at.instant).description
      } ?? ""
    case .light: state.light?.rawValue ?? ""
    case .watering: wateringInterval.map { "\($0)" } ?? ""
    case .due: next?.due.description ?? ""
    case .match: match?.excerpt.text ?? ""
    case .removed: removalText(field.part)
    }
  }

  /// The days between waterings; `nil` without a schedule.
  var wateringInterval: Int? {
    state.care(.watering)?.schedule?.intervalDays
  }

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

  private func removalText(_ part: ListField.Part?) -> String {
    guard let removal = state.removal else { return "" }
    return part == .date
      ? zone.localDay(of: removal.at.instant).description
      : removal.reason.shown
  }
}

extension ListRow {
  /// What a table shows of a field: the text, its mark and its style.
  func cell(of field: ListField) -> Table.Cell {
    switch (field.column, field.part) {
    case (.id, _): Table.Cell(text(of: field), .identifier)
    case (.name, _):
      Table.Cell(state.displayName + (state.isFavorite ? " *" : ""), nameStyle)
    case (.next, nil) where state.removal != nil:
      Table.Cell("removed: \(text(of: ListField(.removed)))", .dim)
    case (.match, _):
      Table.Cell(match?.excerpt.text ?? "", marks: match?.excerpt.marks ?? [])
    case (.due, _):
      Table.Cell(next == nil ? "-" : text(of: field), dueStyle)
    case (.next, _):
      Table.Cell(next == nil ? "-" : text(of: field), dueStyle)
    default: Table.Cell(text(of: field))
    }
  }

  /// Name and short id, for a grid, and in a word what its colour says.
  var gridCell: Table.Cell {
    let name = TextWidth.truncated(
      SafeText.shown(state.displayName), to: Self.widestGridName,
      ellipsis: "...")
    let favorite = state.isFavorite ? " *" : ""
    let standing = gridStanding.map { " \($0)" } ?? ""
    return Table.Cell(
      "\(name)\(favorite) (\(ShortID.text(of: id)))\(standing)",
      state.removal == nil ? dueStyle : .dim)
  }

  private var gridStanding: String? {
    guard state.removal == nil else { return "removed" }
    return switch dueStyle {
    case .overdue: "overdue"
    case .due: "due"
    case .snoozed: "snoozed"
    default: nil
    }
  }

  // One long name should not leave a grid a single column.
  private static let widestGridName = 24

  private var nameStyle: Style { state.removal == nil ? .plain : .dim }

  private var dueStyle: Style {
    guard let next else { return .plain }
    if next.due < today { return .overdue }
    if next.due == today { return .due }
    return next.isPostponed ? .snoozed : .plain
  }
}
