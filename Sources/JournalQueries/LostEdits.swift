internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// An edit that another edit replaced, though neither writer had seen the
/// other's. One edit is this home's, the other was received. A merge replaces
/// the edits of the plant or the room that becomes a part, and another merge.
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
  /// The other edit of the same fields, or the merge.
  public let kept: EventBody
  /// The stream of ``kept``: another one if merges led in a circle.
  public let keptStream: StreamID
  /// A Boolean value that indicates whether the edit of this home lost.
  public let isOwn: Bool
  /// The recorder of the edit that is not this home's.
  public let other: Recorder
  /// The rooms, for their names.
  public let rooms: RoomList
  /// The names of the plants and rooms in merges.
  public let names: [StreamID: String]
  /// The custom fields.
  public let fields: [FactField]
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
    let own = Set(try journal.meta(in: transaction)?.everyOwnWriter ?? [])
    let streams = news.values.reduce(into: Set<StreamID>()) {
      $0.formUnion($1.edited)
    }
    guard !own.isEmpty, !streams.isEmpty else { return [] }
    let household = try household()
    var found: [LostEdit] = []
    for stream in streams.sorted() {
      let root = try root(of: stream)
      guard let (subject, handle) = try names(of: stream, shownBy: root) else {
        continue
      }
      let contests = try contests(of: stream, news)
      var outcomes =
        root == stream
        ? Contest.decided(contests, by: own)
        : Contest.decided(contests, by: own, mergedBy: contests[Contest.merge])
      outcomes += try brokenCircle(from: stream, by: own, news)
      for outcome in outcomes
      where !outcome.isOwn || outcome.isLate
        || !hasSeen(outcome.kept.header, outcome.lost.header)
      {
        let other = outcome.isOwn ? outcome.kept : outcome.lost
        let loser = outcome.lost.header.stream
        let (subject, handle) =
          loser == stream
          ? (subject, handle)
          : (try names(of: loser, shownBy: loser) ?? (subject, handle))
        let (lost, kept) = (
          outcome.lost.body.only(outcome.fields),
          outcome.kept.body.only(outcome.fields)
        )
        var named = [lost, kept].compactMap(\.mergedInto)
        named.append(outcome.kept.header.stream)
        found.append(
          LostEdit(
            stream: loser, subject: subject, handle: handle, lost: lost,
            kept: kept, keptStream: outcome.kept.header.stream,
            isOwn: outcome.isOwn,
            other: try recorder(other.header.writer, in: household),
            rooms: rooms,
            names: try named.reduce(into: [:]) {
              $0[$1] = try displayName(of: $1)
            }, fields: fields, today: today, units: settings.units))
      }
    }
    return found
  }

  /// Returns the contests of a stream, by field.
  private func contests(
    of stream: StreamID, _ news: [WriterID: ReceivedNews]
  ) throws -> [String: Contest] {
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
    return contests
  }

  /// Returns the merge of plants or rooms that does not count, because it leads in a
  /// circle with the received merge of `stream`.
  private func brokenCircle(
    from stream: StreamID, by own: Set<WriterID>,
    _ news: [WriterID: ReceivedNews]
  ) throws -> [Contest.Outcome] {
    var circle: [(claim: Contest.Claim, isNew: Bool)] = []
    var next = stream
    repeat {
      guard circle.count < Contest.longestCircle,
        let merge = try contests(of: next, news)[Contest.merge]?.last,
        let into = merge.claim.body.mergedInto
      else { return [] }
      circle.append(merge)
      next = into
    } while next != stream
    // Of several received ones, the first tells of it.
    guard
      circle.filter(\.isNew).map(\.claim.header.stream).min() == stream,
      let lost = try circle.first(where: {
        try root(of: $0.claim.header.stream) == $0.claim.header.stream
      }),
      let kept = circle.last(where: { $0.isNew != lost.isNew }),
      own.contains((lost.isNew ? kept : lost).claim.header.writer)
    else { return [] }
    return [
      Contest.Outcome(
        lost: lost.claim, kept: kept.claim, isOwn: !lost.isNew,
        fields: [Contest.merge])
    ]
  }

  /// Returns the plant or the room that stands for one, itself unless it was
  /// merged.
  private func root(of stream: StreamID) throws -> StreamID {
    try rooms[stream]?.id ?? whole(of: stream)
  }

  /// Returns the name of a plant or a room, and a name that finds the one that
  /// stands for it; `nil` if that does not exist.
  private func names(
    of stream: StreamID, shownBy root: StreamID
  ) throws -> (subject: String?, handle: String)? {
    guard stream != .journal else { return (nil, "") }
    let subject = try displayName(of: stream)
    let shortID = ShortID.text(of: root)
    if let name = rooms[root]?.name {
      return (subject, rooms.named(name).count == 1 ? name : shortID)
    }
    guard let plant = try plant(root), plant.isPresent else { return nil }
    let name = plant.displayName
    let holders = Set(try self.names(equalTo: name).map(\.plant))
    return (subject, holders == [root] ? name : shortID)
  }
}

/// The latest events that set a field: of those already held, and of those
/// received.
private struct Contest {
  typealias Claim = (header: EventHeader, body: EventBody)

  /// The edit that lost, and the one that counts.
  struct Outcome {
    let lost: Claim
    let kept: Claim
    /// A Boolean value that indicates whether the edit of this home lost.
    let isOwn: Bool
    /// The fields that they set to different values.
    var fields: Set<String>

    /// A Boolean value that indicates whether the edit that lost is the later
    /// one, as one of a merged plant can be.
    var isLate: Bool { lost.header.stamp > kept.header.stamp }
  }

  /// The field of merges.
  static let merge = "merge"
  /// The number of plants or rooms beyond which no circle is looked for.
  static let longestCircle = 8

  private var held: Claim?
  private var new: Claim?
  private var isNewLast = false

  /// The later of both.
  var last: (claim: Claim, isNew: Bool)? {
    (isNewLast ? new : held).map { ($0, isNewLast) }
  }

  mutating func add(_ claim: Claim, isNew: Bool) {
    if isNew { new = claim } else { held = claim }
    isNewLast = isNew
  }

  /// Returns the outcomes of the contests between `own` writers and others. A
  /// merge of the plant or the room counts before all of its other edits.
  static func decided(
    _ contests: [String: Contest], by own: Set<WriterID>,
    mergedBy merge: Contest? = nil
  ) -> [Outcome] {
    var decided: [Outcome] = []
    for (field, var contest) in contests.sorted(by: { $0.key < $1.key }) {
      if field != Self.merge, let (claim, isNew) = merge?.last {
        if isNew { contest.new = claim } else { contest.held = claim }
        contest.isNewLast = isNew
      }
      guard let held = contest.held, let new = contest.new,
        own.contains(held.header.writer),
        held.body.only([field]) != new.body.only([field])
      else { continue }
      let (lost, kept) = contest.isNewLast ? (held, new) : (new, held)
      let index = decided.firstIndex {
        $0.lost.header == lost.header && $0.kept.header == kept.header
      }
      if let index {
        decided[index].fields.insert(field)
      } else {
        decided.append(
          Outcome(
            lost: lost, kept: kept, isOwn: contest.isNewLast, fields: [field]))
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
    case .plantMerged, .roomMerged: [Contest.merge]
    default: []
    }
  }

  /// The plant or the room into which the event merges its own.
  fileprivate var mergedInto: StreamID? {
    switch self {
    case .plantMerged(let body): body.into
    case .roomMerged(let body): body.into
    default: nil
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

extension RoomEdited {
  fileprivate func only(_ fields: Set<String>) -> RoomEdited {
    RoomEdited(
      name: fields.contains("name") ? name : nil,
      icon: fields.contains("icon") ? icon : nil,
      sortOrder: fields.contains("sortOrder") ? sortOrder : nil)
  }
}
