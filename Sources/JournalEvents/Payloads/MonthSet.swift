/// A set of months of the year.
public struct MonthSet: Hashable, Sendable {
  private var mask: UInt16

  /// All twelve months.
  public static let all = MonthSet(mask: 0x1ffe)

  private init(mask: UInt16) {
    self.mask = mask
  }

  /// Creates a set from months 1 to 12; `nil` where one is outside of that
  /// or there is none.
  public init?(_ months: some Sequence<Int>) {
    mask = 0
    for month in months {
      guard (1...12).contains(month) else { return nil }
      mask |= 1 << UInt16(month)
    }
    guard mask != 0 else { return nil }
  }

  /// Whether `month` (1 to 12) is in the set.
  public func contains(_ month: Int) -> Bool {
    mask & (1 << UInt16(month)) != 0
  }

  /// The months, ascending.
  public var months: [Int] { (1...12).filter(contains) }
}
