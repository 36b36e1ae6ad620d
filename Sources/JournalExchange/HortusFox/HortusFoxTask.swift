internal import Encodings
internal import JournalEvents
internal import JournalQueries
internal import JournalTime

/// A row of `tasks/data.json`: a task of a plant or of the home.
///
/// A backup does not have the plant of a task, so the title decides: "Repot the
/// Monstera" names one plant and one kind of care. A task whose title names no
/// plant, or several, is the home's.
struct HortusFoxTask: Sendable {
  /// The id, derived from the row.
  let id: TaskID
  let kind: TaskKind
  let due: Day
  /// The rhythm; `nil` for once.
  let every: TaskRhythm?
  /// The title; `nil` if the plant and the kind express it.
  let title: String?
  /// The description, after the row's title if that is not ``title``.
  let remark: String?
  /// A Boolean value that indicates whether it is done, at `changedAt` if
  /// known.
  let isDone: Bool
  let changedAt: OffsetInstant?

  /// Reads the task of a row; `nil` if it has no title or no day.
  ///
  /// - `isOfHome`: Whether the title names no plant.
  /// - Throws: `CellError` if it cannot be kept.
  init?(
    _ entry: HortusFoxEntry, isOfHome: Bool, zone: TimeZoneRules
  ) throws(CellError) {
    guard let bits = entry.id(of: "task"), let text = entry.text("title"),
      let due = try entry.day("due_date")
    else { return nil }
    let kinds = Set(
      Phrases(text).all.flatMap(\.self).compactMap { Self.kinds[$0] })
    let kind = isOfHome || kinds.count > 1 ? nil : kinds.first
    id = TaskID(bits: bits)
    self.kind = kind ?? .other
    self.due = due
    every = Self.rhythm(of: entry)
    title = kind == nil ? HortusFoxPlant.shortened(text) : nil
    let remarks = [
      title == text ? nil : text, try entry.note("description"),
    ].compactMap(\.self)
    remark = remarks.isEmpty ? nil : remarks.joined(by: "\n")
    isDone = entry.isTrue("done")
    changedAt = try entry.instant("updated_at", in: zone)
  }

  /// The one-off task to plan.
  var added: TaskAdded {
    TaskAdded(kind: kind, task: id, due: due, every: every, title: title)
  }

  /// Returns whether it is planned like `before`. The day of a repeating task
  /// does not count, as HortusFox itself moves it.
  func isAs(_ before: TaskAdded) -> Bool {
    kind == before.kind && every == before.every && title == before.title
      && (every != nil || due == before.due)
  }

  /// Returns the rhythm of a row: HortusFox keeps hours, 24 × 28 of them for a
  /// month, and since 5.3 the unit that its user typed.
  private static func rhythm(of entry: HortusFoxEntry) -> TaskRhythm? {
    guard let hours = entry.text("recurring_time").flatMap(Int.init),
      hours > 0
    else { return nil }
    let scope = entry.text("recurring_scope")
    for (name, length, months) in [("months", 672, 1), ("years", 8_760, 12)]
    where scope == name && hours % length == 0 {
      return .months(min(hours / length * months, TaskRhythm.mostMonths))
    }
    let days = hours / 24 + (hours % 24 < 12 ? 0 : 1)
    return .days(min(max(days, 1), ScheduleSet.maximumInterval))
  }

  /// The words that people write for each kind of care.
  private static let kinds: [String: TaskKind] = {
    var kinds: [String: TaskKind] = [
      "fertilise": .fertilizing, "fertilize": .fertilizing,
      "fertilising": .fertilizing, "rotate": .rotation,
    ]
    for kind in TaskKind.standard where kind != .photo {
      for word in [kind.words, kind.verb, kind.need] { kinds[word] = kind }
    }
    return kinds
  }()

  /// The phrases of a text, without case and signs: the longest first.
  struct Phrases {
    /// The phrases by their numbers of words, which blanks join.
    let all: [[String]]

    init(_ text: String) {
      let words = text.foldedName.split { !$0.isLetter && !$0.isNumber }
        .prefix(Self.mostWords)
      all = stride(from: words.count, to: 0, by: -1).map { count in
        (0...(words.count - count)).map { start in
          words[start..<(start + count)].joined(separator: " ")
        }
      }
    }

    // A title is a line; the many phrases of a longer text would take long.
    private static let mostWords = 40
  }
}
