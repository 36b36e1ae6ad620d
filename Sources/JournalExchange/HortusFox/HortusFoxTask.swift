internal import JournalEvents
internal import JournalQueries
internal import JournalTime

/// A row of `tasks/data.json` that is one-off care of a plant.
///
/// A backup does not tell which plant a task is for, so its title has to:
/// "Repot the Monstera" names one plant and one kind of care.
struct HortusFoxTask: Sendable {
  /// Its id, which follows from the row.
  let id: TaskID
  let kind: TaskKind
  let due: Day
  /// Its title and description.
  let remark: String
  /// That it is done, and when as far as the row says.
  let isDone: Bool
  let changedAt: OffsetInstant?

  /// Reads the task of a row; `nil` where it is no care that is due once.
  ///
  /// - Throws: `CellError` where it cannot be kept.
  init?(
    _ entry: HortusFoxEntry, zone: TimeZoneRules
  ) throws(CellError) {
    guard let bits = entry.id(of: "task"), let title = entry.text("title"),
      !entry.isTrue("recurring_time"), let due = try entry.day("due_date")
    else { return nil }
    let kinds = Set(
      Phrases(title).all.flatMap(\.self).compactMap { Self.kinds[$0] })
    guard let kind = kinds.first, kinds.count == 1 else { return nil }
    id = TaskID(bits: bits)
    self.kind = kind
    self.due = due
    remark = [title, try entry.note("description")].compactMap(\.self)
      .joined(separator: "\n")
    isDone = entry.isTrue("done")
    changedAt = try entry.instant("updated_at", in: zone)
  }

  /// What people write for each kind of care.
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

  /// The runs of words of a text, without case and signs: the longest first.
  struct Phrases {
    /// The runs of as many words each, joined by blanks.
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

    // A title is a line; more would take long, as runs are many.
    private static let mostWords = 40
  }
}
