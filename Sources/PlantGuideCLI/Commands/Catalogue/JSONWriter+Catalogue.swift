internal import Catalogue
internal import Encodings
internal import JournalQueries
internal import SearchEngine

extension JSONWriter {
  /// What `search --json` prints.
  mutating func searchResults(
    _ query: String, _ plants: [FoundPlant], total: Int
  ) {
    object { writer in
      writer.member("query") { $0.string(query) }
      writer.member("total") { $0.integer(total) }
      writer.member("results") { writer in
        writer.array { writer in
          for plant in plants {
            writer.object { writer in
              writer.species(plant.entry)
              writer.member("isImported") { $0.bool(plant.isImported) }
              writer.member("match") { $0.match(plant.match) }
            }
          }
        }
      }
    }
  }

  /// The members that describe a plant of a catalogue.
  mutating func species(_ entry: CatalogueEntry) {
    member("scientificName") { $0.string(entry.scientificName) }
    member("commonNames") { $0.strings(entry.commonNames) }
    member("formerNames") { $0.strings(entry.synonyms) }
    member("genus") { $0.string(entry.genus) }
    member("family") { $0.string(entry.family) }
    member("category") { $0.string(entry.category) }
  }

  private mutating func match(_ match: CatalogueMatch) {
    object { writer in
      writer.member("name") { $0.string(match.name) }
      writer.member("kind") { $0.string("\(match.kind)") }
      writer.member("level") { $0.string("\(match.level)") }
      writer.member("slips") { $0.integer(match.slips) }
      writer.ranges(match.marks)
    }
  }

  /// A care profile.
  mutating func careProfile(_ profile: CareProfile) {
    object { writer in
      writer.member("level") { $0.string(profile.level.rawValue) }
      writer.member("light") { writer in
        writer.object { writer in
          writer.member("score") { $0.integer(profile.light.score) }
          writer.member("class") {
            $0.string(profile.light.lightClass.rawValue)
          }
        }
      }
      writer.member("watering") { $0.watering(profile.watering) }
      writer.member("humidity") { $0.range(profile.humidity) }
      writer.member("temperature") { $0.temperature(profile.temperature) }
      writer.member("fertilizer") { writer in
        guard let fertilizer = profile.fertilizer else { return writer.null() }
        writer.fertilizer(fertilizer)
      }
      writer.member("toxicity") { writer in
        guard let toxicity = profile.toxicity else { return writer.null() }
        writer.toxicity(toxicity)
      }
    }
  }

  private mutating func watering(_ watering: CareProfile.Watering) {
    object { writer in
      writer.member("frequency") { $0.string(watering.frequency) }
      writer.member("intervalDays") { $0.integer(watering.intervalDays) }
      writer.member("seasonalIntervalDays") { writer in
        writer.object { writer in
          for (season, days) in watering.seasonalIntervalDays.sorted(by: <) {
            writer.name(season)
            writer.integer(days)
          }
        }
      }
      writer.member("amount") { $0.string(watering.amount) }
    }
  }

  private mutating func temperature(_ value: CareProfile.Temperature) {
    object { writer in
      writer.member("bearable") { $0.range(value.bearable) }
      writer.member("optimal") { $0.range(value.optimal) }
      writer.member("isFrostTolerant") { $0.bool(value.isFrostTolerant) }
    }
  }

  private mutating func fertilizer(_ value: CareProfile.Fertilizer) {
    object { writer in
      writer.member("frequency") { $0.string(value.frequency) }
      writer.member("type") { $0.string(value.type) }
      writer.member("activeMonths") { writer in
        writer.array { writer in
          for month in value.activeMonths { writer.integer(month) }
        }
      }
    }
  }

  private mutating func toxicity(_ value: CareProfile.Toxicity) {
    object { writer in
      for (name, whom) in [
        ("cats", value.cats), ("dogs", value.dogs), ("people", value.people),
      ] {
        writer.name(name)
        if let whom { writer.string(whom) } else { writer.null() }
      }
      writer.member("basis") { $0.string(value.basis) }
    }
  }

  private mutating func range(_ range: ClosedRange<Int>) {
    object { writer in
      writer.member("minimum") { $0.integer(range.lowerBound) }
      writer.member("maximum") { $0.integer(range.upperBound) }
    }
  }

  private mutating func strings(_ texts: [String]) {
    array { writer in
      for text in texts { writer.string(text) }
    }
  }
}
