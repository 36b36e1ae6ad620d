internal import Encodings

extension CareProfiled: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var source: CareProfileSource?
    // Stands in until the field is read, wherever it is in the map.
    self.init(source: .manual)
    while let field = try reader.next() {
      switch field {
      case "source": source = try reader.choice(CareProfileSource.self)
      case "sourceURL": sourceURL = try reader.text()
      default:
        guard try !takeNeed(field, from: &reader) else { continue }
        try common.take(field, from: &reader)
      }
    }
    guard let source else { throw .missingField("source") }
    self.source = source
  }

  /// Reads the field if it is something the plant needs; says whether it was.
  private mutating func takeNeed(
    _ field: String, from reader: inout FieldReader
  ) throws(EventDecodingError) -> Bool {
    switch field {
    case "light": light = try reader.integer(in: Self.lightLevels)
    case "watering":
      watering = try reader.object { reader throws(EventDecodingError) in
        try Watering(from: &reader)
      }
    case "temperature":
      temperature = try reader.object { reader throws(EventDecodingError) in
        try Temperature(from: &reader)
      }
    case "humidity": humidity = try reader.integer(in: 0...100)
    case "fertilizer":
      fertilizer = try reader.object { reader throws(EventDecodingError) in
        try Fertilizer(from: &reader)
      }
    case "soil": soil = try reader.text()
    case "growth": growth = try reader.choice(GrowthRate.self)
    case "bloom": bloom = try reader.months()
    default: return false
    }
    return true
  }

  func encode(into map: inout CBORMapWriter) {
    if let light { map.field("light") { $0.integer(Int64(light)) } }
    if let watering { map.field("watering") { watering.encode(into: &$0) } }
    if let temperature {
      map.field("temperature") { temperature.encode(into: &$0) }
    }
    if let humidity { map.field("humidity") { $0.integer(Int64(humidity)) } }
    if let fertilizer {
      map.field("fertilizer") { fertilizer.encode(into: &$0) }
    }
    if let soil { map.field("soil") { $0.text(soil) } }
    if let growth { map.field("growth") { $0.text(growth.rawValue) } }
    if let bloom { map.field("bloom") { bloom.encode(into: &$0) } }
    map.field("source") { $0.text(source.rawValue) }
    if let sourceURL { map.field("sourceURL") { $0.text(sourceURL) } }
  }
}

extension CareProfiled.Watering {
  fileprivate init(
    from reader: inout FieldReader
  ) throws(EventDecodingError) {
    var intervalDays: Int?
    var seasonalIntervalDays = SeasonalIntervals.none
    var amount: String?
    while let field = try reader.next() {
      switch field {
      case "intervalDays":
        intervalDays = try reader.integer(in: 1...ScheduleSet.maximumInterval)
      case "seasonalIntervalDays":
        seasonalIntervalDays = try reader.seasonalIntervals()
      case "amount": amount = try reader.text()
      default: try reader.skip()
      }
    }
    guard let intervalDays else { throw .missingField("watering.intervalDays") }
    self.init(
      intervalDays: intervalDays, seasonalIntervalDays: seasonalIntervalDays,
      amount: amount)
  }

  fileprivate func encode(into writer: inout CBORWriter) {
    var map = CBORMapWriter()
    map.field("intervalDays") { $0.integer(Int64(intervalDays)) }
    if !seasonalIntervalDays.isEmpty {
      map.field("seasonalIntervalDays") {
        seasonalIntervalDays.encode(into: &$0)
      }
    }
    if let amount { map.field("amount") { $0.text(amount) } }
    map.finish(into: &writer)
  }
}

extension CareProfiled.Temperature {
  fileprivate init(
    from reader: inout FieldReader
  ) throws(EventDecodingError) {
    var minimum: Int?
    var maximum: Int?
    var optimal: Int?
    var isFrostTolerant: Bool?
    let range = CareProfiled.temperatures
    while let field = try reader.next() {
      switch field {
      case "minimum": minimum = try reader.integer(in: range)
      case "maximum": maximum = try reader.integer(in: range)
      case "optimal": optimal = try reader.integer(in: range)
      case "isFrostTolerant": isFrostTolerant = try reader.bool()
      default: try reader.skip()
      }
    }
    self.init(
      minimum: minimum, maximum: maximum, optimal: optimal,
      isFrostTolerant: isFrostTolerant)
  }

  fileprivate func encode(into writer: inout CBORWriter) {
    var map = CBORMapWriter()
    if let minimum { map.field("minimum") { $0.integer(Int64(minimum)) } }
    if let maximum { map.field("maximum") { $0.integer(Int64(maximum)) } }
    if let optimal { map.field("optimal") { $0.integer(Int64(optimal)) } }
    if let isFrostTolerant {
      map.field("isFrostTolerant") { $0.bool(isFrostTolerant) }
    }
    map.finish(into: &writer)
  }
}

extension CareProfiled.Fertilizer {
  fileprivate init(
    from reader: inout FieldReader
  ) throws(EventDecodingError) {
    var intervalDays: Int?
    var type: FertilizerType?
    var activeMonths = MonthSet.all
    while let field = try reader.next() {
      switch field {
      case "intervalDays":
        intervalDays = try reader.integer(in: 1...ScheduleSet.maximumInterval)
      case "type": type = try reader.choice(FertilizerType.self)
      case "activeMonths": activeMonths = try reader.months()
      default: try reader.skip()
      }
    }
    guard let intervalDays else {
      throw .missingField("fertilizer.intervalDays")
    }
    self.init(
      intervalDays: intervalDays, type: type, activeMonths: activeMonths)
  }

  fileprivate func encode(into writer: inout CBORWriter) {
    var map = CBORMapWriter()
    map.field("intervalDays") { $0.integer(Int64(intervalDays)) }
    if let type { map.field("type") { $0.text(type.rawValue) } }
    if activeMonths != .all {
      map.field("activeMonths") { activeMonths.encode(into: &$0) }
    }
    map.finish(into: &writer)
  }
}
