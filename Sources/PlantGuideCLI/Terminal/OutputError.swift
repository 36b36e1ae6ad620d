internal import Glibc

/// Why output could not be written.
public enum OutputError: Error, Sendable, Hashable {
  /// The reader has gone away, as `head` does; no fault of anyone.
  case closed
  /// The system refused, with this error number.
  case failed(errno: Int32)
}

extension OutputError: CustomStringConvertible {
  /// What went wrong.
  public var description: String {
    switch self {
    case .closed: "the output was closed"
    case .failed(let errno):
      "the output could not be written: \(String(cString: strerror(errno)))"
    }
  }
}
