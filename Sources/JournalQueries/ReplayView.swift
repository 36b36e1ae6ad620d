internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// A change of one field of folded state by an event.
public struct FieldChange: Sendable, Hashable {
  /// The plant that changed; `nil` if it is the one in whose stream the event
  /// is.
  public fileprivate(set) var plant: PlantID?
  /// The field's name. Fields of care start with the kind: "watering.nextDue".
  public let field: String
  /// The text before; `nil` for none.
  public let before: String?
  /// The text after; `nil` for none.
  public let after: String?
}

/// A step of a replay: an event and its changes.
public struct ReplayStep: Sendable {
  /// The event's header.
  public let header: EventHeader
  /// The event's position.
  public let position: LogPosition
  /// The typed payload; `nil` if it does not fold.
  public let payload: EventPayload?
  /// A Boolean value that indicates whether the event is skipped because its
  /// action is undone.
  public let isUndone: Bool
  /// A Boolean value that indicates whether the payload was erased, so that its
  /// changes are unknown.
  public let isErased: Bool
  /// The changes, by field.
  public let changes: [FieldChange]
}

/// A step-by-step replay of the history in canonical order.
public struct ReplayView {
  private let moment: Instant?
  private let streams: Set<StreamID>?

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - moment: The latest time of recording; `nil` for everything.
  ///   - streams: The plants and rooms; `nil` for all.
  public init(until moment: Instant?, of streams: Set<StreamID>?) {
    self.moment = moment
    self.streams = streams
  }

  /// Visits the steps until `body` returns `false`.
  ///
  /// Days are computed with the calendar at the end.
  public func forEach(
    _ snapshot: borrowing Snapshot,
    _ body: (ReplayStep) throws -> Bool
  ) throws {
    var fold = try MemoryFold(
      snapshot.journal, recordedBy: moment, in: snapshot.transaction)
    let calendar = snapshot.calendar
    try fold.run(in: snapshot.transaction) { step, changes in
      if let streams, !streams.contains(step.header.stream) { return true }
      return try body(Self.step(step, changes, calendar))
    }
  }

  private static func step(
    _ step: MemoryFold.Step, _ changed: [MemoryFold.Change],
    _ calendar: CareCalendar
  ) -> ReplayStep {
    var changes: [FieldChange] = []
    for change in changed {
      switch change {
      case .plant(let plant, let before, let after):
        let fields = difference(
          before.fields(in: calendar), after.fields(in: calendar))
        changes += fields.map { field in
          var field = field
          if plant != step.header.stream { field.plant = plant }
          return field
        }
      case .room(_, let before, let after):
        changes += difference(before.fields, after.fields)
      case .setting(_, let before, let after):
        changes += difference(
          before.map { [("value", $0.text)] } ?? [], [("value", after.text)])
      case .writer(_, let before, let after):
        changes += difference(before?.fields ?? [], after.fields)
      }
    }
    if let body = step.payload?.body, !step.isUndone {
      changes += observations(body)
    }
    return ReplayStep(
      header: step.header, position: step.position, payload: step.payload,
      isUndone: step.isUndone, isErased: step.isErased, changes: changes)
  }

  /// Returns the additions of an observation to its series.
  private static func observations(_ body: EventBody) -> [FieldChange] {
    switch body {
    case .plantNoted(let body): [body.change]
    case .plantMeasured(let body):
      [FieldChange(field: "measurements", before: nil, after: body.text())]
    case .photoCaptured(let body):
      [
        FieldChange(
          field: "photos", before: nil, after: ShortID.text(of: body.photo))
      ]
    case .photoRemoved(let body):
      [
        FieldChange(
          field: "photos", before: ShortID.text(of: body.photo), after: nil)
      ]
    default: []
    }
  }

  private static func difference(
    _ before: [(String, String)], _ after: [(String, String)]
  ) -> [FieldChange] {
    let old = Dictionary(before) { $1 }
    let new = Dictionary(after) { $1 }
    return Set(old.keys).union(new.keys).sorted().compactMap { field in
      guard old[field] != new[field] else { return nil }
      return FieldChange(field: field, before: old[field], after: new[field])
    }
  }
}

extension PlantState {
  /// Returns the state as named texts, without empty ones.
  func fields(in calendar: CareCalendar) -> [(String, String)] {
    var fields: [(String, String)] = []
    if let profile { fields += profile.fields }
    if let addedAt { fields.append(("addedAt", addedAt.description)) }
    if let room { fields.append(("room", room.description)) }
    if profile != nil { fields.append(("isFavorite", "\(isFavorite)")) }
    if let removal {
      fields.append(("removed", "\(removal.reason.rawValue) \(removal.at)"))
    }
    fields += details.fields
    for care in cares { fields += care.fields(of: self, in: calendar) }
    for task in oneOffTasks {
      let name = "task.\(task.id)"
      let open = calendar.explanation(of: task)
      fields.append(
        (
          name,
          "\(task.title ?? task.kind.name) due \(open?.activeDay ?? task.due)"
            + (task.every.map { ", \($0.words)" } ?? "")
        ))
      if let snooze = open?.snooze {
        fields.append(("\(name).snoozedUntil", "\(snooze.until)"))
      }
    }
    return fields
  }
}

extension PlantAdded {
  fileprivate var fields: [(String, String)] {
    let optional: [(String, String?)] = [
      ("scientificName", scientificName), ("nickname", nickname),
      ("commonNames", commonNames.joined(by: ", ")),
      ("family", family), ("genus", genus), ("category", category),
      ("acquiredOn", acquiredOn?.description), ("source", source.words),
      ("confidence", confidence?.description),
      ("parent", parent?.description),
      ("tags", tags.joined(by: ", ")),
    ]
    return optional.compactMap { name, text in
      guard let text, !text.isEmpty else { return nil }
      return (name, text)
    }
  }
}

extension CareState {
  fileprivate func fields(
    of plant: PlantState, in calendar: CareCalendar
  ) -> [(String, String)] {
    let open = calendar.openTask(of: self, in: plant)
    let optional: [(String, String?)] = [
      ("schedule", schedule?.text()),
      (
        "lastDone",
        lastCompleted.map {
          calendar.zone.localDay(of: $0).description
        }
      ),
      ("settled", calendar.settledDay(of: self)?.description),
      ("nextDue", plant.isPresent ? open?.due.description : nil),
      ("snoozedUntil", open?.snoozedUntil?.description),
    ]
    return optional.compactMap { name, text in
      text.map { ("\(kind).\(name)", $0) }
    }
  }
}

extension ScheduleSet {
  /// Returns the schedule in a few words. Its first day is worded relative to
  /// `today`, if given.
  public func text(
    in units: MeasurementUnits = .metric, on today: Day? = nil
  ) -> String {
    var words = [intervalDays == 1 ? "every day" : "every \(intervalDays) days"]
    for entry in seasonalIntervalDays.entries {
      words.append("\(entry.season.rawValue) \(entry.days)")
    }
    if activeMonths != .all { words.append(activeMonths.text) }
    if let amount { words.append(units.amount(amount)) }
    if let fertilizer { words.append(fertilizer.words) }
    if let time { words.append("at \(time)") }
    if let startOn {
      words.append("from \(startOn.text(on: today))")
    }
    return words.joined(by: ", ")
  }
}

extension RoomState {
  fileprivate var fields: [(String, String)] {
    guard let name else { return [] }
    return [
      ("name", name), ("icon", icon), ("sortOrder", "\(sortOrder)"),
      ("deleted", "\(isDeleted)"),
    ].filter { !$0.1.isEmpty }
  }
}

extension SettingValue {
  /// The value as users write it.
  public var text: String {
    switch self {
    case .text(let text): text
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .null: "default"
    }
  }
}

extension WriterName {
  fileprivate var fields: [(String, String)] {
    [("name", device), ("person", person)].compactMap { name, text in
      text.map { (name, $0) }
    }
  }
}
