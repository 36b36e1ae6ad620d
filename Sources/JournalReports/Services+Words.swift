package import CatalogueKit
package import Encodings
internal import ErrorKit
package import JournalCare
package import JournalEvents
internal import JournalQueries
package import JournalTime
package import PlantServices
internal import TextKit

extension SpeciesFinding {
  /// Returns the care with the catalogue's care for what the service does not
  /// know.
  package func filled(from profile: CareProfile?) -> CareProfiled {
    care.filled(from: profile?.recorded ?? .generic)
  }

  /// Returns the needs with the source of each: the service, or the level of
  /// the catalogue's care.
  package func needs(
    filledFrom profile: CareProfile?, in units: MeasurementUnits
  ) -> [(need: String, text: String, source: String)] {
    let base = profile?.recorded ?? .generic
    let level = CareLevel(of: base)?.words ?? ""
    let care = care
    let own = Set(care.needs.map(\.word))
    var needs = care.filled(from: base).needs(in: units).map {
      ($0.need, $0.text, own.contains($0.need) ? service.title : level)
    }
    if own.contains(CareNeed.fertilizer.word),
      !needs.contains(where: { $0.0 == CareNeed.fertilizer.word })
    {
      needs.append((CareNeed.fertilizer.word, "none", service.title))
    }
    return needs
  }

  /// Returns remarks on the data: its gaps, its age and what was refused.
  package func remarks(on today: Day) -> [String] {
    var remarks: [String] = []
    if care.isEmpty {
      remarks.append(
        "\(service.title) has no growth data for \(SafeText.shown(species.scientificName))"
          + (service == .trefle ? ", as for most house plants" : "")
      )
    }
    if FormerName.differs(name, from: species.scientificName) {
      remarks.append(
        "\(service.title) knows '\(SafeText.shown(name))' as \(SafeText.shown(species.scientificName))"
      )
    }
    if !species.rejected.isEmpty {
      remarks.append(
        "\(service.title)'s \(SafeText.shown(species.rejected.joined(separator: ", "))) cannot be right and is ignored"
      )
    }
    if let failure {
      let day = Instant(milliseconds: Int64(storedAt) * 1_000).utcDay
      remarks.append(
        "\(SafeText.shown(failure.description)); the data is that of \(day.words(on: today))"
      )
    }
    return remarks
  }

  /// The ranges of sensors in words: "soil moisture 15 to 60 %". That of the
  /// temperature is among the needs.
  package var rangeWords: [String] {
    species.ranges.compactMap { range in
      let (low, high) = (range.minimum, range.maximum)
      return switch range.condition {
      case .light: "light \(low) to \(high) lux"
      case .temperature: nil
      case .humidity: "humidity \(low) to \(high) %"
      case .soilMoisture: "soil moisture \(low) to \(high) %"
      case .soilConductivity: "soil conductivity \(low) to \(high) µS/cm"
      }
    }
  }

  /// The credit that the service's data needs.
  package var credit: String {
    let sources = species.sources.map { source in
      source.name + (source.licence.map { " (\($0))" } ?? "")
    }
    let others =
      sources.isEmpty ? "" : ", from \(sources.joined(separator: ", "))"
    return SafeText.shown("Data: \(service.title), \(url)\(others)")
  }
}

extension OnlineCare {
  /// Returns remarks on the data for each plant, and the credits.
  package func remarks(on today: Day) -> [String] {
    var remarks: [String] = []
    var credits: [String] = []
    for result in results {
      let name = "note: \(SafeText.shown(result.plant.plant.displayName)): "
      let fallback =
        "its care is the catalogue's, \(result.plant.level.words)"
      switch result.finding {
      case .success(let finding):
        remarks += finding.remarks(on: today).map { name + $0 }
        if finding.care.isEmpty {
          remarks.append(name + fallback)
        } else {
          credits.append(finding.credit)
        }
      case .failure(let error):
        remarks.append(
          name + "\(SafeText.shown(error.description)); \(fallback)")
      }
    }
    return remarks + Set(credits).sorted()
  }
}

private enum FormerName {
  static func differs(_ name: String, from other: String) -> Bool {
    name.lowercased() != other.lowercased()
  }
}

extension CareNeed {
  /// The word of the need in lists of needs.
  fileprivate var word: String { self == .watering ? "water" : rawValue }
}

extension ServiceStatus {
  /// The state in words, without the name of the service.
  package var words: String {
    switch outcome {
    case .notAsked:
      service.needsKey
        ? keySource == nil ? "no key" : "not asked, offline" : "not asked"
    case .reached: "reached"
    case .failed(let facts): facts.title.lowercased()
    }
  }

  /// Returns the quota in words.
  ///
  /// - Parameter words: Returns a moment in words.
  /// - Returns: The words; `nil` if the quota is unknown.
  package func quotaWords(_ words: (Instant) -> String) -> String? {
    quotaCount.map { count in
      count + (quotaEnd.map { " until \(words($0))" } ?? "")
    }
  }

  /// The number of requests that are left, in words; `nil` if it is unknown.
  package var quotaCount: String? {
    guard let remaining = quota?.remaining else { return nil }
    let total = quota?.total.map { " of \($0)" } ?? ""
    return "\(remaining)\(total) requests left"
  }

  /// The moment at which the count begins again; `nil` if it is unknown.
  package var quotaEnd: Instant? {
    quota?.resetsAt.map { Instant(milliseconds: Int64($0) * 1_000) }
  }
}

extension JSONWriter {
  /// Writes the state of a service.
  package mutating func serviceStatus(_ status: ServiceStatus) {
    object { writer in
      writer.member("name", status.service.rawValue)
      writer.member("title", status.service.title)
      writer.member("url", status.url)
      writer.member("key", status.keySource)
      switch status.outcome {
      case .notAsked: writer.member("state", "notAsked")
      case .reached: writer.member("state", "reached")
      case .failed(let facts):
        writer.member("state", "failed")
        writer.object("error") { writer in
          writer.member("title", facts.title)
          writer.member("message", facts.message)
          writer.member("canRetry", facts.canRetry)
        }
      }
      writer.serviceQuota(status.quota)
    }
  }

  /// Writes a quota as a member.
  package mutating func serviceQuota(_ quota: IdentificationAnswer.Quota?) {
    member("quota", quota) { writer, quota in
      writer.object { writer in
        writer.member("remaining", quota.remaining)
        writer.member("total", quota.total)
        writer.member(
          "resetsAt",
          quota.resetsAt.map {
            Instant(milliseconds: Int64($0) * 1_000).rfc3339
          })
      }
    }
  }

  /// Writes what a service knows of a plant, and the care that follows.
  package mutating func speciesFinding(
    _ finding: SpeciesFinding, filledFrom profile: CareProfile?
  ) {
    let species = finding.species
    let base = profile?.recorded ?? .generic
    object { writer in
      writer.member("service", finding.service.rawValue)
      writer.member("scientificName", species.scientificName)
      writer.member("author", species.author)
      writer.member("family", species.family)
      writer.member("genus", species.genus)
      writer.member("commonNames", species.commonNames["en"] ?? [])
      writer.member("url", finding.url)
      writer.member(
        "storedAt",
        Instant(milliseconds: Int64(finding.storedAt) * 1_000).rfc3339)
      writer.member("isStale", finding.failure != nil)
      writer.member("growth", species.growth)
      writer.objects("ranges", species.ranges) { writer, range in
        writer.member("condition", range.condition.rawValue)
        writer.member("minimum", range.minimum)
        writer.member("maximum", range.maximum)
      }
      writer.member("rejected", species.rejected)
      writer.member("ownNeeds", finding.care.needs.map(\.rawValue))
      writer.member("otherNeeds", CareLevel(of: base)?.rawValue)
      writer.objects("sources", species.sources) { writer, source in
        writer.member("name", source.name)
        writer.member("url", source.url)
        writer.member("licence", source.licence)
      }
      writer.objects("pictures", species.pictures) { writer, picture in
        writer.member("url", picture.url)
        writer.member("organ", picture.organ)
        writer.member("author", picture.author)
        writer.member("licence", picture.licence)
      }
    }
  }

  private mutating func member(_ name: StaticString, _ facts: GrowthFacts) {
    object(name) { writer in
      writer.member("light", facts.light)
      writer.member("atmosphericHumidity", facts.atmosphericHumidity)
      writer.member("soilHumidity", facts.soilHumidity)
      writer.member("soilNutriments", facts.soilNutriments)
      writer.member("minimumPrecipitation", facts.minimumPrecipitation)
      writer.member("minimumTemperature", facts.minimumTemperature)
      writer.member("maximumTemperature", facts.maximumTemperature)
      writer.member("humidity", facts.humidity)
    }
  }
}
