public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The care of a collection in a period, and the fate of its plants.
public struct CareReportView: Sendable {
  /// The care demand of one plant.
  public struct Plant: Sendable {
    /// The plant.
    public let id: PlantID
    /// The display name.
    public let displayName: String
    /// The care that the plant needs.
    public let demand: CareDemand
  }

  /// A plant that died in the period.
  public struct Death: Sendable {
    /// The plant.
    public let id: PlantID
    /// The display name.
    public let displayName: String
    /// The scientific name.
    public let scientificName: String
    /// The day of death.
    public let day: Day
    /// The number of days from acquisition, or else addition, to death.
    public let age: Int
  }

  /// The days of the report.
  public let period: ClosedRange<Day>
  /// The number of days by which care may be late and still count as on time.
  public let grace: Int
  /// The care by month and kind.
  public let care: CareStatistics
  /// The numbers of plants kept and of deaths.
  public let survival: Survival
  /// The plants that died, by day.
  public let deaths: [Death]
  /// The plants kept in the period, the most demanding first.
  public let plants: [Plant]

  /// Creates the report from the streams of the plants kept in the period.
  ///
  /// - `today`: The day of the view.
  /// - `includes`: Returns whether a plant counts; also called for removed
  ///   plants.
  /// - Complexity: O(*n* log *n*) for the *n* events of these plants.
  init(
    _ snapshot: borrowing Snapshot,
    period: ClosedRange<Day>, today: Day, grace: Int,
    including includes: (PlantID, PlantState) -> Bool
  ) throws {
    let auditor = try StreamAuditor(
      period: period, today: today, grace: grace, in: snapshot)
    var care = CareStatistics(of: period)
    var survival = Survival()
    var deaths: [Death] = []
    var plants: [Plant] = []
    try snapshot.forEachPlant { id, plant in
      guard let stay = PlantStay(of: plant, in: period, snapshot.calendar),
        includes(id, plant)
      else { return true }
      let audits = try auditor.audits(of: id, in: snapshot)
      care.add(audits)
      survival.add(plant, stay)
      if stay.leftFor == .died { deaths.append(Death(id, plant, stay)) }
      let given = audits.reduce(0) { $0 + $1.given.count }
      plants.append(
        Plant(
          id: id, displayName: plant.displayName,
          demand: CareDemand(of: plant, stay, given: given, snapshot.calendar)))
      return true
    }
    self.period = period
    self.grace = grace
    self.care = care
    self.survival = survival
    self.deaths = deaths.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    self.plants = plants.sorted(by: Self.isMoreDemanding)
  }

  /// Compares by given care, then planned care, then id.
  private static func isMoreDemanding(_ left: Plant, _ right: Plant) -> Bool {
    func rank(_ plant: Plant) -> (Double, Double) {
      (plant.demand.givenPerMonth, plant.demand.plannedPerMonth ?? 0)
    }
    let ranks = (rank(left), rank(right))
    return ranks.0 == ranks.1 ? left.id < right.id : ranks.0 > ranks.1
  }
}

extension CareReportView.Death {
  fileprivate init(_ id: PlantID, _ plant: PlantState, _ stay: PlantStay) {
    self.init(
      id: id, displayName: plant.displayName,
      scientificName: plant.profile?.scientificName ?? "",
      day: stay.days.upperBound, age: stay.age)
  }
}

extension Snapshot {
  /// Returns the care of plants and their fate.
  ///
  /// - Parameters:
  ///   - choice: The plants; an empty choice selects all, including removed
  ///     plants.
  ///   - period: The days of the report.
  ///   - grace: The number of days by which care may be late and still count as
  ///     on time; `nil` for the setting.
  /// - Returns: The report.
  /// - Throws: The error of a wrong name, or an error of the store.
  public func careReport(
    _ choice: PlantChoice, period: TypedPeriod, grace: Int?
  ) throws -> CareReportView {
    let named = choice.names.isEmpty ? nil : Set(try plants(choice))
    let matches = try filter(of: choice)
    return try CareReportView(
      self, period: period.value(by: clock), today: today,
      grace: grace ?? settings.graceDays
    ) { id, plant in named?.contains(id) ?? matches(plant) }
  }
}
