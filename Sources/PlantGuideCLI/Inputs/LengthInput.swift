internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import TerminalKit

/// The typed lengths, stored in whole millimetres.
enum LengthInput {
  /// Reads `42cm`, `420mm`, `1.2m`, `17in`, `3ft`, `5'6"`, `5ft 6in` or a bare
  /// number of centimetres or inches, as `units` say; rounds to the nearest
  /// millimetre.
  static func millimetres(
    _ text: String, of option: OptionDefinition, units: MeasurementUnits
  ) throws -> Int {
    do throws(Measure.LengthError) {
      return try Measure.length(text, units)
    } catch {
      throw option.refusal(of: text, expecting: error.expectation)
    }
  }

  /// Reads a number of leaves.
  static func leaves(_ text: String) -> Int? {
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int(text), count <= PlantMeasured.maximumLeaves
    else { return nil }
    return count
  }
}
