/// What a piece of work is counted in.
enum ProgressUnit: Sendable {
  case bytes
  case events
  case plants
  case lines

  /// A number of them: "3.2 MiB", "12,000 events".
  func text(of count: Int) -> String {
    switch self {
    case .bytes: Self.bytes(count)
    case .events: "\(Self.grouped(count)) events"
    case .plants: "\(Self.grouped(count)) plants"
    case .lines: "\(Self.grouped(count)) lines"
    }
  }

  private static func bytes(_ count: Int) -> String {
    let tenths = count / 104_858
    return count < 1 << 20
      ? "\(count / 1_024) KiB" : "\(tenths / 10).\(tenths % 10) MiB"
  }

  /// Digits in groups of three.
  private static func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
