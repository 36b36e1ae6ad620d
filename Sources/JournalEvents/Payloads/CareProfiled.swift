/// What a plant needs, as a source describes it.
///
/// A profile replaces the one before as a whole, so that its source vouches
/// for all of it. Units are metric. Months are those of the northern
/// hemisphere, as sources give them; in the south they are read half a year
/// later. Seasons are those of the journal's own hemisphere.
public struct CareProfiled: FieldGroup, Hashable, Sendable {
  /// How often and how much to water.
  public struct Watering: FieldGroup, Hashable, Sendable {
    /// Days from one watering to the next.
    public let intervalDays: Int
    /// The interval per season that differs.
    public let seasonalIntervalDays: SeasonalIntervals
    /// How much water.
    public let amount: String?

    public init(
      intervalDays: Int, seasonalIntervalDays: SeasonalIntervals = .none,
      amount: String? = nil
    ) {
      self.intervalDays = intervalDays
      self.seasonalIntervalDays = seasonalIntervalDays
      self.amount = amount
    }

    init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
      amount = try fields.optional("amount", .amount) { $0.amount }
      intervalDays = try fields.required(
        "intervalDays", .integer(1...ScheduleSet.maximumInterval)
      ) { $0.intervalDays }
      seasonalIntervalDays = try fields.optional(
        "seasonalIntervalDays", .seasons, else: .none
      ) { $0.seasonalIntervalDays }
    }
  }

  /// Which temperatures it bears and likes, in degrees Celsius.
  public struct Temperature: FieldGroup, Hashable, Sendable {
    /// The least that it bears.
    public let minimum: Int?
    /// The most that it bears.
    public let maximum: Int?
    /// What suits it best.
    public let optimal: Int?
    /// Whether it survives frost.
    public let isFrostTolerant: Bool?

    public init(
      minimum: Int? = nil, maximum: Int? = nil, optimal: Int? = nil,
      isFrostTolerant: Bool? = nil
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.optimal = optimal
      self.isFrostTolerant = isFrostTolerant
    }

    init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
      maximum = try fields.optional(
        "maximum", .integer(CareProfiled.temperatures)
      ) { $0.maximum }
      minimum = try fields.optional(
        "minimum", .integer(CareProfiled.temperatures)
      ) { $0.minimum }
      optimal = try fields.optional(
        "optimal", .integer(CareProfiled.temperatures)
      ) { $0.optimal }
      isFrostTolerant = try fields.optional("isFrostTolerant", .bool) {
        $0.isFrostTolerant
      }
    }
  }

  /// How often and with what to fertilize.
  public struct Fertilizer: FieldGroup, Hashable, Sendable {
    /// Days from one time to the next.
    public let intervalDays: Int
    /// What the fertilizer is rich in.
    public let type: FertilizerType?
    /// The months in which it is given.
    public let activeMonths: MonthSet

    public init(
      intervalDays: Int, type: FertilizerType? = nil,
      activeMonths: MonthSet = .all
    ) {
      self.intervalDays = intervalDays
      self.type = type
      self.activeMonths = activeMonths
    }

    init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
      type = try fields.optional("type", .choice()) { $0.type }
      activeMonths = try fields.optional("activeMonths", .months, else: .all) {
        $0.activeMonths
      }
      intervalDays = try fields.required(
        "intervalDays", .integer(1...ScheduleSet.maximumInterval)
      ) { $0.intervalDays }
    }
  }

  /// How much light, from 0 (deep shade) to 10 (full sun).
  public var light: Int?
  /// How to water.
  public var watering: Watering?
  /// Which temperatures suit.
  public var temperature: Temperature?
  /// The relative humidity of the air, in percent.
  public var humidity: Int?
  /// How to fertilize.
  public var fertilizer: Fertilizer?
  /// Which soil, in words.
  public var soil: String?
  /// How fast it grows.
  public var growth: GrowthRate?
  /// The months in which it blooms.
  public var bloom: MonthSet?
  /// Where the profile comes from.
  public var source: CareProfileSource
  /// Where the source says so.
  public var sourceURL: String?

  /// The values of ``light``.
  public static let lightLevels = 0...10
  /// The temperatures that a profile may name, in degrees Celsius.
  public static let temperatures = -100...100
  /// How long ``sourceURL`` may be, in bytes of UTF-8.
  public static let urlLimit = 2_048

  /// Creates a profile that says nothing yet.
  public init(source: CareProfileSource) {
    self.source = source
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    soil = try fields.optional("soil", .name) { $0.soil }
    bloom = try fields.optional("bloom", .months) { $0.bloom }
    light = try fields.optional("light", .integer(Self.lightLevels)) {
      $0.light
    }
    growth = try fields.optional("growth", .choice()) { $0.growth }
    source = try fields.required("source", .choice()) { $0.source }
    humidity = try fields.optional("humidity", .integer(0...100)) {
      $0.humidity
    }
    watering = try fields.optional("watering", .object()) { $0.watering }
    sourceURL = try fields.optional("sourceURL", .url) { $0.sourceURL }
    fertilizer = try fields.optional("fertilizer", .object()) { $0.fertilizer }
    temperature = try fields.optional("temperature", .object()) {
      $0.temperature
    }
  }
}
