/// How often, as German spreadsheets say it: `alle 10 Tage`, `wöchentlich`.
/// The names of their columns stand with the columns.
enum GermanSpan {
  /// The text with English words for German ones; others stay as they are.
  static func inEnglish(_ text: String) -> String {
    text.split(separator: " ").map { word in
      words[word.lowercased().withoutUmlauts] ?? String(word)
    }.joined(separator: " ")
  }

  /// Each word, with `ae` for `ä` and so on.
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
