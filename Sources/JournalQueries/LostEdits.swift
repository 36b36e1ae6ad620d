internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// An edit that another edit replaced, though neither writer had seen the
/// other's. One edit is this home's, the other was received.
public struct LostEdit: Sendable {
  /// The plant, the room or the journal.
  public let stream: StreamID
  /// The name of the plant or the room; `nil` for the journal.
  public let subject: String?
  /// The name by which a request finds it: its name if that is unique, or else
  /// its short id.
  public let handle: String
  /// The edit that lost, with the disputed fields only.
  public let lost: EventBody
  /// The other edit of the same fields.
  public let kept: EventBody
  /// A Boolean value that indicates whether the edit of this home lost.
  public let isOwn: Bool
  /// The recorder of the edit that is not this home's.
  public let other: Recorder
  /// The rooms, for their names.
  public let rooms: RoomList
  /// The day relative to which days are worded.
  public let today: Day
  /// The units for amounts.
  public let units: MeasurementUnits
}

extension Snapshot {
  /// Returns the edits that lost when events were received: if this home and
  /// another set a field independently, the later edit in canonical order wins.
  ///
  /// - Parameters:
  ///   - news: The received events, by writer.
  ///   - hasSeen: Returns whether the writer of a received event may have seen
  ///     an earlier event of this home. A later event has a greater stamp, so
  ///     the writer cannot have seen it.
  /// - Returns: The edits, by plant or room.
  /// - Throws: An error of the store.
  /// - Complexity: O(*n*) in the events of the plants and rooms that were
  ///   edited.
  public func lostEdits(
    in news: [WriterID: ReceivedNews],
    hasSeen: (_ received: EventHeader, _ own: EventHeader) -> Bool
  ) throws -> [LostEdit] {
    let own = Set(try ownWriters)
    let streams = news.values.reduce(into: Set<StreamID>()) {
      $0.formUnion($1.edited)
    }
    guard !own.isEmpty, !streams.isEmpty else { return [] }
    let household = try household()
    var found: [LostEdit] = []
    for stream in streams.sorted() {
      guard let (subject, handle) = try names(of: stream) else { continue }
      var contests: [String: Contest] = [:]
      try forEachPayload(of: stream) { payload, header, action in
        let fields = payload.body.fields
        guard !fields.isEmpty, try !isUndone(action, of: stream) else { return }
        let isNew = news[header.writer].map { $0.first <= header.sequence }
        for field in fields {
          contests[field, default: Contest()].add(
            (header, payload.body), isNew: isNew ?? false)
        }
      }
      for (contest, fields) in Contest.decided(contests, by: own)
      where !contest.isNewLast
        || !hasSeen(contest.new.header, contest.held.header)
      {
        let (held, new) = (
          contest.held.body.only(fields), contest.new.body.only(fields)
        )
        found.append(
          LostEdit(
            stream: stream, subject: subject, handle: handle,
            lost: contest.isNewLast ? held : new,
            kept: contest.isNewLast ? new : held, isOwn: contest.isNewLast,
            other: try recorder(contest.new.header.writer, in: household),
            rooms: rooms, today: today, units: settings.units))
      }
    }
    return found
  }

  /// Returns the name of a plant or a room, and a name that finds it; `nil` if
  /// it does not exist.
  private func names(
    of stream: StreamID
  ) throws -> (subject: String?, handle: String)? {
    guard stream != .journal else { return (nil, "") }
    let shortID = ShortID.text(of: stream)
    if let name = rooms[stream]?.name {
      return (name, rooms.named(name).count == 1 ? name : shortID)
    }
    guard let plant = try plant(stream), plant.isPresent else { return nil }
    let name = plant.displayName
    let holders = Set(try self.names(equalTo: name).map(\.plant))
    return (name, holders == [stream] ? name : shortID)
  }
}

/// The latest events that set a field: of those already held, and of those
/// received.
private struct Contest {
  typealias Claim = (header: EventHeader, body: EventBody)
  typealias Decided = (held: Claim, new: Claim, isNewLast: Bool)

  private var held: Claim?
  private var new: Claim?
  private var isNewLast = false

  mutating func add(_ claim: Claim, isNew: Bool) {
    if isNew { new = claim } else { held = claim }
    isNewLast = isNew
  }

  /// Returns the contests between `own` writers and others, with the fields
  /// that they set to different values.
  static func decided(
    _ contests: [String: Contest], by own: Set<WriterID>
  ) -> [(contest: Decided, fields: Set<String>)] {
    var decided: [(contest: Decided, fields: Set<String>)] = []
    for (field, contest) in contests.sorted(by: { $0.key < $1.key }) {
      guard let held = contest.held, let new = contest.new,
        own.contains(held.header.writer),
        held.body.only([field]) != new.body.only([field])
      else { continue }
      let index = decided.firstIndex {
        $0.contest.held.header == held.header
          && $0.contest.new.header == new.header
      }
      if let index {
        decided[index].fields.insert(field)
      } else {
        decided.append(((held, new, contest.isNewLast), [field]))
      }
    }
    return decided
  }
}

extension EventBody {
  /// The names of the fields that the event sets and whose latest value counts.
  fileprivate var fields: [String] {
    switch self {
    case .plantEdited(let body):
      PlantEdited.copies.map(\.field).filter { !body.only([$0]).isEmpty }
    case .roomEdited(let body):
      ["name", "icon", "sortOrder"].filter { !body.only([$0]).isEmpty }
    case .plantMoved: ["room"]
    case .scheduleSet(let body): ["schedule.\(body.kind)"]
    case .scheduleCleared(let body): ["schedule.\(body.kind)"]
    case .settingChanged(let body): [body.key]
    case .factSet(let body): ["fact.\(body.name)"]
    default: []
    }
  }

  /// Returns the event with these fields only.
  fileprivate func only(_ fields: Set<String>) -> EventBody {
    switch self {
    case .plantEdited(let body): .plantEdited(body.only(fields))
    case .roomEdited(let body): .roomEdited(body.only(fields))
    default: self
    }
  }
}

extension PlantEdited {
  fileprivate typealias Copy =
    @Sendable (PlantEdited, inout PlantEdited) ->
    Void

  /// The functions that copy each field from one edit to another.
  fileprivate static let copies: [(field: String, copy: Copy)] = [
    ("scientificName", { $1.scientificName = $0.scientificName }),
    ("commonNames", { $1.commonNames = $0.commonNames }),
    ("family", { $1.family = $0.family }), ("genus", { $1.genus = $0.genus }),
    ("category", { $1.category = $0.category }),
    ("nickname", { $1.nickname = $0.nickname }),
    ("acquiredOn", { $1.acquiredOn = $0.acquiredOn }),
    ("source", { $1.source = $0.source }),
    ("confidence", { $1.confidence = $0.confidence }),
    ("parent", { $1.parent = $0.parent }), ("tags", { $1.tags = $0.tags }),
    ("location", { $1.location = $0.location }),
  ]

  fileprivate func only(_ fields: Set<String>) -> PlantEdited {
    Self.copies.reduce(into: PlantEdited()) { edit, entry in
      if fields.contains(entry.field) { entry.copy(self, &edit) }
    }
  }
}

extension RoomEdited {
  fileprivate func only(_ fields: Set<String>) -> RoomEdited {
    RoomEdited(
      name: fields.contains("name") ? name : nil,
      icon: fields.contains("icon") ? icon : nil,
      sortOrder: fields.contains("sortOrder") ? sortOrder : nil)
  }
}
