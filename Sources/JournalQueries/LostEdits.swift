internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// An edit that another one overrode, of which one is this home's and the
/// other came in from elsewhere, and neither writer had seen the other's.
public struct LostEdit: Sendable {
  /// The plant, the room or the journal.
  public let stream: StreamID
  /// The name of the plant or the room; `nil` for the journal.
  public let subject: String?
  /// The name by which a request finds it: the same where no other has it,
  /// else its short id.
  public let handle: String
  /// The edit that lost, without what it set beside.
  public let lost: EventBody
  /// What the other edit says of the same.
  public let kept: EventBody
  /// A Boolean value that indicates whether this home's edit lost, or the other
  /// one.
  public let isOwn: Bool
  /// Who wrote the edit that is not this home's.
  public let other: Recorder
  /// The rooms, for their names.
  public let rooms: RoomList
  /// The day of which its days are told.
  public let today: Day
  /// The units in which amounts are told.
  public let units: MeasurementUnits
}

extension Snapshot {
  /// The edits that lost since events came in: where this home and another
  /// have set the same field apart from each other, the later in canonical
  /// order holds.
  ///
  /// - Parameters:
  ///   - news: What came in, by writer.
  ///   - hasSeen: Whether the writer of an event that came in may have seen
  ///     an earlier one of this home by then. A later one it cannot have seen,
  ///     as its stamp would be above that.
  /// - Returns: The edits, by plant or room.
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in the events of the plants and rooms of which
  ///   fields were set.
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

  /// What a plant or a room is called, and by what name it is found; `nil` for
  /// one that is not there.
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

/// The events that set one field, as far as they matter: the last of those
/// that were held, and of those that came in.
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

  /// The contests between events of `own` writers and others, with the fields
  /// of which they say different things.
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
  /// The names of the fields that it sets, of those that the latest event
  /// decides.
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

  /// The same without other fields.
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

  /// What takes each field over from another edit.
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
