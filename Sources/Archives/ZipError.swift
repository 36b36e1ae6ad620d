public import ErrorKit

/// The reason why a ZIP archive, or a file in it, cannot be read.
public enum ZipError: DescribedError, Sendable, Hashable {
  /// The directory is missing or inconsistent, or belongs to an archive in
  /// several parts.
  case unreadable
  /// The archive uses the format for sizes beyond 4 GiB.
  case large
  /// Two of its files have the same name.
  case duplicate(name: String)
  /// It has no such file.
  case missing(name: String)
  /// The file can only be read with a password.
  case encrypted(name: String)
  /// The file is packed with an unknown method.
  case unknownMethod(name: String, method: Int)
  /// The file claims an implausible size.
  case tooLarge(name: String, bytes: Int, packed: Int)
  /// The file does not unpack to the contents in the directory.
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
