public import Encodings
internal import JournalCare
public import JournalEvents
public import JournalQueries
internal import JournalTime

// The details of a plant within its JSON.

extension JSONWriter {
  /// Writes a plant's series of measurements.
  public mutating func measurements(
    of plant: PlantID, _ entries: [MeasurementView]
  ) {
    object { writer in
      writer.member("plant", plant.description)
      writer.objects("measurements", entries) { $0.measurement($1) }
    }
  }

  /// Writes the members of one measurement of a series.
  mutating func measurement(_ measurement: MeasurementView) {
    let measures = measurement.measures
    member("at", measurement.at.description)
    member("heightMm", measures.height)
    member("spreadMm", measures.spread)
    member("leaves", measures.leaves)
    member("potMm", measures.pot)
    if let health = measures.health { member("health", health) }
    member("note", measurement.note)
  }

  /// Writes an identification.
  mutating func identification(
    _ statement: PlantDetails.Statement<PlantIdentified>
  ) {
    let body = statement.body
    object { writer in
      writer.member("at", statement.at.description)
      writer.member("source", body.source.rawValue)
      writer.member("confidence", fraction: body.confidence)
      if let model = body.model { writer.member("model", model) }
      if let version = body.modelVersion {
        writer.member("modelVersion", version)
      }
      if let place = body.place { writer.member("place", place) }
      writer.objects("topResults", body.topResults) { writer, result in
        writer.member("scientificName", result.scientificName)
        writer.member("commonNames", result.commonNames)
        writer.member("family", result.family)
        writer.member("confidence", fraction: result.confidence)
      }
    }
  }

  /// Writes a member that is a place; `null` for none.
  package mutating func member(_ name: StaticString, _ place: Coordinates?) {
    member(name, place) { writer, place in
      writer.object {
        $0.member("latitude", fraction: place.latitude)
        $0.member("longitude", fraction: place.longitude)
      }
    }
  }

  /// Writes the needs of a plant.
  mutating func careProfile(
    _ statement: PlantDetails.Statement<CareProfiled>
  ) {
    object { writer in
      writer.member("at", statement.at.description)
      writer.members(of: statement.body)
    }
  }

  /// Writes needs without the time of the profile.
  mutating func needs(_ body: CareProfiled) {
    object { $0.members(of: body) }
  }

  private mutating func members(of body: CareProfiled) {
    member("light", body.light)
    member("watering", body.watering) { $0.watering($1) }
    member("temperature", body.temperature) { $0.temperature($1) }
    member("humidity", body.humidity)
    member("fertilizer", body.fertilizer) { $0.fertilizer($1) }
    member("soil", body.soil)
    member("growth", body.growth?.rawValue)
    member("bloom", body.bloom ?? .all)
    member("source", body.source.rawValue)
    member("sourceURL", body.sourceURL)
  }

  private mutating func watering(_ watering: CareProfiled.Watering) {
    object { writer in
      writer.member("intervalDays", watering.intervalDays)
      writer.member("seasonalIntervalDays", watering.seasonalIntervalDays)
      writer.member("amount", watering.amount)
    }
  }

  private mutating func temperature(_ range: CareProfiled.Temperature) {
    object { writer in
      writer.member("minimum", range.minimum)
      writer.member("maximum", range.maximum)
      writer.member("optimal", range.optimal)
      writer.member("isFrostTolerant", range.isFrostTolerant) { $0.bool($1) }
    }
  }

  private mutating func fertilizer(_ fertilizer: CareProfiled.Fertilizer) {
    object { writer in
      writer.member("intervalDays", fertilizer.intervalDays)
      writer.member("type", fertilizer.type?.rawValue)
      writer.member("activeMonths", fertilizer.activeMonths)
    }
  }

  mutating func member(_ name: StaticString, _ intervals: SeasonalIntervals) {
    let sorted = intervals.entries.sorted {
      $0.season.rawValue < $1.season.rawValue
    }
    object(name) { writer in
      for entry in sorted {
        writer.name(escaping: entry.season.rawValue)
        writer.integer(entry.days)
      }
    }
  }

  /// Writes months as a list, which is empty if all months count.
  mutating func member(_ name: StaticString, _ months: MonthSet) {
    list(name, months == .all ? [] : months.months) { $0.integer($1) }
  }
}
