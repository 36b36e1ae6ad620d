internal import CatalogueKit
package import Encodings
internal import JournalEvents
internal import JournalFormats
package import JournalIdentification
package import JournalQueries
internal import JournalTime
internal import PlantServices
internal import TextKit

extension Identification {
  /// The method, with its model.
  package var method: String {
    let model = [answer.model, answer.version].filter { !$0.isEmpty }
      .joined(separator: " ")
    return source.words + (model.isEmpty ? "" : ", \(SafeText.shown(model))")
  }

  /// The credit that the service requires; `nil` for none.
  package var credit: String? {
    source == .plantNetAPI || source == .hybrid ? "Powered by Pl@ntNet" : nil
  }

  /// The number of identifications that the service still grants; `nil` if it
  /// is unknown.
  package var quotaWords: String? {
    answer.quota?.remaining.map {
      "\(Phrase.count($0, "identification")) left today"
    }
  }
}

extension IdentificationView {
  /// The method, with its model.
  package var method: String {
    let words = [
      identification.source.words, identification.model,
      identification.modelVersion,
    ]
    return SafeText.shown(words.compactMap(\.self).joined(separator: ", "))
  }

  /// The confidence in percent; `nil` if it is not known.
  package var percent: String? {
    identification.confidence.map { "\(Int(($0 * 100).rounded())) %" }
  }
}

extension Identification.Plant {
  /// The confidence in percent.
  package var percent: String { "\(Int((confidence * 100).rounded())) %" }

  /// The remark on the catalogue: its category and family.
  package var catalogueWords: String {
    guard let entry else { return "" }
    let words = [entry.category, entry.family].filter { !$0.isEmpty }
    return "in the catalogue"
      + (words.isEmpty ? "" : ": \(words.joined(separator: ", "))")
  }
}

extension JSONWriter {
  /// Writes the members of an identification.
  package mutating func members(of identification: Identification) {
    member("source", identification.source.rawValue)
    member("isSure", identification.isSure)
    member("model", identification.answer.model)
    member("version", identification.answer.version)
    member("notes", identification.notes)
    member("credit", identification.credit)
    member("remaining", identification.answer.quota?.remaining)
    objects("results", identification.plants) { writer, plant in
      writer.member("scientificName", plant.scientificName)
      writer.member("commonNames", plant.commonNames)
      writer.member("family", plant.family)
      writer.member("category", plant.entry?.category)
      writer.member("isInCatalogue", plant.entry != nil)
      writer.member("confidence", fraction: plant.confidence)
      writer.objects("pictures", plant.candidate.pictures) { writer, picture in
        writer.member("url", picture.url)
        writer.member("author", picture.author)
        writer.member("licence", picture.licence)
        writer.member("organ", picture.organ)
      }
    }
  }

  /// Writes identifications that were recorded.
  package mutating func identifications(_ entries: [IdentificationView]) {
    object { writer in
      writer.objects("identifications", entries) { writer, entry in
        let body = entry.identification
        writer.object("plant") {
          $0.member("id", entry.plant.id.description)
          $0.member("name", entry.plant.displayName)
        }
        writer.member("at", entry.at.description)
        writer.member("source", body.source.rawValue)
        writer.member("confidence", fraction: body.confidence)
        writer.member("model", body.model)
        writer.member("modelVersion", body.modelVersion)
        writer.member("photo", body.photo?.description)
        writer.member("place", body.place)
        writer.objects("results", body.topResults) { writer, result in
          writer.member("scientificName", result.scientificName)
          writer.member("confidence", fraction: result.confidence)
        }
        writer.member("note", entry.note)
      }
    }
  }

  /// Writes the members of a model's card.
  package mutating func members(of card: ModelCard) {
    member("name", card.name)
    member("version", card.version)
    member("licence", card.licence)
    member("source", card.source)
  }

  /// Writes the members of the outcome of checking a model.
  package mutating func members(of check: ModelCheck) {
    member("plants", check.plants)
    member("inCatalogue", check.inCatalogue)
    member("bytes", check.byteCount)
    member("operators", check.operators)
    member("difference", fraction: check.difference)
  }
}

extension ModelCheck {
  /// The outcome in lines: what the model knows, and what it cannot know.
  package var lines: [String] {
    let share = plants == 0 ? 0 : inCatalogue * 100 / plants
    var lines = [
      "knows \(Phrase.count(plants, "plant")); the catalogue of house plants has \(inCatalogue) of them (\(share) %)",
      "its self-test gave the scores of its card",
    ]
    if inCatalogue * 2 < plants {
      lines.append(
        "note: most of its plants are no house plants. A plant that it does not know gets the name of another"
      )
    }
    if let lackOfGuards { lines.append("note: \(lackOfGuards)") }
    return lines
  }
}
