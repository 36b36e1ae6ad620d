internal import ErrorKit

/// What the program's exit status means; other programs rely on it.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done, also where there was nothing to do.
  case done = 0
  /// Nothing matched what was asked for.
  case nothingMatched = 1
  /// The command line or the input is not understood.
  case wrongUsage = 2
  /// Stored or received data is damaged.
  case damagedData = 3
  /// The network or the other side failed.
  case network = 4
  /// The disk, a permission or the system failed.
  case system = 5
  /// The data has a newer format than this program knows.
  case newerFormat = 6

  /// The status that an error of `kind` ends with.
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
