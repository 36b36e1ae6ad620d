/// A bar whose length shows a share.
///
/// The number it stands for is written beside it, so that no meaning hangs on
/// the drawing.
struct Bar {
  /// The share of the room that it fills, 0 to 1.
  let share: Double

  /// The bar in at most `columns` columns; anything above nothing shows.
  ///
  /// Blocks are drawn to an eighth of a column, ASCII in whole ones.
  func text(within columns: Int, _ charset: Charset) -> String {
    guard share > 0, columns > 0 else { return "" }
    let length = min(share, 1) * Double(columns)
    guard charset == .unicode else {
      return String(repeating: "#", count: max(1, Int(length.rounded())))
    }
    let eighths = max(1, Int((length * 8).rounded()))
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8)
      + (rest > 0 ? String(Self.partial[rest - 1]) : "")
  }

  private static let partial: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
