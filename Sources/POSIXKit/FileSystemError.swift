public import ErrorKit
internal import Glibc

/// An operation on files or processes that the system refused.
public struct FileSystemError: DescribedError, Sendable, Hashable {
  /// The call that failed, such as `open`.
  public let operation: String
  /// The file concerned.
  public let path: String
  /// The system's error number.
  public let code: Int32

  public init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  /// The system's last error.
  init(_ operation: String, _ path: String) {
    self.init(operation: operation, path: path, code: errno)
  }

  /// The error for a link that is not followed, as others could have made it.
  static func link(_ path: String) -> FileSystemError {
    FileSystemError(operation: "follow", path: path, code: ELOOP)
  }

  /// A Boolean value that indicates whether a link was not followed.
  public var isOfLink: Bool { operation == "follow" }

  public var facts: ErrorFacts {
    guard !isOfLink else {
      return .init(
        .system, "\(path) is a link, which is not followed",
        "remove the link, or name the place that it leads to",
        title: "Save Failed", canRetry: false)
    }
    let place = path.isEmpty ? "an empty path" : path
    // Readers take it that a file was to be opened.
    let call = operation == "open" ? "" : " (\(operation))"
    // Bytes of a name that are not UTF-8 were replaced when it was read.
    let isNoText =
      code == EILSEQ || code == ENOENT && path.contains("\u{FFFD}")
    let words =
      isNoText
      ? "a name in the path is not UTF-8; rename it" : Self.words(for: code)
    return .init(
      .system, "\(place): \(words)\(call)",
      isNoText ? nil : Remedy(errno: code),
      title: ["open", "read"].contains(operation)
        ? "Load Failed" : "Save Failed")
  }

  /// The system's words for an error number, such as "Permission denied".
  public static func words(for code: Int32) -> String {
    String(cString: strerror(code))
  }
}

/// Throws the system's last error unless `result` is not negative.
@discardableResult
func checked<Result: SignedInteger>(
  _ operation: String, _ path: String, _ result: Result
) throws(FileSystemError) -> Result {
  guard result < 0 else { return result }
  throw FileSystemError(operation, path)
}
