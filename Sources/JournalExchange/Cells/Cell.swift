internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalTime

/// A cell of a table and the ways to read it. An empty cell has no value.
struct Cell {
  /// The text of the cell.
  let text: String
  /// A Boolean value that indicates whether the cell is `-`, with which a
  /// change clears a field. An apostrophe precedes a text that is a hyphen.
  let asksToClear: Bool

  /// Spaces around a text count only within quotes.
  init(_ field: CSVField) {
    let written = field.isQuoted ? field.text : field.text.trimmingSpaces
    asksToClear = written.trimmingSpaces == "-"
    text = FormulaGuard.unguarded(written)
  }

  var isEmpty: Bool { text.isEmpty }

  /// The text without spaces around it, for all but free texts.
  private var word: String { text.trimmingSpaces }

  func name() throws(CellError) -> String {
    try Self.name(text)
  }

  func names() throws(CellError) -> [String] {
    let names = ListCell.items(in: text)
    guard names.count <= FieldForm.listLimit else {
      throw CellError("has more than \(FieldForm.listLimit) entries")
    }
    var checked: [String] = []
    for name in names { checked.append(try Self.name(name)) }
    return checked
  }

  func notes() throws(CellError) -> [String] {
    let notes = NotesCell.notes(in: text)
    for note in notes {
      _ = try Self.checked(note, limit: FieldForm.noteLimit)
    }
    return notes
  }

  func bool() throws(CellError) -> Bool {
    switch GermanWord.inEnglish(word.lowercased()) {
    case "true", "yes", "y", "1", "x", "✓": return true
    case "false", "no", "n", "0": return false
    default: throw .unreadable(text, "yes or no")
    }
  }

  func day() throws(CellError) -> Day {
    // The time after a date is ignored.
    if let day = Day(String(word.prefix(10))),
      word.count == 10 || "T ".contains(word.dropFirst(10).prefix(1))
    {
      return day
    }
    return try written("a date such as 2026-03-18").day
  }

  /// Returns a point in time; a day alone means its noon.
  func instant(in zone: TimeZoneRules) throws(CellError) -> OffsetInstant {
    if let exact = OffsetInstant(word) { return exact }
    if let instant = LocalTimestamp.instant(word, in: zone) { return instant }
    let expectation =
      "a date such as 2026-03-18 or a date and time such as "
      + "2026-03-08T18:20:00+01:00"
    let (day, time) = try written(expectation)
    let text = "\(day)" + (time.map { " \($0)" } ?? "")
    guard let instant = LocalTimestamp.instant(text, in: zone) else {
      throw .unreadable(self.text, expectation)
    }
    return instant
  }

  /// Returns a date, and its time, in the forms that people write in lists.
  private func written(
    _ expectation: String
  ) throws(CellError) -> (day: Day, time: TimeOfDay?) {
    do {
      return try DateInput.written(word)
    } catch {
      guard case .unclear(let days) = error.problem else {
        throw .unreadable(text, expectation)
      }
      let readings = days.map { "\($0)" }.joined(by: " or ")
      throw CellError("holds '\(text)', which could be \(readings); write one")
    }
  }

  /// Returns a number from 0 to 1, or of percent.
  func fraction() throws(CellError) -> Double {
    let isPercent = word.hasSuffix("%")
    let digits = isPercent ? String(word.dropLast()).trimmingSpaces : word
    guard let number = Double(String(digits.map { $0 == "," ? "." : $0 })),
      (0...(isPercent ? 100 : 1)).contains(number)
    else { throw .unreadable(text, "a number from 0 to 1, or 0 % to 100 %") }
    return isPercent ? number / 100 : number
  }

  func id<ID: UniqueID>(_ type: ID.Type) throws(CellError) -> ID {
    guard let id = ID(word) else {
      throw .unreadable(text, "an id of this program")
    }
    return id
  }

  /// Returns the choice of a text, in any case.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type
  ) throws(CellError) -> Choice {
    let folded = GermanWord.inEnglish(FoldedName.fold(word))
    let match = type.allCases.first {
      FoldedName.fold($0.rawValue) == folded
    }
    guard let match else {
      let choices = type.allCases.map(\.rawValue)
      throw .unreadable(text, "one of " + choices.joined(by: ", "))
    }
    return match
  }

  /// Returns a name in the form of new input: see `NewName`.
  private static func name(_ text: String) throws(CellError) -> String {
    let name = NewName.trimmed(text)
    guard !name.isEmpty else { throw CellError("holds only spaces") }
    if let fault = NewName.fault(of: name) {
      throw CellError("holds \(fault) within a name")
    }
    return try checked(name, limit: FieldForm.nameLimit)
  }

  private static func checked(
    _ text: String, limit: Int
  ) throws(CellError) -> String {
    guard !text.utf8.contains(0) else {
      throw CellError("holds a NUL character")
    }
    guard text.utf8.count <= limit else {
      throw CellError(
        "is \(text.utf8.count) bytes long; at most \(limit) are kept")
    }
    return text
  }
}

// The cells of schedules.
extension Cell {
  /// Returns an interval in days: a number of them, or in words.
  func interval() throws(CellError) -> Int {
    do {
      return try DateInput.span(GermanSpan.inEnglish(word))
    } catch {
      throw .unreadable(
        text,
        "a number of days from 1 to \(ScheduleSet.maximumInterval), weekly "
          + "or 'every 2 weeks'")
    }
  }

  func kind() throws(CellError) -> TaskKind {
    let name = text.trimmingSpaces
    // A word that names no kind may be a column's word for it: `Watered`.
    let folded = name.lowercased().filter { $0 != " " }.withoutUmlauts
    guard
      let kind = GermanWord.kinds[folded] ?? TaskKind(name)
        ?? CareColumn.words[folded]
    else {
      throw .unreadable(
        text, "a kind of care such as watering, or one of your own")
    }
    return kind
  }

  func months() throws(CellError) -> MonthSet {
    let months = ListCell.items(in: text).map { Int($0) ?? 0 }
    guard let set = MonthSet(months) else {
      throw .unreadable(text, "months such as 4; 5; 6")
    }
    return set
  }

  func amount() throws(CellError) -> String {
    let amount = text.trimmingSpaces
    if WateringAmount.isAmount(amount) { return amount }
    let word = GermanWord.inEnglish(FoldedName.fold(amount))
    let meant =
      WateringAmount(rawValue: word)?.rawValue
      ?? Measure.millilitres(amount, .metric)
    guard let meant, WateringAmount.isAmount(meant) else {
      throw .unreadable(
        text, "light, moderate, thorough, soak or an amount such as 250ml")
    }
    return meant
  }

  func time() throws(CellError) -> TimeOfDay {
    guard let time = TimeOfDay(text.trimmingSpaces) else {
      throw .unreadable(text, "a time such as 09:00")
    }
    return time
  }
}

/// An error of reading a cell for its column.
struct CellError: Error, Sendable, Hashable {
  /// The problem, as the end of a sentence that begins with the column's name.
  let reason: String
  /// The column's name, if the code that catches the error does not know it.
  let column: String?

  init(_ reason: String, in column: PlantColumn? = nil) {
    self.init(reason, inColumn: column?.rawValue)
  }

  init(_ reason: String, inColumn column: String?) {
    self.reason = reason
    self.column = column
  }

  /// Returns the error of a text in none of the forms in `expectation`.
  static func unreadable(_ text: String, _ expectation: String) -> CellError {
    // A cell in the wrong column can be a whole note.
    let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
    return CellError("holds '\(shown)', which is not \(expectation)")
  }
}

extension String {
  /// The text without the spaces around it.
  var trimmingSpaces: String {
    let space = UInt8(ascii: " ")
    guard utf8.first == space || utf8.last == space else { return self }
    let start = utf8.firstIndex { $0 != space } ?? utf8.endIndex
    let last = utf8.lastIndex { $0 != space } ?? start
    guard start < utf8.endIndex else { return "" }
    return String(self[start...last])
  }
}

/// Folds names of columns and choices: without case, spaces and the signs that
/// join words.
enum FoldedName {
  static func fold(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
