public import CatalogueKit
public import Encodings
internal import JournalCare
internal import JournalEvents

extension JSONWriter {
  /// Writes the results of a search.
  public mutating func searchResults(
    _ query: String, _ plants: [FoundPlant], total: Int,
    groups: [(grouping: Catalogue.Grouping, group: CatalogueGroup)]
  ) {
    object { writer in
      writer.member("query", query)
      writer.member("total", total)
      writer.objects("groups", groups) { writer, found in
        writer.member("by", "\(found.grouping)")
        writer.member("name", found.group.name)
        writer.member("count", found.group.entryCount)
      }
      writer.objects("results", plants) { writer, plant in
        writer.plant(plant.entry)
        writer.member("isImported", plant.isImported)
        writer.object("match") { writer in
          writer.member("name", plant.match.name)
          writer.member("kind", plant.match.kind.word)
          writer.member("language", plant.match.kind.language?.rawValue)
          writer.member("level", "\(plant.match.level)")
          writer.member("slips", plant.match.edits)
          writer.member("ranges", plant.match.marks)
        }
      }
    }
  }

  /// Writes the catalogues' information about a plant.
  ///
  /// - Parameters:
  ///   - page: The page to write.
  ///   - owned: The number of present plants of the collection that are of its
  ///     kind.
  ///   - more: Writes further members.
  public mutating func speciesPage(
    _ page: SpeciesPage, owned: Int,
    _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { writer in
      writer.plant(page.plant.entry)
      writer.member("isImported", page.plant.isImported)
      writer.member("careProfile", page.profile) { $0.careProfile($1) }
      writer.member("relatives", page.relatives)
      writer.member("owned", owned)
      more(&writer)
    }
  }

  /// Writes the suggestions for a name with a confidence.
  public mutating func suggestions(
    _ name: String, confidence: Double, _ found: CatalogueSuggestions
  ) {
    object { writer in
      writer.member("query", name)
      writer.member("confidence", fraction: confidence)
      writer.member("exact", found.exact) { writer, entry in
        writer.object { $0.plant(entry) }
      }
      writer.member("isSpeciesOfCultivar", found.isSpeciesOfCultivar)
      writer.objects("others", found.others) { $0.plant($1) }
    }
  }

  /// Writes plants of a catalogue, with the name of their group if they are
  /// one.
  public mutating func cataloguePlants(
    _ name: String?, _ plants: [BrowsedPlant], total: Int
  ) {
    object { writer in
      writer.member("group", name)
      writer.member("total", total)
      writer.objects("plants", plants) { writer, plant in
        writer.plant(plant.entry)
        writer.member(
          "light", plant.profile.map { LightClass(level: $0.light).rawValue })
        writer.object("toxicity") { $0.toxicity(plant.profile?.toxicity) }
      }
    }
  }

  /// Writes to whom a plant is poisonous; anything unattested is unknown.
  public mutating func toxicity(_ toxicity: CareProfile.Toxicity?) {
    for (eater, name) in CareProfile.Toxicity.Eater.members {
      self.name(escaping: name)
      string(toxicity?.harms[eater]?.rawValue ?? "unknown")
    }
    member("basis", toxicity?.basis.rawValue)
  }

  /// Writes the number of plants of each group.
  public mutating func catalogueGroups(
    _ groups: some Sequence<CatalogueGroup>, by grouping: String,
    total: Int
  ) {
    object { writer in
      writer.member("by", grouping)
      writer.member("total", total)
      writer.objects("groups", groups) { writer, group in
        writer.member("name", group.name)
        writer.member("count", group.entryCount)
        writer.member("icon", CategoryIcon.name(of: group.name))
      }
    }
  }

  /// Writes a catalogue in numbers.
  public mutating func catalogueSummary(_ summary: CatalogueSummary) {
    object { writer in
      writer.member("plants", summary.plants)
      writer.member("names", summary.names)
      writer.member("bytes", summary.bytes)
    }
  }

  /// The members that describe a plant.
  private mutating func plant(_ entry: CatalogueEntry) {
    member("scientificName", entry.scientificName)
    member("commonNames", entry.commonNames)
    objects("names", entry.namesByLanguage) { writer, name in
      writer.member("language", name.language.rawValue)
      writer.member("name", name.text)
    }
    member("formerNames", entry.synonyms)
    member("genus", entry.genus)
    member("family", entry.family)
    member("category", entry.category)
  }

  private mutating func careProfile(_ profile: CareProfile) {
    object { writer in
      writer.member("level", profile.level.rawValue)
      writer.object("light") { writer in
        let lightClass = LightClass(level: profile.light)
        writer.member("score", profile.light)
        writer.member("class", lightClass.rawValue)
        writer.range("hours", lightClass.hours)
      }
      writer.object("watering") { $0.watering(profile.watering) }
      writer.range("humidity", profile.humidity)
      writer.object("temperature") { writer in
        writer.range("bearable", profile.temperature.bearable)
        writer.range("optimal", profile.temperature.optimal)
        writer.member("isFrostTolerant", profile.temperature.isFrostTolerant)
      }
      writer.member("fertilizer", profile.fertilizer) { writer, fertilizer in
        writer.object { writer in
          writer.member("frequency", fertilizer.frequency.rawValue)
          writer.member("type", fertilizer.type.rawValue)
          writer.list("activeMonths", fertilizer.activeMonths) {
            $0.integer($1)
          }
        }
      }
      writer.member("soil", profile.soil)
      writer.member("toxicity", profile.toxicity) { writer, toxicity in
        writer.object { writer in
          for (eater, name) in CareProfile.Toxicity.Eater.members {
            writer.name(escaping: name)
            writer.value(
              toxicity.harms[eater].map { .string($0.rawValue) } ?? .null)
          }
          writer.member("basis", toxicity.basis.rawValue)
        }
      }
    }
  }

  private mutating func watering(_ watering: CareProfile.Watering) {
    member("frequency", watering.frequency.rawValue)
    member("intervalDays", watering.intervalDays)
    object("seasonalIntervalDays") { writer in
      let seasons = SeasonalIntervals(watering.seasonalIntervalDays)
      for (season, days) in seasons.entries {
        writer.name(escaping: season.rawValue)
        writer.integer(days)
      }
    }
    member("amount", watering.amount)
  }

  private mutating func range(
    _ name: StaticString, _ range: ClosedRange<Int>
  ) {
    object(name) { writer in
      writer.member("minimum", range.lowerBound)
      writer.member("maximum", range.upperBound)
    }
  }
}

extension CatalogueNameKind {
  fileprivate var word: String {
    switch self {
    case .scientific: "scientific"
    case .common: "common"
    case .synonym: "synonym"
    }
  }
}
