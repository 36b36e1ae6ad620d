internal import Encodings

extension CareProfile {
  /// Reads a profile of `care_profiles.json`.
  ///
  /// What is wrong is said to be at `place`.
  init(_ json: JSONValue, at place: String) throws(CatalogueReadingError) {
    let fields = JSONFields(json, place)
    level = try fields.choice("level")
    let light = try fields.object("light")
    self.light = Light(
      score: try light.integer("score", in: 0...10),
      lightClass: try light.choice("class"))
    watering = try Watering(fields.object("watering"))
    let humidity = try fields.object("humidity")
    self.humidity = try humidity.range(
      "minPercent", "maxPercent", in: 0...100)
    temperature = try Temperature(fields.object("temperature"))
    fertilizer =
      try fields.isMissing("fertilizer")
      ? nil : Fertilizer(fields.object("fertilizer"))
    toxicity =
      try fields.isMissing("toxicity")
      ? nil : Toxicity(fields.object("toxicity"))
  }
}

extension CareProfile.Watering {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    frequency = try fields.text("frequency")
    intervalDays = try fields.integer("intervalDays", in: 1...365)
    amount = try fields.text("amount")
    seasonalIntervalDays = [:]
    guard !fields.isMissing("seasonalIntervalDays") else { return }
    let seasons = try fields.object("seasonalIntervalDays")
    for season in ["spring", "summer", "autumn", "winter"]
    where !seasons.isMissing(season) {
      seasonalIntervalDays[season] = try seasons.integer(season, in: 1...365)
    }
  }
}

extension CareProfile.Temperature {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    bearable = try fields.range("minC", "maxC", in: -60...60)
    optimal = try fields.range("optimalMinC", "optimalMaxC", in: -60...60)
    isFrostTolerant = try fields.bool("frostTolerant")
  }
}

extension CareProfile.Fertilizer {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    frequency = try fields.text("frequency")
    type = try fields.text("type")
    activeMonths = try fields.integers("activeMonths", in: 1...12)
  }
}

extension CareProfile.Toxicity {
  fileprivate init(_ fields: JSONFields) throws(CatalogueReadingError) {
    cats = try fields.optionalText("cats")
    dogs = try fields.optionalText("dogs")
    people = try fields.optionalText("people")
    basis = try fields.text("basis")
  }
}
