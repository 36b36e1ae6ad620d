public import ErrorKit
internal import POSIXKit

/// The reason why a time zone's rules are unavailable.
public enum TimeZoneError: DescribedError, Hashable, Sendable {
  /// The text cannot be the name of a zone.
  case invalidName(String)

  /// The system's zone database has no such zone.
  case notFound(identifier: String, path: String)

  /// The system refused to read the zone's file.
  case unreadable(identifier: String, path: String, errno: Int32)

  /// The zone's bytes are not the TZif format of RFC 8536.
  case malformed(identifier: String, reason: String)

  /// The error, its place and a remedy.
  public var facts: ErrorFacts {
    switch self {
    case .invalidName(let name):
      .init(
        .invalidInput,
        "\(String(reflecting: name)) is not the name of a time zone; "
          + "give an IANA name such as Europe/Paris")
    case .notFound(let identifier, let path):
      .init(
        .invalidInput,
        "there is no time zone '\(identifier)' (\(path) is missing); check "
          + "the name's spelling and capitals, or install the system's tzdata")
    case .unreadable(let identifier, let path, let errno):
      .init(
        .system,
        "the rules of time zone '\(identifier)' could not be read from "
          + "\(path): \(FileSystemError.words(for: errno))",
        Remedy(errno: errno))
    case .malformed(let identifier, let reason):
      .init(
        .system,
        "the rules of time zone '\(identifier)' are damaged or no TZif file: "
          + "\(reason); reinstall the system's tzdata", canRetry: false)
    }
  }
}
