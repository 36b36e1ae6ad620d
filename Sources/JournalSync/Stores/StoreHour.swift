public import JournalTime

/// An hour of a store's own clock, in UTC.
public struct StoreHour: Sendable, Hashable, Comparable,
  CustomStringConvertible
{
  /// The hours since 1970.
  private let number: Int

  /// Creates the hour that contains a moment.
  public init(of moment: Instant) {
    let day = Int(moment.utcDay.number)
    let milliseconds = Int(moment.milliseconds) - day * 86_400_000
    number = day * 24 + milliseconds / 3_600_000
  }

  private init(number: Int) { self.number = number }

  /// Creates the hour of ten digits `yyyymmddhh`; `nil` if there is no such
  /// hour.
  public init?(digits: UInt64) {
    guard let digits = Int(exactly: digits), digits % 100 < 24,
      let day = Day(
        year: digits / 1_000_000, month: digits / 10_000 % 100,
        day: digits / 100 % 100)
    else { return nil }
    number = Int(day.number) * 24 + digits % 100
  }

  /// The ten digits `yyyymmddhh`, which sort in the order of the hours.
  public var description: String {
    let day = Day(number: Int32(clamping: number.dividedDown(by: 24)))
    let (year, month, dayOfMonth) = day.components
    let hour = number - Int(day.number) * 24
    let digits = String(((year * 100 + month) * 100 + dayOfMonth) * 100 + hour)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }

  /// Returns the hour so many hours later, or earlier.
  public func advanced(by hours: Int) -> StoreHour {
    StoreHour(number: number + hours)
  }

  public static func < (left: StoreHour, right: StoreHour) -> Bool {
    left.number < right.number
  }
}

extension Int {
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
