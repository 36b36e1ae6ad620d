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
  /// The writers of this home.
  public let ownWriters: Set<WriterID>
  /// What people call those who recorded the care, where they have a name.
  public let writerNames: [WriterID: String]

  /// Audits plants from their streams.
  ///
  /// - `kind`: Only this kind; `nil` for all.
  /// - `today`: The day of the view.
  /// - Complexity: O(*n*) for the *n* events of the plants asked for.
  init(
    of ids: [PlantID], _ snapshot: borrowing Snapshot,
    kind: TaskKind? = nil, period: ClosedRange<Day>, today: Day, grace: Int
  ) throws {
    self.period = period
    self.grace = grace
    let auditor = StreamAuditor(
      period: period, today: today, grace: grace)
    let plants = try ids.compactMap { id -> Plant? in
      guard let state = try snapshot.plant(id) else {
        return nil
      }
      let audits = try auditor.audits(of: id, in: snapshot)
      return Plant(
        id: id, state: state,
        kinds: audits.filter { kind == nil || $0.kind == kind })
    }
    self.plants = plants
    writerNames = try Self.names(of: plants, snapshot)
    ownWriters = Set(
      try snapshot.journal.meta(in: snapshot.transaction)?.ownWriters ?? [])
  }

  /// The plants by name, as people look for them.
  public var plantsByName: [Plant] {
    plants.sorted { $0.id < $1.id }.sortedByName(\.state.displayName)
  }

  private static func names(
    of plants: [Plant], _ snapshot: borrowing Snapshot
  ) throws -> [WriterID: String] {
    var names: [WriterID: String] = [:]
    for writer in Set(plants.flatMap(\.kinds).flatMap(\.given).map(\.writer)) {
      names[writer] = try snapshot.name(of: writer)
    }
    return names
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
  ///   - grace: How many days late still count as on time.
  /// - Returns: The view.
  /// - Throws: What a wrong name throws, and what the store throws.
  public func auditView(
    _ choice: PlantChoice, kind: TaskKind?, period: TypedPeriod, grace: Int
  ) throws -> AuditView {
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
      of: ids, self, kind: kind, period: period.value(by: clock),
      today: today, grace: grace)
  }
}
