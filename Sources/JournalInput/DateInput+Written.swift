package import JournalTime

extension DateInput {
  /// Reads a day, and the time that may follow it, as lists have them. It is
  /// the same whenever it is read: `2023-12-25`, `2023/12/25`, `25.12.2023`,
  /// `12/25/2023 18:30`, `25 Dec 2023`, `25-Dec-2023`.
  ///
  /// - Throws: ``DateInputError`` for what names no such day, or several.
  package static func written(
    _ text: String
  ) throws(DateInputError) -> (day: Day, time: TimeOfDay?) {
    do throws(DateInputError.Problem) {
      let (time, rest) = try ClockPhrase.split(
        words(of: text).map(withoutSeconds))
      if let day = try DayPhrase.writtenDay(rest) { return (day, time) }
    } catch {
      throw DateInputError(text, error)
    }
    throw DateInputError(text, .notADay)
  }

  /// `18:30` of `18:30:05`, as spreadsheets write times.
  private static func withoutSeconds(_ word: String) -> String {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count == 2, parts[2].isDecimal else {
      return word
    }
    return "\(parts[0]):\(parts[1])"
  }
}
