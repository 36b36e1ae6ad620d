extension POSIXTimeZone {
  /// Reads a POSIX `TZ` rule with the extensions of RFC 8536: names quoted by
  /// `<` and `>`, and hours of change from -167 to 167; `nil` for other text.
  init?(ascii text: some Sequence<UInt8>) {
    var parser = Parser(bytes: Array(text))
    guard let zone = parser.zone(), parser.isAtEnd else { return nil }
    self = zone
  }
}

/// A recursive descent through a rule; each function takes one part, or returns
/// `nil` and leaves the parser anywhere.
private struct Parser {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  private var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// `std offset [dst [offset] [,start,end]]`
  mutating func zone() -> POSIXTimeZone? {
    guard skipName(), let west = time(maximumHours: 24) else { return nil }
    if isAtEnd { return POSIXTimeZone(standardOffset: -west, daylight: nil) }
    guard let daylight = daylight(standardOffset: -west) else { return nil }
    return POSIXTimeZone(standardOffset: -west, daylight: daylight)
  }

  private mutating func daylight(
    standardOffset: Int
  ) -> POSIXTimeZone.Daylight? {
    guard skipName() else { return nil }
    var offset = standardOffset + 3_600
    if let next, next != UInt8(ascii: ",") {
      guard let west = time(maximumHours: 24) else { return nil }
      offset = -west
    }
    // POSIX leaves a missing rule to the system; the usual choice is the United
    // States' rule.
    if isAtEnd { return .init(offset: offset, start: .march, end: .november) }
    guard skip(","), let start = change(), skip(","), let end = change() else {
      return nil
    }
    return .init(offset: offset, start: start, end: end)
  }

  /// `date[/time]`, 02:00 if no time is given.
  private mutating func change() -> POSIXTimeZone.Change? {
    guard let day = dayRule() else { return nil }
    guard skip("/") else { return .init(day: day, time: 7_200) }
    return time(maximumHours: 167).map { .init(day: day, time: $0) }
  }

  /// `Jn`, `n` or `Mm.w.d`
  private mutating func dayRule() -> POSIXTimeZone.DayRule? {
    if skip("J") { return number(1...365).map { .julian($0) } }
    guard skip("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), skip("."),
      let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  /// `[+|-]hh[:mm[:ss]]` in seconds.
  private mutating func time(maximumHours: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...maximumHours) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where skip(":") {
      guard let count = number(0...59) else { return nil }
      seconds += count * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// Three letters or more, or anything but `>` between `<` and `>`.
  private mutating func skipName() -> Bool {
    if skip("<") {
      while let next, next != UInt8(ascii: ">") { position += 1 }
      return skip(">")
    }
    let start = position
    // Setting bit 5 makes a capital letter small.
    while let next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= next | 0x20 {
      position += 1
    }
    return position - start >= 3
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// A number of one to three digits.
  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = position
    var value = 0
    while let next, 0x30...0x39 ~= next, position < start + 3 {
      value = value * 10 + Int(next - 0x30)
      position += 1
    }
    return position > start && range ~= value ? value : nil
  }
}

extension POSIXTimeZone.Change {
  fileprivate static let march = Self(
    day: .weekday(month: 3, week: 2, weekday: 0), time: 7_200)
  fileprivate static let november = Self(
    day: .weekday(month: 11, week: 1, weekday: 0), time: 7_200)
}
