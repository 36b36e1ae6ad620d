internal import ErrorKit
internal import JournalEvents
internal import JournalReports

extension ErrorFacts {
  /// Takes the facts from an error for the reader of a page, who filled in a
  /// form: its fields have labels, and nobody expects that it changed anything.
  init(onPages error: any Error, by clock: RequestClock? = nil) {
    self.init(of: error)
    if let clock { remedy = remedy?.saying(clock.words(of:)) }
    if [.nothingWritten, .noneWritten].contains(outcome) { outcome = nil }
    if let error = error as? FieldError { message = error.messageOfPages }
    // What is said of one thing needs no list.
    if details.count == 1, !(error is ConfirmationNeeded) {
      message += ": \(details[0])"
      details = []
    }
  }
}

extension FieldError {
  /// The message with the field as forms call it.
  fileprivate var messageOfPages: String {
    if field == "plant", reason.hasPrefix("is missing") {
      return "select a plant first"
    }
    let missing = "is missing; "
    return reason.hasPrefix(missing)
      ? String(reason.dropFirst(missing.count)) : "the \(label) \(reason)"
  }

  private var label: String {
    Self.labels[field] ?? field.map { $0 == "-" ? " " : String($0) }.joined()
  }

  private static let labels = [
    "from": "parent", "every": "interval", "until": "day", "due": "day",
    "at": "time", "other": "other plant", "item": "selection",
    "new-room": "new room", "added-since": "first day",
    "added-until": "last day", "form-token": "form", "key": "setting",
  ]
}
