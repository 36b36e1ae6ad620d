internal import ErrorKit

/// The exit status of the program; other programs rely on it.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// The command succeeded, even if there was nothing to do.
  case done = 0
  /// Nothing matched the request.
  case nothingMatched = 1
  /// The command line or the input is invalid.
  case wrongUsage = 2
  /// Stored or received data is damaged.
  case damagedData = 3
  /// The network or the other side failed.
  case network = 4
  /// The disk, a permission or the system caused a failure.
  case system = 5
  /// The data has a newer format than this program knows.
  case newerFormat = 6

  /// Creates the status for an error of `kind`.
  init(_ kind: ErrorKind) {
    self =
      switch kind {
      case .nothingMatched: .nothingMatched
      case .invalidInput, .needsAnswer, .conflict: .wrongUsage
      case .damagedData: .damagedData
      case .network: .network
      case .system: .system
      case .newerFormat: .newerFormat
      case .interrupted: .done
      }
  }
}
