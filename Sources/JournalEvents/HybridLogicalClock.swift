public import ErrorKit
public import JournalTime

/// Gives stamps that rise whatever the wall clock does, so that an event
/// always sorts after those its writer had seen.
///
/// Kulkarni and others, "Logical Physical Clocks", 2014; here without a bound
/// on drift, because refusing a peer's clock would lose its events.
public struct HybridLogicalClock: Sendable {
  /// The greatest stamp given or absorbed.
  public private(set) var latest: Stamp?

  /// 2200-01-01T00:00:00Z: a wall clock beyond is taken to be broken.
  public static let wallLimit = Instant(milliseconds: 7_258_118_400_000)

  /// Creates a clock that has seen stamps up to `latest`.
  public init(latest: Stamp?) {
    self.latest = latest
  }

  /// The least stamp above every one held and not below the wall clock.
  ///
  /// - Throws: ``ClockError`` when a stamp absorbed earlier leaves none above.
  public mutating func now(wall: Instant) throws(ClockError) -> Stamp {
    let reading = Stamp(at: min(wall, Self.wallLimit))
    guard let latest else {
      self.latest = reading
      return reading
    }
    guard let next = latest.successor else { throw ClockError() }
    let stamp = max(reading, next)
    self.latest = stamp
    return stamp
  }

  /// Takes note of a stamp received, whatever its distance.
  public mutating func update(with stamp: Stamp) {
    latest = max(latest ?? stamp, stamp)
  }
}

/// No stamp is left above those held.
public struct ClockError: DescribedError, Sendable {
  public var facts: ErrorFacts {
    .init(
      .damagedData,
      "an event from the end of time (stamp 2^47 ms) leaves no room for another",
      .findBadEvent)
  }
}

/// A reading of the hybrid logical clock: 48 bits of milliseconds since 1970
/// and a 16-bit counter that carries into them.
public struct Stamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: UInt64
  /// Tells events of one millisecond apart.
  public let counter: UInt16

  /// Milliseconds from which on a stamp is corrupt.
  public static let limit: UInt64 = 1 << 47

  /// Milliseconds from which on a received stamp must follow one that is
  /// held. What lies between here and ``limit``, 34 years of 65,536 stamps a
  /// millisecond, is room for the events of those who had to absorb a stamp
  /// just below.
  public static let reserve: UInt64 = limit - (1 << 40)

  /// Creates a stamp; `nil` from ``limit`` on.
  public init?(milliseconds: UInt64, counter: UInt64) {
    guard milliseconds < Self.limit, let counter = UInt16(exactly: counter)
    else { return nil }
    self.milliseconds = milliseconds
    self.counter = counter
  }

  private init(unchecked milliseconds: UInt64, _ counter: UInt16) {
    self.milliseconds = milliseconds
    self.counter = counter
  }

  /// The least stamp.
  public static let zero = Stamp(unchecked: 0, 0)

  /// The first stamp at `instant`, which is taken as 1970 where it is before.
  public init(at instant: Instant) {
    let milliseconds = UInt64(max(instant.milliseconds, 0))
    self.init(unchecked: min(milliseconds, Self.limit - 1), 0)
  }

  /// The least stamp above this one; `nil` at the end of time.
  public var successor: Stamp? {
    if counter < .max { return Stamp(unchecked: milliseconds, counter + 1) }
    return Stamp(milliseconds: milliseconds + 1, counter: 0)
  }

  public static func < (left: Stamp, right: Stamp) -> Bool {
    (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
  }

  public var description: String { "\(milliseconds).\(counter)" }
}
