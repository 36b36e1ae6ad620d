public import ErrorKit
public import JournalTime

/// A source of stamps that increase whatever the wall clock does, so that an
/// event always sorts after the events its writer had seen.
///
/// See Kulkarni and others, "Logical Physical Clocks", 2014. This clock has no
/// bound on drift: refusing a peer's clock would lose its events.
public struct HybridLogicalClock: Sendable {
  /// The greatest stamp issued or absorbed.
  public private(set) var latest: Stamp?

  /// 2200-01-01T00:00:00Z. A wall clock past this is considered broken.
  public static let wallLimit = Instant(milliseconds: 7_258_118_400_000)

  /// Creates a clock that has absorbed stamps up to `latest`.
  public init(latest: Stamp?) {
    self.latest = latest
  }

  /// Returns the least stamp that is above ``latest`` and not below the wall
  /// clock.
  ///
  /// - Throws: ``ClockError`` if no stamp is left above ``latest``.
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

  /// Absorbs a received stamp, however far ahead it is.
  public mutating func update(with stamp: Stamp) {
    latest = max(latest ?? stamp, stamp)
  }
}

/// An error that says that no stamp is left above the latest.
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
  /// A number that distinguishes events of the same millisecond.
  public let counter: UInt16

  /// The milliseconds from which on a stamp is corrupt.
  public static let limit: UInt64 = 1 << 47

  /// The milliseconds from which on a received stamp must follow an existing
  /// one. The range up to ``limit``, 34 years of 65,536 stamps a millisecond,
  /// is reserved for replicas that absorbed a stamp just below.
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

  /// Creates the first stamp at `instant`, or in 1970 if that is earlier.
  public init(at instant: Instant) {
    let milliseconds = UInt64(max(instant.milliseconds, 0))
    self.init(unchecked: min(milliseconds, Self.limit - 1), 0)
  }

  /// The next stamp; `nil` at the end of time.
  public var successor: Stamp? {
    if counter < .max { return Stamp(unchecked: milliseconds, counter + 1) }
    return Stamp(milliseconds: milliseconds + 1, counter: 0)
  }

  public static func < (left: Stamp, right: Stamp) -> Bool {
    (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
  }

  public var description: String { "\(milliseconds).\(counter)" }
}
