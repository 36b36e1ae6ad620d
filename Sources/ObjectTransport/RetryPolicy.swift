/// The number of times a request is sent again, and the waits between.
struct RetryPolicy {
  /// The largest number of repetitions.
  var retries: Int

  private static let firstWait = 250
  private static let longestWait = 20_000
  /// The longest wait that a server may ask for, in seconds.
  static let longestRequestedWait = 60

  /// Returns the time to wait before the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of failed attempts before this one.
  ///   - requested: The seconds that the server asks to wait. Above a minute
  ///     there is no other attempt: an earlier one would only add to its load.
  ///   - chance: Returns a random number up to the given one.
  /// - Returns: Milliseconds, or `nil` for no further attempt.
  func wait(
    afterAttempt attempt: Int, requested: Int? = nil,
    chance: (Int) -> Int
  ) -> Int? {
    guard attempt < retries else { return nil }
    if let requested {
      guard requested <= Self.longestRequestedWait else { return nil }
      if requested > 0 { return requested * 1_000 }
    }
    // Full jitter: clients that failed together do not return together.
    let ceiling = min(Self.firstWait << min(attempt, 16), Self.longestWait)
    return chance(ceiling)
  }

  /// Returns whether another attempt may succeed after an answer's status.
  ///
  /// WebDAV servers answer 423 (locked) while somebody else writes the same.
  static func isTransient(_ status: Int) -> Bool {
    [408, 423, 429, 500, 502, 503, 504].contains(status)
  }
}
