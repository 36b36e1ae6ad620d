internal import Encodings
package import ErrorKit
internal import JournalCare
package import JournalQueries
internal import JournalTime
internal import TextKit

extension StatusView {
  /// The counts and the next task: "2 overdue, 3 today, 14 in 7 days; next:
  /// water Monty (2 days late)".
  package var words: String {
    var counts: [String] = []
    if overdueCount > 0 { counts.append("\(overdueCount) overdue") }
    if todayCount > 0 { counts.append("\(todayCount) today") }
    if counts.isEmpty { counts.append("nothing due") }
    counts.append("\(upcomingCount) in \(UpcomingView.week) days")
    let line = counts.joined(by: ", ")
    guard let nextWords else { return line }
    return "\(line); next: \(nextWords) (\(dayWords))"
  }

  /// The next task as a request: "water Monty".
  fileprivate var nextWords: String? {
    nextRow?.requestWords
  }

  /// The lateness or the day of the next task: "2 days late", "today", "in 3
  /// d"; empty if there is no task.
  fileprivate var dayWords: String {
    next.map { $0.latenessWords ?? $0.task.due.distance(from: day) } ?? ""
  }

  /// The state in a word, for a style sheet.
  package var state: String {
    overdueCount > 0 ? "overdue" : todayCount > 0 ? "due" : "clear"
  }
}

/// A text with placeholders for what a status shows.
package struct StatusFormat: Sendable {
  /// A part of a status that a placeholder names.
  package enum Placeholder: String, CaseIterable, Sendable {
    case due
    case overdue
    case today
    case upcoming
    case next
    case plant
    case room
    case when
    case state

    fileprivate func words(of view: StatusView) -> String {
      switch self {
      case .due: "\(view.dueCount)"
      case .overdue: "\(view.overdueCount)"
      case .today: "\(view.todayCount)"
      case .upcoming: "\(view.upcomingCount)"
      case .next: view.nextWords ?? ""
      case .plant: SafeText.shown(view.nextRow?.plantName ?? "")
      case .room: SafeText.shown(view.nextRow?.room ?? "")
      case .when: view.dayWords
      case .state: view.state
      }
    }
  }

  private enum Part: Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  private var parts: [Part] = []

  /// Parses a text, in which `{due}` is a placeholder, `\n` a line break, `\t`
  /// a tabulator, and a backslash takes the meaning from `{` and `\`. Braces
  /// around anything but a word of small letters stay as they are.
  ///
  /// - Throws: ``UnknownPlaceholder``.
  package init(_ text: String) throws(UnknownPlaceholder) {
    var rest = text[...]
    var plain = ""
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        plain += Self.escaped(&rest)
      case "{":
        let word = rest.prefix { "a"..."z" ~= $0 }
        guard !word.isEmpty, rest.dropFirst(word.count).first == "}" else {
          plain += "{"
          break
        }
        guard let placeholder = Placeholder(rawValue: String(word)) else {
          throw UnknownPlaceholder(word: String(word))
        }
        rest.removeFirst(word.count + 1)
        parts += [.text(plain), .placeholder(placeholder)]
        plain = ""
      default: plain.append(character)
      }
    }
    parts.append(.text(plain))
  }

  /// Returns the text of a backslash and the character after it, and removes
  /// that character.
  private static func escaped(_ rest: inout Substring) -> String {
    let meanings: [Character: String] = [
      "n": "\n", "t": "\t", "\\": "\\", "{": "{",
    ]
    guard let meaning = rest.first.flatMap({ meanings[$0] }) else {
      return "\\"
    }
    rest.removeFirst()
    return meaning
  }

  /// Returns the text for a status.
  package func text(of view: StatusView) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): placeholder.words(of: view)
      }
    }.joined(by: "")
  }
}

/// The error for a placeholder that does not exist.
package struct UnknownPlaceholder: DescribedError, Hashable {
  /// The word between the braces.
  package let word: String

  package var facts: ErrorFacts {
    let all = StatusFormat.Placeholder.allCases.map { "{\($0.rawValue)}" }
    return .init(
      .invalidInput, "there is no placeholder {\(word)}",
      "use \(Phrase.list(all, joinedBy: "or")); \\{\(word)} stays as it is")
  }
}
