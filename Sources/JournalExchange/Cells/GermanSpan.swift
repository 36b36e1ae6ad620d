/// The intervals in German spreadsheets: `alle 10 Tage`, `wöchentlich`. The
/// names of their columns are with the columns.
enum GermanSpan {
  /// Returns the text with German words in English; other words stay as they
  /// are.
  static func inEnglish(_ text: String) -> String {
    text.split(separator: " ").map { word in
      words[word.lowercased().withoutUmlauts] ?? String(word)
    }.joined(separator: " ")
  }

  /// The English of each word, with `ae` for `ä` and so on.
  private static let words = [
    "taeglich": "daily", "woechentlich": "weekly",
    "zweiwoechentlich": "biweekly", "vierzehntaegig": "biweekly",
    "monatlich": "monthly", "vierteljaehrlich": "quarterly",
    "halbjaehrlich": "biannually",
    "alle": "every", "jeden": "every", "jede": "every",
    "ein": "1", "eine": "1", "zwei": "2", "drei": "3", "vier": "4",
    "zweiten": "second", "zweite": "second",
    "tag": "day", "tage": "days", "woche": "week", "wochen": "weeks",
    "monat": "month", "monate": "months",
  ]
}
