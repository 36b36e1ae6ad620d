public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The care that plants got, held against their schedules.
public struct AuditView: Sendable {
  /// One plant and its audits, by kind.
  public struct Plant: Sendable {
    /// The plant.
    public let id: PlantID
    /// Its state, for its name.
    public let state: PlantState
    /// One audit for each kind that was scheduled or given.
    public let kinds: [CareAudit]
  }

  /// The days that count.
  public let period: ClosedRange<Day>
  /// How many days late still count as on time.
  public let grace: Int
  /// The plants in the order asked for.
  public let plants: [Plant]
  /// Who recorded the care.
  public let recorders: [WriterID: Recorder]
  /// Whether another device than this home has recorded something.
  public let hasOthers: Bool

  /// Audits plants from their streams.
  ///
  /// - `kind`: Only this kind; `nil` for all.
  /// - `writers`: Only care that these recorded; `nil` for all.
  /// - `today`: The day of the view.
  /// - Complexity: O(*n*) for the *n* events of the plants asked for.
  init(
    of ids: [PlantID], _ snapshot: borrowing Snapshot,
    kind: TaskKind? = nil, writers: Set<WriterID>? = nil,
    period: ClosedRange<Day>, today: Day, grace: Int
  ) throws {
    self.period = period
    self.grace = grace
    let auditor = StreamAuditor(
      period: period, today: today, grace: grace)
    let plants = try ids.compactMap { id -> Plant? in
      guard let state = try snapshot.plant(id) else {
        return nil
      }
      var audits = try auditor.audits(of: id, in: snapshot)
      audits.removeAll { kind != nil && $0.kind != kind }
      if let writers {
        audits = audits.map { $0.recorded(by: writers) }
          .filter { !$0.given.isEmpty }
      }
      return Plant(id: id, state: state, kinds: audits)
    }
    self.plants = plants
    let household = try snapshot.household()
    hasOthers = household.hasOthers
    recorders = try plants.flatMap(\.kinds).flatMap(\.given)
      .reduce(into: [:]) { recorders, care in
        guard recorders[care.writer] == nil else { return }
        recorders[care.writer] = try snapshot.recorder(
          care.writer, in: household)
      }
  }

  /// The plants by name, as people look for them.
  public var plantsByName: [Plant] {
    plants.sorted { $0.id < $1.id }.sortedByName(\.state.displayName)
  }

  /// The audits of all plants, the worst first: by the share of care on time,
  /// then by how often it was late or missed, how late, and by name. Where
  /// nothing was asked for, nothing can be bad.
  public var worstFirst: [(plant: Plant, audit: CareAudit)] {
    let rows = plantsByName.flatMap { plant in
      plant.kinds.map { (plant: plant, audit: $0) }
    }
    let ranked = rows.enumerated().map { place, row in
      let tally = row.audit.tally
      return (
        rank: (
          tally.onTimeShare ?? 2, -(tally.late + tally.missed),
          -(row.audit.worstLateness ?? 0), place
        ), row: row
      )
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.row)
  }

  /// Care that one person gave, or one device of which is not said whose it is.
  public struct Share: Sendable {
    /// The person; `nil` where that is not said.
    public let person: String?
    /// The devices, and on how many days each recorded care, the most first.
    public let devices: [(recorder: Recorder, count: Int)]

    /// On how many days care was given.
    public var count: Int { devices.reduce(0) { $0 + $1.count } }
  }

  /// Who gave the care of some audits, the most first.
  public func shares(of audits: [CareAudit]) -> [Share] {
    var counts: [WriterID: Int] = [:]
    for (writer, count) in audits.flatMap(\.recorders) {
      counts[writer, default: 0] += count
    }
    let devices = counts.compactMap { writer, count in
      recorders[writer].map { (recorder: $0, count: count) }
    }.sorted {
      ($1.count, $0.recorder.writer) < ($0.count, $1.recorder.writer)
    }
    return Dictionary(grouping: devices) { device in
      device.recorder.name?.person ?? device.recorder.writer.description
    }.values.map { devices in
      Share(person: devices[0].recorder.name?.person, devices: devices)
    }.sorted {
      ($1.count, $0.devices[0].recorder.writer)
        < ($0.count, $1.devices[0].recorder.writer)
    }
  }
}

/// Days that a look back covers, as typed: today is known only inside.
public typealias TypedPeriod = Timed<ClosedRange<Day>>

extension Snapshot {
  /// Holds the care of plants against their schedules.
  ///
  /// - Parameters:
  ///   - choice: The plants; an empty choice means all that are there.
  ///   - kind: Only this kind; `nil` for all.
  ///   - period: The days that count.
  ///   - grace: How many days late still count as on time; `nil` for the
  ///     setting.
  ///   - writer: Only care that this device or person recorded, by name or by
  ///     the beginning of an id; `nil` for all.
  /// - Returns: The view.
  /// - Throws: What a wrong name throws, ``WriterNameError``, and what the
  ///   store throws.
  public func auditView(
    _ choice: PlantChoice, kind: TaskKind?, period: TypedPeriod, grace: Int?,
    writer: String? = nil
  ) throws -> AuditView {
    let chosen = try writer.map { name in
      let found = try writers(named: name)
      guard !found.isEmpty else { throw WriterNameError.notFound(name) }
      return Set(found)
    }
    var ids: [PlantID] = []
    if choice.isEmpty {
      try forEachPlant { id, plant in
        if plant.isPresent { ids.append(id) }
        return true
      }
    } else {
      ids = try plants(choice)
    }
    return try AuditView(
      of: ids, self, kind: kind, writers: chosen,
      period: period.value(by: clock), today: today,
      grace: grace ?? settings.graceDays)
  }
}
