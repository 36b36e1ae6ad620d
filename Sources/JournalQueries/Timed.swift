public import JournalProjections
public import JournalTime

/// The clock of a request: the current instant in the journal's zone.
public struct LocalClock: Sendable {
  /// The current instant.
  public let now: Instant
  /// The time zone in which days are counted.
  public let zone: TimeZoneRules

  /// Creates a clock.
  public init(now: Instant, zone: TimeZoneRules) {
    self.now = now
    self.zone = zone
  }

  /// The current day.
  public var today: Day { zone.localDay(of: now) }
}

/// A value that depends on the journal's clock, which only the transaction
/// knows. For example, "yesterday" is a day only once the zone is known.
public struct Timed<Value>: Sendable {
  private let resolve: @Sendable (LocalClock) throws -> Value

  /// Creates a value that `resolve` computes from the clock.
  public init(_ resolve: @escaping @Sendable (LocalClock) throws -> Value) {
    self.resolve = resolve
  }

  /// Returns the value at this clock.
  public func value(by clock: LocalClock) throws -> Value { try resolve(clock) }
}

/// A time that depends on the journal's clock.
public typealias Moment = Timed<OffsetInstant>

extension Timed where Value == OffsetInstant {
  /// The current time.
  public static let now = Moment { $0.zone.offsetInstant(of: $0.now) }

  /// Returns a moment with a known time.
  public static func exactly(_ at: OffsetInstant) -> Moment {
    Moment { _ in at }
  }
}

extension Timed where Value == Day {
  /// Returns a fixed day.
  public static func exactly(_ day: Day) -> Timed<Day> {
    Timed<Day> { _ in day }
  }
}

/// The corrected time of something recorded.
public enum CorrectedTime: Sendable {
  /// Another moment.
  case moment(OffsetInstant)
  /// Another day, at the recorded time of day.
  case day(Day)
}

extension Snapshot {
  /// The clock for typed input.
  public var clock: LocalClock { LocalClock(now: now, zone: zone) }
}
