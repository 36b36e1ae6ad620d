public import Encodings

/// Why a file cannot be read as a catalogue.
public enum CatalogueReadingError: Error, Sendable, Hashable {
  /// It is not JSON.
  case notJSON(JSONError)
  /// A value is not what a catalogue has there.
  case wrongShape(place: String, expected: String)
  /// The heading lacks a column.
  case missingColumn(String, found: [String])
  /// A line has fewer fields than it must.
  case shortLine(number: Int)
  /// A name cannot be one.
  case badName(place: String, reason: String)
  /// A quote was opened in a line and never closed.
  case openQuote(line: Int)
  /// There is no plant in it.
  case noPlants
  /// An archive's description does not say what is needed.
  case badArchive(String)
}
