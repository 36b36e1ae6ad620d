/// The needs of a plant, as a source describes them.
///
/// A profile replaces the previous one as a whole, so that its source vouches
/// for all of it. Units are metric. Months are those of the northern
/// hemisphere, as in the sources; in the south they are shifted by half a year.
/// Seasons are those of the journal's own hemisphere.
public struct CareProfiled: FieldGroup, Hashable, Sendable {
  /// The interval and amount of watering.
  public struct Watering: FieldGroup, Hashable, Sendable {
    /// The number of days from one watering to the next.
    public let intervalDays: Int
    /// The intervals of the seasons that differ.
    public let seasonalIntervalDays: SeasonalIntervals
    /// The amount of water.
    public let amount: String?

    /// Creates advice about watering.
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

  /// The temperatures that the plant tolerates and prefers, in degrees Celsius.
  public struct Temperature: FieldGroup, Hashable, Sendable {
    /// The lowest temperature that it tolerates.
    public let minimum: Int?
    /// The highest temperature that it tolerates.
    public let maximum: Int?
    /// The best temperature.
    public let optimal: Int?
    /// A Boolean value that indicates whether the plant survives frost.
    public let isFrostTolerant: Bool?

    /// Creates the range of temperatures that suits a plant.
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

  /// The interval, type and season of fertilizing.
  public struct Fertilizer: FieldGroup, Hashable, Sendable {
    /// The number of days from one fertilizing to the next.
    public let intervalDays: Int
    /// The fertilizer's main nutrient.
    public let type: FertilizerType?
    /// The months in which it is given.
    public let activeMonths: MonthSet

    /// Creates advice about fertilizing.
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

  /// The amount of light, from 0 (deep shade) to 10 (full sun).
  public var light: Int?
  /// The watering advice.
  public var watering: Watering?
  /// The suitable temperatures.
  public var temperature: Temperature?
  /// The relative humidity of the air, in percent.
  public var humidity: Int?
  /// The fertilizing advice.
  public var fertilizer: Fertilizer?
  /// The soil, in words.
  public var soil: String?
  /// The speed of growth.
  public var growth: GrowthRate?
  /// The months in which it blooms.
  public var bloom: MonthSet?
  /// The source of the profile.
  public var source: CareProfileSource
  /// The address of the profile in its source.
  public var sourceURL: String?

  /// The values of ``light``.
  public static let lightLevels = 0...10
  /// The temperatures that a profile may contain, in degrees Celsius.
  public static let temperatures = -100...100
  /// The maximum length of ``sourceURL``, in bytes of UTF-8.
  public static let urlLimit = 2_048

  /// Creates an empty profile.
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
