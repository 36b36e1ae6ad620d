internal import Glibc

/// A file operation that the system refused.
public struct FileSystemError: Error, Sendable, Hashable,
  CustomStringConvertible
{
  /// The call that failed, such as `open`.
  public let operation: String
  /// The file concerned.
  public let path: String
  /// The system's error number.
  public let code: Int32

  /// Creates an error.
  public init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  public var description: String {
    "\(path.isEmpty ? "an empty path" : path): \(String(cString: strerror(code))) (\(operation))"
  }
}
