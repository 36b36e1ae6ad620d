package import JournalTime

extension DateInput {
  /// Reads a day from a list, and any time after it, independently of the
  /// current day: `2023-12-25`, `2023/12/25`, `25.12.2023`, `12/25/2023 18:30`,
  /// `25 Dec 2023`, `25-Dec-2023`.
  ///
  /// - Throws: ``DateInputError`` if there is no such day, or several.
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

  /// Returns `18:30` for `18:30:05`, the form in spreadsheets.
  private static func withoutSeconds(_ word: String) -> String {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count == 2, parts[2].isDecimal else {
      return word
    }
    return "\(parts[0]):\(parts[1])"
  }
}
