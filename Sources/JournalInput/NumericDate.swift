internal import JournalTime

/// A date of numbers alone, such as `03/04/2026`, which may be in April or in
/// March.
struct NumericDate {
  private let numbers: [String]
  private let hasPoints: Bool

  /// Splits two or three numbers at `-`, `/` or `.`; `nil` for other words.
  init?(_ word: String) {
    let numbers = word.split { "-/.".contains($0) }.map(String.init)
    let isDate = numbers.allSatisfy { number in
      number.utf8.count <= 4 && number.isDecimal
    }
    guard isDate, (2...3).contains(numbers.count),
      word.prefix(1).isDecimal
    else { return nil }
    self.numbers = numbers
    hasPoints = word.contains(".")
  }

  /// Returns the day of a date with its full year; `nil` for others. Between
  /// points, the day always comes before the month.
  ///
  /// - Throws: ``DateInputError/Problem`` for a date that is ambiguous or does
  ///   not exist.
  func day() throws(DateInputError.Problem) -> Day? {
    let values = numbers.compactMap { Int($0) }
    guard values.count == 3,
      let year = [0, 2].first(where: { numbers[$0].utf8.count == 4 })
    else { return nil }
    let days = fullReadings(values, year: values[year])
    guard let day = days.first else { throw .impossible }
    guard days.count == 1 || hasPoints else { throw .unclear(days) }
    return day
  }

  /// Returns the day of a date with points, as in most of Europe: `25.12.2023`,
  /// or `25.12.`, which means the nearest in the direction; `nil` for others.
  ///
  /// - Throws: ``DateInputError/Problem`` if no such day exists, or for two
  ///   numbers without the last point, which may be a time.
  func pointed(
    _ word: String, today: Day, _ direction: DateInput.Direction
  ) throws(DateInputError.Problem) -> Day? {
    let text = numbers.joined(separator: ".")
    if numbers.count == 3 { return word == text ? try day() : nil }
    guard word == text || word == text + ".",
      numbers.allSatisfy({ $0.utf8.count <= 2 }),
      let first = Int(numbers[0]), let second = Int(numbers[1])
    else { return nil }
    let day = YearlessDate(month: second, day: first)
      .nearest(to: today, direction)
    guard word == text else {
      guard let day else { throw .impossible }
      return day
    }
    let isTime = numbers[1].utf8.count == 2
    throw .unclearPoint(
      day, isTime ? TimeOfDay(hour: first, minute: second) : nil)
  }

  /// Returns the possible days of three numbers without duplicates, the day
  /// before the month first.
  private func fullReadings(_ values: [Int], year: Int) -> [Day] {
    let days =
      numbers[0].utf8.count == 4
      ? [Day(year: year, month: values[1], day: values[2])]
      : [
        Day(year: year, month: values[1], day: values[0]),
        Day(year: year, month: values[0], day: values[1]),
      ]
    let found = days.compactMap(\.self)
    return found.first == found.last ? Array(found.prefix(1)) : found
  }

  /// Returns the problem of a date that is not a valid `YYYY-MM-DD`.
  func problem(
    today: Day, _ direction: DateInput.Direction
  ) -> DateInputError.Problem {
    let readings = readings(today, direction)
    let isWellWritten = numbers.map(\.utf8.count) == [4, 2, 2]
    return isWellWritten && readings.isEmpty
      ? .impossible : .unclear(readings)
  }

  /// Returns the possible days without duplicates, the day before the month
  /// first.
  private func readings(
    _ today: Day, _ direction: DateInput.Direction
  ) -> [Day] {
    let values = numbers.compactMap { Int($0) }
    guard values.count == numbers.count else { return [] }
    guard values.count == 2 else {
      let year = numbers[0].utf8.count == 4 ? values[0] : values[2]
      let isShort = numbers[0].utf8.count != 4 && numbers[2].utf8.count == 2
      return fullReadings(
        values, year: isShort ? today.year / 100 * 100 + year : year)
    }
    let days = [(values[1], values[0]), (values[0], values[1])].compactMap {
      YearlessDate(month: $0, day: $1).nearest(to: today, direction)
    }
    return days.first == days.last ? Array(days.prefix(1)) : days
  }
}

/// A day of a month without its year.
struct YearlessDate {
  let month: Int
  let day: Int

  /// Returns the nearest such day in the direction, today included; `nil` if no
  /// year has it.
  func nearest(to today: Day, _ direction: DateInput.Direction) -> Day? {
    // The next 29 February may be eight years away (1896 to 1904).
    for distance in 0...8 {
      let year = today.year + (direction == .future ? distance : -distance)
      guard let found = Day(year: year, month: month, day: day) else {
        continue
      }
      if direction == .future ? found >= today : found <= today {
        return found
      }
    }
    return nil
  }
}
