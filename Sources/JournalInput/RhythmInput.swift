public import JournalEvents

extension TaskRhythm {
  /// The texts that can be read, in words.
  package static let expectation = "a span such as 10d, 2w, 3mo or monthly"

  /// Reads a typed rhythm: `2w`, `10 days`, `every 3 months`, `monthly`. Months
  /// and years are those of the calendar. `nil` if it is invalid.
  public init?(typed text: String) {
    var words = DateInput.words(of: text)
    if words.count > 1, words[0] == "every" {
      words.removeFirst()
      // `every week` means `every 1 week`.
      if words.count == 1, words[0].allSatisfy(\.isLetter) {
        words.insert("a", at: 0)
      }
    }
    let months =
      Self.named[words.joined(separator: " ")]
      ?? Count.months(words[...])
    let text =
      months.map { "\($0)mo" }
      ?? (try? DateInput.span(words.joined(separator: " "))).map { "\($0)d" }
    guard let text, let rhythm = TaskRhythm(text) else { return nil }
    self = rhythm
  }

  private static let named = [
    "monthly": 1, "quarterly": 3, "biannually": 6, "yearly": 12,
    "annually": 12,
  ]
}
