/// A row of numbers as a row of little columns, one for each.
struct Sparkline {
  /// The numbers, 0 or more.
  let values: [Int]

  /// One character for each of the last `columns` numbers: a dot for none,
  /// else a block as high as its share of the greatest; in ASCII a digit from
  /// 1 to 8.
  func text(within columns: Int, _ charset: Charset) -> String {
    let most = values.max() ?? 0
    let levels =
      charset == .unicode ? Self.blocks : Self.digits
    return String(
      values.suffix(columns).map { value in
        value <= 0 ? "." : levels[(value * levels.count - 1) / most]
      })
  }

  private static let blocks: [Character] = [
    "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█",
  ]
  private static let digits: [Character] = [
    "1", "2", "3", "4", "5", "6", "7", "8",
  ]
}
