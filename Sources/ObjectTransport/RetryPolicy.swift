/// How often and after which waits a request is sent again.
struct RetryPolicy {
  /// How many times at most.
  var retries: Int

  private static let firstWait = 250
  private static let longestWait = 20_000
  /// The longest wait that a server may ask for, in seconds.
  static let longestRequestedWait = 60

  /// Says how long to wait before the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: How many attempts failed before this one.
  ///   - requested: The seconds that the server asks to wait. Longer than a
  ///     minute nobody waits: asking earlier would only add to its load.
  ///   - chance: A number up to the one that it is given.
  /// - Returns: Milliseconds, or `nil` where there is to be no attempt.
  func wait(
    afterAttempt attempt: Int, requested: Int? = nil,
    chance: (Int) -> Int
  ) -> Int? {
    guard attempt < retries else { return nil }
    if let requested {
      guard requested <= Self.longestRequestedWait else { return nil }
      if requested > 0 { return requested * 1_000 }
    }
    // Full jitter: those who failed together do not come back together.
    let ceiling = min(Self.firstWait << min(attempt, 16), Self.longestWait)
    return chance(ceiling)
  }

  /// Whether an answer with this status says that another attempt may succeed.
  ///
  /// WebDAV servers say 423 (locked) while somebody else changes the same.
  static func isTransient(_ status: Int) -> Bool {
    [408, 423, 429, 500, 502, 503, 504].contains(status)
  }
}
