internal import Glibc

/// The variables of this process.
public enum ProcessEnvironment {
  /// The value of a variable; `nil` where it is not set.
  public static subscript(name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Every variable as `NAME=value`, for a program that is started.
  ///
  /// Read from the system, as Swift lends C's table of them only as mutable
  /// state of the whole process.
  public static func all() -> [String] {
    let file = "/proc/self/environ"
    let bytes = (try? File.contents(of: file, atMost: .max)) ?? []
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
