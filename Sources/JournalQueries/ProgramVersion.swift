/// The version of all programs of this package.
package enum ProgramVersion {
  /// The version, such as `1.2.3`.
  package static let text = "0.1.0"
}
