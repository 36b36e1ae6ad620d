internal import Glibc

/// A moment on the monotonic clock that ends a wait.
public struct Deadline: Sendable {
  private let end: Int64

  /// Creates the moment that is `seconds` from now.
  public init(seconds: Int64) {
    end = Self.now + seconds * 1_000
  }

  /// The number of milliseconds left; 0 once it has passed.
  public var millisecondsLeft: Int32 {
    Int32(clamping: max(0, end - Self.now))
  }

  /// The time left.
  var timeLeft: timespec {
    let left = Int(millisecondsLeft)
    return timespec(tv_sec: left / 1_000, tv_nsec: left % 1_000 * 1_000_000)
  }

  /// The time of the monotonic clock in milliseconds.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
