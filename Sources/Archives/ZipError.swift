public import ErrorKit

/// Why a ZIP archive, or a file in it, cannot be read.
public enum ZipError: DescribedError, Sendable, Hashable {
  /// Its directory is missing, does not hold together, or tells of an archive
  /// that is spread over several files.
  case unreadable
  /// It is of the large kind, which has sizes beyond 4 GiB.
  case large
  /// Two of its files have one name.
  case duplicate(name: String)
  /// It has no such file.
  case missing(name: String)
  /// The file can be read with a password only.
  case encrypted(name: String)
  /// The file is packed in a way that is not known here.
  case unknownMethod(name: String, method: Int)
  /// The file claims to be larger than it can honestly be.
  case tooLarge(name: String, bytes: Int, packed: Int)
  /// The file does not unpack to what the directory says.
  case damaged(name: String)

  public var facts: ErrorFacts {
    let (fault, remedy) = words
    return .init(
      .invalidInput, "the archive cannot be read: \(fault)", remedy,
      outcome: .nothingImported, title: "Import Failed")
  }

  private var words: (fault: String, Remedy) {
    let again: Remedy = "download it again"
    let unpack: Remedy = "unpack it, and import its directory"
    return switch self {
    case .unreadable:
      (
        "its directory at the end is missing or damaged, or it is one part of several",
        again
      )
    case .large: ("it has sizes beyond 4 GiB", unpack)
    case .duplicate(let name): ("it has two files '\(name)'", unpack)
    case .missing(let name):
      ("it has no file '\(name)'", .readAboutCatalogues)
    case .encrypted(let name): ("'\(name)' has a password", unpack)
    case .unknownMethod(let name, let method):
      ("'\(name)' is packed by method \(method), not by deflate", unpack)
    case .tooLarge(let name, let bytes, let packed):
      (
        "'\(name)' claims \(bytes) bytes of only \(packed) packed ones",
        "no list of plants shrinks so far; do not unpack it either"
      )
    case .damaged(let name): ("'\(name)' is not what its sum says", again)
    }
  }
}
