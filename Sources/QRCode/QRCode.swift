internal import CQRencode

/// A QR code: a square of modules, which are dark or light.
public struct QRCode: Sendable, Hashable {
  /// The number of modules of a side, without the quiet zone around the code.
  public let width: Int
  /// The modules row by row; `true` for dark.
  private let modules: [Bool]

  /// Creates the smallest code of a text; `nil` if the text is too long.
  public init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else {
      return nil
    }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    modules = UnsafeBufferPointer(
      start: code.pointee.data, count: width * width
    ).map { $0 & 1 == 1 }
  }

  /// Returns a Boolean value that indicates whether a module is dark.
  public func isDark(row: Int, column: Int) -> Bool {
    modules[row * width + column]
  }

  /// Returns the runs of dark modules in a row.
  public func darkRuns(inRow row: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<width where isDark(row: row, column: column) {
      if let last = runs.last, last.upperBound == column {
        runs[runs.count - 1] = last.lowerBound..<(column + 1)
      } else {
        runs.append(column..<(column + 1))
      }
    }
    return runs
  }
}
