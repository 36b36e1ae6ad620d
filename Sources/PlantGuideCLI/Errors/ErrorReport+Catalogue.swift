internal import Catalogue
internal import CatalogueStore
internal import SearchEngine
internal import TerminalKit

extension ErrorReport {
  /// What is not in a catalogue, or is no catalogue.
  static func ofCatalogue(_ error: any Error) -> ErrorReport? {
    switch error {
    case let error as NotInCatalogue:
      ErrorReport(
        "no plant of the catalogue is called anything like '\(error.name)'",
        hint:
          "try fewer or other words; 'plantguide browse' shows what there is",
        .nothingMatched)
    case let error as AmbiguousSpecies:
      ErrorReport(
        "'\(error.name)' could be \(Wording.alternatives(error.candidates))",
        hint: "write one of their names in full", .wrongUsage)
    case let error as UnknownGroup:
      ErrorReport(
        "no category, family or genus of the catalogue is called '\(error.name)'",
        hint: error.suggestions.first.map { "did you mean '\($0)'?" }
          ?? "'plantguide browse --by family' shows what there is",
        .nothingMatched)
    case let error as SearchQueryError: query(error)
    case let error as CatalogueReadingError: reading(error)
    case let error as ImageError: image(error)
    default: nil
    }
  }

  /// That a command goes on without the imported catalogue.
  static func passedOverCatalogue(_ error: any Error) -> ErrorReport {
    let inner = ErrorReport(describing: error)
    return ErrorReport(
      inner.message + "; it is passed over", hint: inner.hint, inner.exitCode)
  }

  private static func query(_ error: SearchQueryError) -> ErrorReport {
    switch error {
    case .tooLong(let bytes):
      ErrorReport(
        "a name to search for has at most \(SearchQuery.maximumLength) bytes, and this has \(bytes)",
        hint: "a few words are enough", .wrongUsage)
    case .tooManyWords(let count):
      ErrorReport(
        "a name to search for has at most \(SearchQuery.maximumWordCount) words, and this has \(count)",
        hint: "a few words are enough", .wrongUsage)
    }
  }

  private static func reading(_ error: CatalogueReadingError) -> ErrorReport {
    let (message, hint) = words(for: error)
    return ErrorReport(
      "not a catalogue: \(message); nothing was imported", hint: hint,
      .wrongUsage)
  }

  private static func words(
    for error: CatalogueReadingError
  ) -> (message: String, hint: String?) {
    let help = "see 'plantguide help catalogue import'"
    switch error {
    case .notJSON(let error): return ("it is not JSON: \(error)", nil)
    case .wrongShape(let place, let expected):
      return ("\(place) must be \(expected)", help)
    case .missingColumn(let name, let found):
      let columns = found.prefix(20).joined(separator: ", ")
      return ("its heading has no \(name), only: \(columns)", help)
    case .shortLine(let number):
      return ("line \(number) has no scientific name", nil)
    case .badName(let place, let reason):
      return ("\(place): a name \(reason)", "mend or remove that line")
    case .openQuote(let line):
      return ("a quote in line \(line) is never closed", nil)
    case .noPlants: return ("there is no plant in it", help)
    case .badArchive(let reason): return (reason, help)
    }
  }

  private static func image(_ error: ImageError) -> ErrorReport {
    let hint = "import it again, or 'plantguide catalogue remove'"
    return switch error {
    case .notAnImage, .damaged:
      ErrorReport(
        "the imported catalogue is damaged", hint: hint, .damagedData)
    case .otherVersion(let found, let known):
      ErrorReport(
        "the imported catalogue has format \(found), and this program knows \(known)",
        hint: hint, found > known ? .newerFormat : .damagedData)
    }
  }
}
