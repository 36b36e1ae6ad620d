internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalTime

/// A cell of a table and the ways to read it. An empty cell says nothing.
struct Cell {
  /// The text that the cell means.
  let text: String
  /// Whether it is `-`, by which a change clears a field. A text that is a
  /// hyphen has an apostrophe before it.
  let asksToClear: Bool

  /// Spaces around a text count only where quotes stand around it.
  init(_ field: CSVField) {
    let written = field.isQuoted ? field.text : field.text.trimmingSpaces
    asksToClear = written.trimmingSpaces == "-"
    text = FormulaGuard.unguarded(written)
  }

  var isEmpty: Bool { text.isEmpty }

  /// A text without spaces around it, for what is no free text.
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
    // The time after a date says nothing here.
    if let day = Day(String(word.prefix(10))),
      word.count == 10 || "T ".contains(word.dropFirst(10).prefix(1))
    {
      return day
    }
    return try written("a date such as 2026-03-18").day
  }

  /// A point in time; a day alone means its noon.
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

  /// A date, and its time, as people write them in lists.
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

  /// A number from 0 to 1, or of percent.
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

  /// One of the texts, in any case.
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

  /// A name as new input may have it: see `NewName`.
  private static func name(_ text: String) throws(CellError) -> String {
    let name = NewName.trimmed(text)
    guard !name.isEmpty else { throw CellError("holds blanks alone") }
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

// What the cells of schedules hold.
extension Cell {
  /// How many days lie between: a number of them, or in words.
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
    // What is no kind's name may be a column's word for one: `Watered`.
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

/// Why a cell cannot be read as what its column holds.
struct CellError: Error, Sendable, Hashable {
  /// What is wrong, as the end of a sentence that begins with the column's
  /// name.
  let reason: String
  /// The column's name, where it is not known to whoever catches the error.
  let column: String?

  init(_ reason: String, in column: PlantColumn? = nil) {
    self.init(reason, inColumn: column?.rawValue)
  }

  init(_ reason: String, inColumn column: String?) {
    self.reason = reason
    self.column = column
  }

  /// A text that is none of the forms that `expectation` names.
  static func unreadable(_ text: String, _ expectation: String) -> CellError {
    // A slip into the wrong column can be a whole note.
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

/// Names of columns and choices as people compare them: without case, spaces
/// and the signs that join words.
enum FoldedName {
  static func fold(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
