internal import JournalLog
internal import TerminalKit

extension ProcessFacts {
  /// Every variable of this process as `NAME=value`, for a program that it
  /// starts.
  ///
  /// Read from the system, as Swift lends C's table of them only as mutable
  /// state of the whole process.
  static func wholeEnvironment() -> [String] {
    guard
      let bytes = try? FileContents.read(
        "/proc/self/environ", atMost: .max)
    else {
      return []
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
