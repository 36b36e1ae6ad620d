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
