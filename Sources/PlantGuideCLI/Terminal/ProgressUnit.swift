/// What a piece of work is counted in.
enum ProgressUnit: Sendable {
  case bytes
  case events
  case plants
  case schedules

  /// How much of something is done: "1.0 MiB", "1,000 of 3,000 events".
  func text(of done: Int, _ total: Int?) -> String {
    let share = total.map { " of \(number($0))" } ?? ""
    return number(done) + share + noun
  }

  /// A number of them without the word for them.
  func number(_ count: Int) -> String {
    guard self == .bytes else { return Self.grouped(count) }
    guard count >= 1 << 20 else { return "\(count >> 10) KiB" }
    let tenths = ((count >> 10) * 10) >> 10
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  private var noun: String {
    switch self {
    case .bytes: ""
    case .events: " events"
    case .plants: " plants"
    case .schedules: " schedules"
    }
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
