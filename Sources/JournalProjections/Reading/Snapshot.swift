internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

/// The journal at one moment: the source of all views.
///
/// It carries the transaction that it reads in, so nobody else needs to know of
/// one. For the present it reads the projections, and only those asked for; for
/// a moment in the past it folds the log up to then. Both answer in the same
/// orders.
public struct Snapshot: ~Copyable {
  /// The state that is read before anything else.
  ///
  /// A class, so that a snapshot has few fields: through each function that
  /// borrows it, the compiler follows every field of a noncopyable value, which
  /// took a third of the time of a build.
  private final class Scene {
    let settings: JournalSettings
    let rooms: RoomList
    let calendar: CareCalendar
    let asOf: Instant?
    let now: Instant
    let journal: Journal
    let past: PastFold?
    let namedMerged: NamedMerged?
    let person: Person?
    var foreseenWaterings: (through: Day, days: [PlantID: Day]) = (
      .earliest, [:]
    )
    /// The statements on merges of plants; `nil` until somebody asks.
    var mergeWords: MergeWords?

    init(
      settings: JournalSettings, rooms: RoomList, calendar: CareCalendar,
      asOf: Instant?, now: Instant, journal: Journal, past: PastFold?,
      namedMerged: NamedMerged? = nil, mergeWords: MergeWords? = nil,
      person: Person? = nil
    ) {
      self.settings = settings
      self.rooms = rooms
      self.calendar = calendar
      self.asOf = asOf
      self.now = now
      self.journal = journal
      self.past = past
      self.namedMerged = namedMerged
      self.mergeWords = mergeWords
      self.person = person
    }
  }

  private let scene: Scene
  /// The transaction in which the journal is read.
  public let transaction: ReadTransaction

  /// Reads the journal as it is. `settings`, `rooms` and `mergeWords` are the
  /// current ones, if they were read already; `namedMerged` notes merged plants
  /// that are named.
  init(
    of journal: Journal, at now: Instant, settings: JournalSettings? = nil,
    rooms: RoomList? = nil, namedMerged: NamedMerged? = nil,
    mergeWords: MergeWords? = nil, person: Person? = nil,
    in transaction: consuming ReadTransaction
  ) throws {
    let settings =
      try settings ?? journal.projections.journalSettings(in: transaction)
    scene = Scene(
      settings: settings,
      rooms: try rooms ?? journal.projections.roomList(in: transaction),
      calendar: settings.calendar(), asOf: nil, now: now, journal: journal,
      past: nil, namedMerged: namedMerged, mergeWords: mergeWords,
      person: person)
    self.transaction = transaction
  }

  /// Folds the journal as it was known at `moment`, or all of it.
  ///
  /// - Complexity: O(*n*) for *n* events; memory grows with the plants only.
  init(
    of journal: Journal, recordedBy moment: Instant?, at now: Instant,
    person: Person? = nil, in transaction: consuming ReadTransaction
  ) throws {
    let past = try PastFold(journal, recordedBy: moment, in: transaction)
    scene = Scene(
      settings: past.settings, rooms: past.rooms, calendar: past.calendar,
      asOf: moment, now: now, journal: journal, past: past, person: person)
    self.transaction = transaction
  }

  /// The current settings.
  public var settings: JournalSettings { scene.settings }
  /// The rooms that can be seen.
  public var rooms: RoomList { scene.rooms }
  /// The calendar that turns instants into days.
  public var calendar: CareCalendar { scene.calendar }
  /// The moment up to which recorded events count; `nil` for all.
  public var asOf: Instant? { scene.asOf }
  /// The moment that is now.
  public var now: Instant { scene.now }
  /// The journal that is read.
  public var journal: Journal { scene.journal }
  /// The person who asks through this home; `nil` for its own user.
  public var person: Person? { scene.person }
  private var past: PastFold? { scene.past }
  /// A Boolean value that indicates whether an action is going on, so that what is
  /// read may be of no commit yet.
  var isOfAction: Bool { scene.namedMerged != nil }
  /// The days on which open waterings are to be done, up to the day through
  /// which they were foreseen. A view of several plants looks ahead once.
  package var foreseenWaterings: (through: Day, days: [PlantID: Day]) {
    get { scene.foreseenWaterings }
    nonmutating set { scene.foreseenWaterings = newValue }
  }
  /// The zone in which days are counted.
  public var zone: TimeZoneRules { calendar.zone }
  /// The day that is today.
  public var today: Day { zone.localDay(of: now) }
  /// The events.
  public var log: EventLog { journal.log }
  private var stored: ProjectionDatabases { journal.projections }
}

extension Journal {
  /// Runs `body` on the journal as it is, or as it was known at a moment.
  ///
  /// - Parameters:
  ///   - now: The moment that is now; `nil` for `asOf`'s, else `clock`.
  ///   - clock: The wall clock.
  ///   - asOf: The moment up to which recorded events count, in the zone of
  ///     the journal; `nil` for all.
  ///   - person: The person who asks; `nil` for the home's own user.
  ///   - body: Must not keep the snapshot.
  /// - Returns: The result of `body`.
  /// - Throws: The error of LMDB, `asOf` or `body`.
  public func snapshot<R>(
    now: Instant? = nil, clock: Instant,
    asOf: ((TimeZoneRules) throws -> Instant)? = nil, person: Person? = nil,
    _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    try readingFolded {
      try environment.readKeeping { transaction in
        guard try isFolded(in: transaction) else { return nil }
        guard let asOf else {
          // What is stored cannot be brought up to date there.
          let snapshot =
            try isReadBehind(in: transaction)
            ? Snapshot(
              of: self, recordedBy: nil, at: now ?? clock, person: person,
              in: transaction)
            : Snapshot(
              of: self, at: now ?? clock, person: person, in: transaction)
          return try body(snapshot)
        }
        let settings = try projections.journalSettings(in: transaction)
        let moment = try asOf(settings.calendar().zone)
        return try body(
          Snapshot(
            of: self, recordedBy: moment, at: now ?? moment, person: person,
            in: transaction))
      }
    }
  }
}

extension Snapshot {
  /// The plant's state; `nil` if it has no events.
  public func plant(_ id: PlantID) throws -> PlantState? {
    guard let past else { return try stored.plant(id, in: transaction) }
    return past.fold.plants[id]
  }

  /// The groups of plants that are one since they were merged.
  public var merges: PlantMerges {
    get throws { try past?.fold.merges ?? mergeWords.merges }
  }

  /// The plants that any event, undone or erased or not, merged into others.
  package var everMerged: Set<PlantID> {
    get throws { try past?.fold.everMerged ?? mergeWords.everMerged }
  }

  /// Returns the groups of plants that are one, or no groups if the plant is in
  /// none.
  private func merges(of plant: StreamID) throws -> PlantMerges {
    if let past { return past.fold.merges }
    return try stored.merges(
      of: plant, known: &scene.mergeWords, in: transaction)
  }

  /// Returns the plant that stands for another: itself, unless it was merged.
  public func whole(of plant: PlantID) throws -> PlantID {
    try merges(of: plant).root(of: plant)
  }

  private var mergeWords: MergeWords {
    get throws {
      if let known = scene.mergeWords { return known }
      let words = try stored.mergeWords(in: transaction)
      scene.mergeWords = words
      return words
    }
  }

  /// Returns the plant that stands for a named one. If that was merged into
  /// another, a session's ``ActionSession/namedMerged`` notes it.
  public func plant(showing id: PlantID) throws -> PlantID {
    let root = try whole(of: id)
    if root != id { scene.namedMerged?.plants[id] = root }
    return root
  }

  /// The streams with events about a plant: its own, and those of plants that
  /// were merged into it.
  public func streams(of plant: StreamID) throws -> Set<StreamID> {
    try merges(of: plant).group(of: plant)
  }

  /// The plant, the room or the journal that an event is about.
  public func subject(of header: EventHeader) throws -> StreamID {
    header.knownType?.countsForRoot == true
      ? try whole(of: header.stream) : header.stream
  }

  /// Visits the plants by id until `body` returns `false`.
  public func forEachPlant(
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    guard let past else {
      return try stored.forEachPlant(in: transaction, body)
    }
    for id in past.order {
      guard let plant = past.fold.plants[id], try body(id, plant) else {
        return
      }
    }
  }

  /// Visits the plants as ``forEachPlant(_:)`` does, with a function that
  /// returns the places of a plant's observations in canonical order.
  public func forEachPlant(
    with kind: ObservationKind,
    _ body: (PlantID, PlantState, () throws -> [LogPosition]) throws -> Bool
  ) throws {
    guard past != nil else {
      return try stored.forEachPlant(with: kind, in: transaction, body)
    }
    try forEachPlant { id, plant in
      try body(id, plant) { try positions(of: kind, of: id) }
    }
  }

  /// The entries of exactly this name, in any case.
  public func names(equalTo name: String) throws -> [NameEntry] {
    try stored.nameIndex.entries(named: NameIndex.fold(name), in: transaction)
  }

  /// Visits the names that begin with `prefix`, in any case, role by role in
  /// the order of names, until `body` returns `false`. Names are always those
  /// of the present.
  public func forEachName(
    withPrefix prefix: String, in roles: [NameRole],
    _ body: (NameEntry) throws -> Bool
  ) throws {
    try stored.nameIndex.forEachEntry(
      withPrefix: NameIndex.fold(prefix), in: roles, transaction, body)
  }

  /// Visits the plants in the order of their names until `body` returns
  /// `false`.
  ///
  /// - Complexity: O(1) for each plant visited; as the journal was known at a
  ///   moment, O(*n* log *n*) for *n* plants.
  public func forEachPlantByName(
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    guard let past else {
      return try stored.nameIndex.forEachInOrder(transaction) { id in
        try plant(id).map { try body(id, $0) } ?? true
      }
    }
    let named = past.order.compactMap { id in
      past.fold.plants[id].flatMap {
        $0.profile == nil ? nil : (id: id, state: $0)
      }
    }
    for (id, plant) in named.sortedByName(\.state.displayName) {
      guard try body(id, plant) else { return }
    }
  }

  /// Visits the open tasks due on `days`, by day, plant and kind, until
  /// `body` returns `false`.
  public func forEachDue(
    in days: ClosedRange<Day>, _ body: (DueEntry) throws -> Bool
  ) throws {
    try forEachTask(.due, in: days, body)
  }

  /// Visits the open tasks that an index lists on `days`, by that day, until
  /// `body` returns `false`.
  func forEachTask(
    _ index: TaskIndex, in days: ClosedRange<Day>,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    guard let past else {
      return try stored.forEachTask(index, in: days, transaction, body)
    }
    for entry in past.tasks(in: index, days) {
      guard try body(entry) else { return }
    }
  }

  /// Visits the latest care of each plant and kind that was given at or after
  /// `start` until `body` returns `false`.
  public func forEachDone(
    since start: Instant, _ body: (DoneEntry) throws -> Bool
  ) throws {
    if let past {
      for entry in past.done where entry.at >= start {
        guard try body(entry) else { return }
      }
      return
    }
    var bound: [UInt8] = []
    bound.append(instant: start)
    try transaction.forEachEntry(of: stored.done, from: bound) { key, _ in
      try body(DoneEntry(key: key))
    }
  }

  /// The places of a plant's observations in the log, in canonical order.
  public func positions(
    of kind: ObservationKind, of plant: PlantID
  ) throws -> [LogPosition] {
    guard let past else {
      return try stored.positions(of: kind, of: plant, in: transaction)
    }
    return past.fold.observations[kind]?[plant] ?? []
  }

  /// Visits the places of all observations of a kind, by plant; those of a
  /// plant come in canonical order.
  public func forEachPosition(
    of kind: ObservationKind, _ body: (PlantID, LogPosition) throws -> Void
  ) throws {
    guard let past else {
      return try stored.forEachPosition(of: kind, in: transaction, body)
    }
    let positions = past.fold.observations[kind] ?? [:]
    for plant in past.order {
      for position in positions[plant] ?? [] { try body(plant, position) }
    }
  }

  /// The name of a writer; `nil` if it has none.
  ///
  /// A writer without a name, as of a copied or restored home, has the name of
  /// the writer that it continues. These are numbered in the order in which
  /// they began: "phone (2)".
  ///
  /// - Complexity: O(*n*) for *n* writers if it has no name of its own.
  public func name(of writer: WriterID) throws -> WriterName? {
    guard let (named, given) = try inheritedName(of: writer) else { return nil }
    var name = given
    if named != writer, let device = name.device {
      name.device = "\(device) (\(try copyNumber(of: writer, after: named)))"
    }
    return name.isEmpty ? nil : name
  }

  /// Returns the name of a writer or of the one it continues, and which has it.
  private func inheritedName(
    of writer: WriterID
  ) throws -> (writer: WriterID, name: WriterName)? {
    var writer = writer
    // Events that somebody made up could lead in a circle.
    for _ in 1...16 {
      let given =
        try past.map { $0.fold.writerNames[writer] }
        ?? stored.name(of: writer, in: transaction)
      if let given { return (writer, given) }
      guard
        let previous = try log.beginning(of: writer, in: transaction)?.previous
      else { return nil }
      writer = previous
    }
    return nil
  }

  /// Returns the number of a writer among those that share the name of `named`,
  /// which is 1.
  private func copyNumber(
    of writer: WriterID, after named: WriterID
  ) throws -> Int {
    let beginning = try log.beginning(of: writer, in: transaction)?.stamp
    var number = 2
    for (other, _) in try log.vector(in: transaction) where other != named {
      guard let stamp = try log.beginning(of: other, in: transaction)?.stamp,
        let beginning, (stamp, other) < (beginning, writer),
        try inheritedName(of: other)?.writer == named
      else { continue }
      number += 1
    }
    return number
  }

  /// The value of a counter.
  public func count(of statistic: Statistic) throws -> Int {
    guard let past else {
      return try stored.count(of: statistic, in: transaction)
    }
    return past.statistics[statistic] ?? 0
  }

  /// The counters per family, or per source, by name.
  public func counts(perFamily: Bool) throws -> [(name: String, count: Int)] {
    if let past { return past.counts(perFamily: perFamily) }
    var counts: [(name: String, count: Int)] = []
    try transaction.forEachEntry(
      of: stored.statistics, withPrefix: [perFamily ? 0x46 : 0x53]
    ) { key, value in
      // A family may have been cut to fit the key, even within a character.
      let name = key.extracting(1..<key.byteCount).withUnsafeBytes {
        String(decoding: $0, as: UTF8.self)
      }
      counts.append((name, try ProjectionDatabases.counter(value)))
      return true
    }
    return counts
  }

  /// The number of open tasks due on `days`.
  ///
  /// - Complexity: O(*d*) for *d* days of these on which a task is due.
  public func openTaskCount(in days: ClosedRange<Day>) throws -> Int {
    if let past { return past.due.count { days.contains($0.task.due) } }
    let first = Statistic.due(days.lowerBound).key
    let last = Statistic.due(days.upperBound).key.span.bytes
      .bigEndian(at: 0, count: 5)
    var total = 0
    try transaction.forEachEntry(of: stored.statistics, from: first) {
      key, value in
      guard key.byteCount == 5, key.bigEndian(at: 0, count: 5) <= last else {
        return false
      }
      total += try ProjectionDatabases.counter(value)
      return true
    }
    return total
  }

  /// Returns whether an action is undone for a stream.
  public func isUndone(
    _ action: ActionReference, of stream: StreamID
  ) throws -> Bool {
    guard let past else {
      return try stored.isUndone(action, of: stream, in: transaction)
    }
    return past.fold.undone.contains(action, of: stream)
  }

  /// Returns whether an event is passed over: its action is undone in its
  /// stream, or an amendment stands in its place.
  package func isPassedOver(
    _ event: VisitedEvent, of action: ActionReference
  ) throws -> Bool {
    try isUndone(action, of: event.header.stream)
      || isAmended(event.header, at: event.position)
  }

  /// Returns whether care does not count as an event recorded it, since an
  /// amendment stands in its place; or an amendment does not, since a later one
  /// counts.
  public func isAmended(
    _ header: EventHeader, at position: LogPosition
  ) throws -> Bool {
    let plant = try subject(of: header)
    guard let past else {
      return try stored.isAmended(position, of: plant, transaction)
    }
    return past.fold.observations[.amendedCare]?[plant]?.contains(position)
      ?? false
  }

  /// Returns whether an event has no payload because that is erased; any other
  /// missing payload is damage. Snapshots of the past know all erasures, too.
  package func isErased(_ event: VisitedEvent, _ bytes: RawSpan) throws -> Bool
  {
    try stored.isErased(event, bytes, in: transaction)
  }

  /// Returns whether the payload of an event is erased. Snapshots of the past
  /// know all erasures, too.
  public func isErased(_ header: EventHeader, _ hash: EventHash) throws -> Bool
  {
    try stored.isErased(header, hash, in: transaction)
  }

  /// The latest care of a kind that was given to a plant on `day`; `nil` for
  /// none. Reads the plant's stream: for the rare plant whose latest care lies
  /// after that day.
  public func latestCare(
    of plant: PlantID, _ kind: TaskKind, on day: Day
  ) throws -> Instant? {
    var latest: Instant?
    try forEachEvent(of: plant) { payload, event, action, _ in
      guard let payload, payload.body.careGiven?.kind == kind else { return }
      let at = payload.at.instant
      guard zone.localDay(of: at) == day,
        try !isPassedOver(event, of: action)
      else { return }
      latest = max(latest ?? at, at)
    }
    return latest
  }

  /// Visits the readable payloads that count for a plant, or are those of
  /// another stream, undone or not, in canonical order.
  package func forEachPayload(
    of stream: StreamID,
    _ body: (EventPayload, EventHeader, ActionReference) throws -> Void
  ) throws {
    try forEachEvent(of: stream) { payload, event, action, _ in
      if let payload { try body(payload, event.header, action) }
    }
  }

  /// Visits the events that count for a plant, or are those of another stream,
  /// undone or not, in canonical order, with their payloads, `nil` if erased or
  /// unreadable, and whether they are erased.
  package func forEachEvent(
    of stream: StreamID,
    _ body: (EventPayload?, VisitedEvent, ActionReference, _ isErased: Bool)
      throws -> Void
  ) throws {
    let merges = try merges(of: stream)
    try forEachEvent(inAll: merges.group(of: stream)) {
      payload, event, action, isErased in
      guard
        event.header.knownType.map({
          merges.counts($0, in: event.header.stream, for: stream)
        }) ?? (event.header.stream == stream)
      else { return }
      try body(payload, event, action, isErased)
    }
  }

  /// Visits all events of streams, whichever plant shows them, as
  /// ``forEachEvent(of:_:)`` does.
  package func forEachEvent(
    inAll streams: Set<StreamID>,
    _ body: (EventPayload?, VisitedEvent, ActionReference, _ isErased: Bool)
      throws -> Void
  ) throws {
    try log.forEachEvent(of: streams, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard asOf.map({ event.header.recorded <= $0 }) ?? true else {
        return true
      }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      try body(
        event.payload(in: bytes), event, action,
        stored.isErased(event, bytes, in: transaction))
      return true
    }
  }
}
