internal import Encodings
internal import JournalCare
internal import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension TodayView.Page {
  /// The greeting by the time of day: "Good morning".
  package var greeting: String {
    let hour = zone.timeOfDay(of: now).hour
    let time =
      5..<12 ~= hour ? "morning" : 12..<18 ~= hour ? "afternoon" : "evening"
    return "Good \(time)"
  }

  /// The plants without a schedule: "4 plants have no schedule"; `nil` if there
  /// are none.
  package var unscheduledWords: String? {
    guard unscheduledCount > 0 else { return nil }
    let have = unscheduledCount == 1 ? "has" : "have"
    return "\(Phrase.count(unscheduledCount, "plant")) \(have) no schedule"
  }

  /// The first day with tasks if all is done: "Next: Sun 30 Aug, in 2 d: water
  /// Monty".
  package var nextWords: String? {
    guard let next else { return nil }
    let rows = next.rows(in: rooms)
    var names = rows.prefix(3).map(\.requestWords)
    if rows.count > 3 { names.append("\(rows.count - 3) more") }
    return "Next: \(next.date.words(on: view.day)), "
      + "\(next.date.distance(from: view.day)): "
      + Phrase.list(names, joinedBy: "and")
  }
}

extension SnoozeSpan {
  /// The span in words: "1 week".
  package var words: String {
    switch self {
    case .day, .threeDays: Phrase.count(days, "day")
    case .week, .twoWeeks: Phrase.count(days / 7, "week")
    case .month: "1 month"
    }
  }
}

extension TaskRound.Row {
  /// The tasks and the plant as a request: "water, turn Monty".
  package var requestWords: String {
    let name = SafeText.shown(plantName)
    guard !isOfHome else { return name }
    let titles = tasks.compactMap(\.task.title)
      .map { "\(SafeText.shown($0)) of \(name)" }
    let verbs = tasks.filter { $0.task.title == nil }
      .map(\.task.kind.verb).joined(by: ", ")
    return ((verbs.isEmpty ? [] : ["\(verbs) \(name)"]) + titles)
      .joined(by: ", ")
  }
}

extension TaskRound.Subject {
  /// The heading of a group in which rooms have names of their own.
  package var words: String {
    switch self {
    case .room(let name): name
    case .kind(let kind): kind.words
    case .home: "Home"
    case .overdue: "Overdue"
    case .today: "Today"
    }
  }
}

extension TodayView.Task {
  /// The lateness: "2 days late"; `nil` if the task is not late.
  package var latenessWords: String? {
    overdueDays > 0 ? Phrase.lateness(overdueDays) : nil
  }
}

extension Phrase {
  /// A number of days by which a task is late: "2 days late".
  package static func lateness(_ days: Int) -> String {
    "\(count(days, "day")) late"
  }
}

extension Day {
  /// Returns the distance in words: `in 3 d`, `3 d ago`.
  package func distance(from today: Day) -> String {
    let days = today.distance(to: self)
    return days == 0 ? "today" : days > 0 ? "in \(days) d" : "\(-days) d ago"
  }
}
