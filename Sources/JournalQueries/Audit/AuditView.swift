public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// A comparison of the plants' care with their schedules.
public struct AuditView: Sendable {
  /// A plant and its audits, by kind.
  public struct Plant: Sendable {
    /// The plant.
    public let id: PlantID
    /// The plant's state, which includes its name.
    public let state: PlantState
    /// The audits, one for each kind that was scheduled or given.
    public let kinds: [CareAudit]
  }

  /// The audited days.
  public let period: ClosedRange<Day>
  /// The number of days by which care may be late and still count as on time.
  public let grace: Int
  /// The plants in the requested order.
  public let plants: [Plant]
  /// The recorders of the care.
  public let recorders: [WriterID: Recorder]
  /// A Boolean value that indicates whether a device other than this home has
  /// recorded something.
  public let hasOthers: Bool

  /// Audits plants from their streams.
  ///
  /// - `kind`: The kind to audit; `nil` for all.
  /// - `writers`: The writers whose care is counted; `nil` for all.
  /// - `today`: The day of the view.
  /// - Complexity: O(*n*) for the *n* events of these plants.
  init(
    of states: [(PlantID, PlantState)], _ snapshot: borrowing Snapshot,
    kind: TaskKind? = nil, writers: Set<WriterID>? = nil,
    period: ClosedRange<Day>, today: Day, grace: Int
  ) throws {
    self.period = period
    self.grace = grace
    let auditor = try StreamAuditor(
      period: period, today: today, grace: grace, in: snapshot)
    let plants = try states.map { id, state in
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

  /// The plants sorted by name.
  public var plantsByName: [Plant] {
    plants.sorted { $0.id < $1.id }.sortedByName(\.state.displayName)
  }

  /// The audits of all plants, the worst first: by the share of care on time,
  /// then by the number of times it was late or missed, the delay, and the
  /// name. Kinds without due days are never bad.
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

  /// The care given by one person, or by one device without a person.
  public struct Share: Sendable {
    /// The person; `nil` if unknown.
    public let person: String?
    /// The devices, with the number of days on which each recorded care, in
    /// descending order.
    public let devices: [(recorder: Recorder, count: Int)]

    /// The number of days with care.
    public var count: Int { devices.reduce(0) { $0 + $1.count } }
  }

  /// Returns the shares of the people who gave the care of some audits, the
  /// largest first.
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

/// The days of a report as typed. Their values depend on today in the journal's
/// zone.
public typealias TypedPeriod = Timed<ClosedRange<Day>>

extension Snapshot {
  /// Compares the care of plants with their schedules.
  ///
  /// - Parameters:
  ///   - choice: The plants; an empty choice selects all present plants.
  ///   - kind: The kind to audit; `nil` for all.
  ///   - period: The days to audit.
  ///   - grace: The number of days by which care may be late and still count as
  ///     on time; `nil` for the setting.
  ///   - writer: The device or person whose care is counted, by name or by the
  ///     start of an id; `nil` for all.
  /// - Returns: The view.
  /// - Throws: The error of a wrong name, ``WriterNameError``, or an error of
  ///   the store.
  public func auditView(
    _ choice: PlantChoice, kind: TaskKind?, period: TypedPeriod, grace: Int?,
    writer: String? = nil
  ) throws -> AuditView {
    let chosen = try writer.map { name in
      let found = try writers(named: name)
      guard !found.isEmpty else { throw WriterNameError.notFound(name) }
      return Set(found)
    }
    var states: [(PlantID, PlantState)] = []
    if choice.isEmpty {
      try forEachPlant { id, plant in
        if plant.isPresent { states.append((id, plant)) }
        return true
      }
    } else {
      for id in try plants(choice) {
        if let state = try plant(id) { states.append((id, state)) }
      }
    }
    return try AuditView(
      of: states, self, kind: kind, writers: chosen,
      period: period.value(by: clock), today: today,
      grace: grace ?? settings.graceDays)
  }
}
