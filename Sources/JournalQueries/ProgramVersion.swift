/// The version of all programs of this package.
package enum ProgramVersion {
  /// Its numbers.
  package static let text = "0.1.0"
}
