public import JournalTime

/// Gives the same numbers for the same seed on every run, so that a failing
/// property test can be repeated from the seed that it prints.
///
/// SplitMix64 (Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next sixty-four bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}

extension SeededGenerator {
  /// A whole number of `range`.
  public mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True once in `count` times.
  public mutating func one(in count: Int) -> Bool {
    int(1...count) == 1
  }

  /// A random element of `choices`, which are not empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[int(0...(choices.count - 1))]
  }

  /// `count` bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// A text of up to `limit` characters, from plain ones to such as need
  /// escapes, several bytes or two UTF-16 units.
  public mutating func text(_ limit: ClosedRange<Int> = 1...12) -> String {
    let alphabet: [Character] = [
      "a", "b", "Z", "0", " ", "-", "\"", "\\", "/", "\n", "\t", "\u{1}",
      "\u{7f}", "é", "ß", "水", "🌱", "👩‍🌾", "\u{2028}",
    ]
    let count = int(limit)
    return String((0..<count).map { _ in pick(alphabet) })
  }

  /// The value of `make`, or `nil` every other time.
  public mutating func maybe<Value>(
    _ make: (inout SeededGenerator) -> Value
  ) -> Value? {
    one(in: 2) ? make(&self) : nil
  }
}

extension SeededGenerator {
  /// The time of a machine's clock. Now and then it is years off: its battery
  /// is empty, or it was set wrongly.
  public mutating func brokenClock(at now: Instant) -> Instant {
    guard one(in: 6) else { return now }
    let year = 31_556_952_000
    return Instant(
      milliseconds: pick([
        // 1970 and 2099.
        0, 4_070_908_800_000,
        now.milliseconds - Int64(int(0...20 * year)),
        now.milliseconds + Int64(int(0...20 * year)),
      ]))
  }
}
