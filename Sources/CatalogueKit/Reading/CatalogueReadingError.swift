public import Encodings
public import ErrorKit

/// The reason why a file cannot be read as a catalogue.
public enum CatalogueReadingError: DescribedError, Sendable, Hashable {
  /// It is not JSON.
  case notJSON(JSONError)
  /// A value has the wrong form for its place in a catalogue.
  case wrongShape(place: String, expected: String)
  /// The heading lacks a column.
  case missingColumn(String, found: [String])
  /// A line has too few fields.
  case shortLine(number: Int)
  /// A name is invalid.
  case badName(place: String, reason: String)
  /// It is not delimited text of the expected form.
  case badText(CSVError)
  /// It contains no plant.
  case noPlants
  /// An archive's description lacks required information.
  case badArchive(String)

  public var facts: ErrorFacts {
    let (fault, remedy) = words
    return .init(
      .invalidInput, "not a catalogue: \(fault)", remedy,
      outcome: .nothingImported, title: "Import Failed")
  }

  private var words: (fault: String, Remedy?) {
    switch self {
    case .notJSON(let error): return ("it is not JSON: \(error)", nil)
    case .wrongShape(let place, let expected):
      return ("\(place) must be \(expected)", .readAboutCatalogues)
    case .missingColumn(let name, let found):
      let columns = found.prefix(20).joined(separator: ", ")
      return (
        "its heading has no \(name), only: \(columns)", .readAboutCatalogues
      )
    case .shortLine(let number):
      return ("line \(number) has no scientific name", nil)
    case .badName(let place, let reason):
      return ("\(place): a name \(reason)", "mend or remove that line")
    case .badText(let error):
      return (error.facts.message, error.facts.remedy)
    case .noPlants: return ("there is no plant in it", .readAboutCatalogues)
    case .badArchive(let reason): return (reason, .readAboutCatalogues)
    }
  }
}
