/// The units in which measures are shown, and bare numbers read. What is kept
/// is metric.
public enum MeasurementUnits: String, CaseIterable, Sendable {
  /// Centimetres, millilitres, degrees Celsius.
  case metric
  /// Inches, US fluid ounces, degrees Fahrenheit.
  case imperial
}
