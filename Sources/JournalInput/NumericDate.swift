internal import JournalTime

/// A date of numbers alone, such as `03/04/2026`, which is April to some and
/// March to others.
struct NumericDate {
  private let numbers: [String]
  private let hasPoints: Bool

  /// Parts two or three numbers at `-`, `/` or `.`; `nil` for other words.
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

  /// The day of a date with its whole year; `nil` of others. Between points
  /// the day comes before the month wherever people write so.
  ///
  /// - Throws: ``DateInputError/Problem`` where it could be two days, or none.
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

  /// The day of a date between points, as most of Europe writes it:
  /// `25.12.2023`, or `25.12.`, which is the nearest in the direction; `nil`
  /// of others.
  ///
  /// - Throws: ``DateInputError/Problem`` where no calendar has it, and for two numbers
  ///   without the last point, which a time may be as well.
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

  /// The days that three numbers could mean, each once, the day before the
  /// month first.
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

  /// What is wrong with the date where it is not a real one as
  /// `YYYY-MM-DD`.
  func problem(
    today: Day, _ direction: DateInput.Direction
  ) -> DateInputError.Problem {
    let readings = readings(today, direction)
    let isWellWritten = numbers.map(\.utf8.count) == [4, 2, 2]
    return isWellWritten && readings.isEmpty
      ? .impossible : .unclear(readings)
  }

  /// The days that could be meant, each once, the day before the month first.
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

/// A day of a month that does not say its year.
struct YearlessDate {
  let month: Int
  let day: Int

  /// The nearest such day in the direction, today included; `nil` where no
  /// year has it.
  func nearest(to today: Day, _ direction: DateInput.Direction) -> Day? {
    // The 29th of February can be eight years away (1896 to 1904).
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
