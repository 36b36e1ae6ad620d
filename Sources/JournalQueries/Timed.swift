public import JournalProjections
public import JournalTime

/// The clock that a request is read by: the moment that is now, in the
/// journal's zone.
public struct LocalClock: Sendable {
  /// The moment that is now.
  public let now: Instant
  /// The zone in which days are counted.
  public let zone: TimeZoneRules

  /// Creates a clock.
  public init(now: Instant, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
  }

  /// The day that is today.
  public var today: Day { zone.localDay(of: now) }
}

/// A value that depends on the journal's clock, which only the action's own
/// transaction knows: "yesterday" has no day before the zone is read.
public struct Timed<Value>: Sendable {
  private let resolve: @Sendable (LocalClock) throws -> Value

  /// Creates a value that `resolve` reads by the clock.
  public init(_ resolve: @escaping @Sendable (LocalClock) throws -> Value) {
    self.resolve = resolve
  }

  /// The value that the clock gives it.
  public func value(by clock: LocalClock) throws -> Value { try resolve(clock) }
}

/// When something happened.
public typealias Moment = Timed<OffsetInstant>

extension Timed where Value == OffsetInstant {
  /// The moment that is now.
  public static let now = Moment { $0.zone.offsetInstant(of: $0.now) }

  /// A moment that is known beforehand.
  public static func exactly(_ at: OffsetInstant) -> Moment {
    Moment { _ in at }
  }
}

extension Timed where Value == Day {
  /// A day that is known beforehand.
  public static func exactly(_ day: Day) -> Timed<Day> {
    Timed<Day> { _ in day }
  }
}

extension Snapshot {
  /// The clock by which what was typed is read.
  public var clock: LocalClock { LocalClock(now: now, zone: zone) }
}
