internal import Archives
internal import TerminalKit

extension ErrorReport {
  /// What is wrong with a ZIP archive that a catalogue was to come from.
  static func ofArchive(_ error: any Error) -> ErrorReport? {
    guard let error = error as? ZipError else { return nil }
    let (message, hint) = words(for: error)
    return ErrorReport(
      "the archive cannot be read: \(message); nothing was imported",
      hint: hint, .wrongUsage)
  }

  private static func words(for error: ZipError) -> (String, String) {
    let again = "download it again"
    let unpack = "unpack it, and import its directory"
    return switch error {
    case .truncated: ("its end is missing", again)
    case .damagedDirectory: ("its directory is damaged", again)
    case .split: ("it is one part of several", unpack)
    case .large: ("it has sizes beyond 4 GiB", unpack)
    case .duplicate(let name):
      ("it has two files '\(name)'", unpack)
    case .missing(let name):
      ("it has no file '\(name)'", "see 'plantguide help catalogue import'")
    case .encrypted(let name): ("'\(name)' has a password", unpack)
    case .unknownMethod(let name, let method):
      ("'\(name)' is packed by method \(method), not by deflate", unpack)
    case .tooLarge(let name, let bytes, let packed):
      (
        "'\(name)' claims \(bytes) bytes of only \(packed) packed ones",
        "no list of plants shrinks so far; do not unpack it either"
      )
    case .damaged(let name):
      ("'\(name)' is not what its sum says", again)
    }
  }
}
