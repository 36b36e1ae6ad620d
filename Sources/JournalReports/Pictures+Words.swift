package import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalQueries
internal import JournalTime
package import PlantServices
internal import TextKit

extension FetchedPictures {
  /// The results in words, a line for each species, and what was left out.
  package var lines: [String] {
    let widest = results.map { $0.species.count }.max() ?? 0
    var lines = results.map { result in
      let species = SafeText.shown(result.species)
      let padding = String(
        repeating: " ", count: max(0, min(widest, 30) - species.count))
      return "\(species)\(padding)  \(result.words)"
    }
    for case .none(let reasons) in results.map(\.outcome) {
      lines += reasons.map { "note: \(SafeText.shown($0))" }
    }
    if let trefleFailure {
      lines.append(
        "note: \(SafeText.shown(ErrorFacts(of: trefleFailure).message)), so only Wikimedia was asked"
      )
    }
    return lines
  }
}

extension FetchedPictures.Result {
  fileprivate var words: String {
    switch outcome {
    case .picture(let picture, let isNew):
      (isNew ? "" : "already kept: ") + picture.credit.shownWords
    case .none: "no free picture"
    }
  }
}

extension PictureCredit {
  /// The credit as it may be shown on a terminal.
  package var shownWords: String { SafeText.shown(words) }
}

extension SpeciesPicture {
  /// The credit and the address of the picture's page, for a terminal.
  package var fact: String {
    let page = credit.page.map { " (\($0))" } ?? ""
    return SafeText.shown(credit.words + page)
  }
}

extension JSONWriter {
  /// Writes the outcome of fetching pictures.
  package mutating func fetchedPictures(_ fetched: FetchedPictures) {
    object { writer in
      writer.objects("pictures", fetched.results) { writer, result in
        writer.member("species", result.species)
        writer.objects("plants", result.plants) { writer, plant in
          writer.member("id", plant.id.description)
          writer.member("name", plant.displayName)
        }
        switch result.outcome {
        case .picture(let picture, let isNew):
          writer.member("state", isNew ? "fetched" : "kept")
          writer.picture(picture)
        case .none(let reasons):
          writer.member("state", "none")
          writer.member("reasons", reasons)
        }
      }
      writer.member(
        "trefleFailure", fetched.trefleFailure.map(ErrorFacts.init(of:))
      ) { writer, facts in
        writer.object { writer in
          writer.member("title", facts.title)
          writer.member("message", facts.message)
          writer.member("canRetry", facts.canRetry)
        }
      }
    }
  }

  /// Writes the kept picture of a species as a member; nothing for none.
  package mutating func picture(_ picture: SpeciesPicture?) {
    guard let picture else { return }
    object("picture") { writer in
      writer.member("path", picture.path)
      writer.member("width", picture.width)
      writer.member("height", picture.height)
      writer.member("author", picture.credit.author)
      writer.member("licence", picture.credit.licence.name)
      writer.member("licenceURL", picture.credit.licence.url)
      writer.member("source", picture.credit.source)
      writer.member("page", picture.credit.page)
      writer.member("url", picture.credit.url)
      writer.member(
        "fetchedAt",
        Instant(milliseconds: Int64(picture.fetchedAt) * 1_000).rfc3339)
    }
  }
}
