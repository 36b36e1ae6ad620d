package import JournalCare
package import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension WhyView {
  /// The reason why there is nothing to explain.
  package func absence(of kind: TaskKind?) -> String {
    let name = SafeText.shown(plantName)
    if isRemoved { return "'\(name)' left the collection and has no tasks" }
    let what = kind.map { "open task of kind \($0)" } ?? "open task"
    return "'\(name)' has no \(what)"
  }
}

extension WhyView.Task {
  /// The steps of the calculation, each under its subject.
  package func steps(
    in units: MeasurementUnits, on today: Day
  ) -> [(label: String, text: String)] {
    let steps: [(String, String?)] = [
      ("schedule", schedule(in: units, today)),
      ("comes round", explanation.every?.words),
      ("advice of", profile?.origin), ("from", basis(today)),
      ("interval", interval(today)),
      ("months", months(today)), ("snooze", snooze(today)),
      ("grouped", grouped(today)),
      ("due", due.words(on: today)), ("remark", facts.remark),
      ("snoozed for", facts.snoozeRemark),
    ]
    return steps.compactMap { label, text in text.map { (label, $0) } }
  }

  private func schedule(
    in units: MeasurementUnits, _ today: Day
  ) -> String? {
    explanation.schedule.map { schedule in
      schedule.text(in: units, on: today)
        + (scheduledOn.map { "; first set on \($0.words(on: today))" } ?? "")
    }
  }

  private func basis(_ today: Day) -> String {
    let day = explanation.basis.day.words(on: today)
    return switch explanation.basis {
    case .startOn: "\(day), the schedule's first day"
    case .care: "\(day), when it was last done"
    case .skip: "\(day), up to which it was skipped"
    case .added: "\(day), when the plant was added"
    case .scheduled: "\(day), when a schedule was first set"
    case .reminder: "\(day), the next day for a photo"
    case .fixed where explanation.every != nil: "\(day), its first day"
    case .fixed: "\(day), the day set for this task alone"
    case .repeated(_, let first, let after):
      "\(day), the next of its days, counted from "
        + "\(first.words(on: today)), after \(after.words(on: today))"
    }
  }

  private func interval(_ today: Day) -> String? {
    explanation.interval.map { interval in
      let days = interval.days == 1 ? "1 day" : "\(interval.days) days"
      let season = interval.season.map { ", as that is \($0.rawValue)" } ?? ""
      return "\(days)\(season): \(explanation.countedDay.words(on: today))"
    }
  }

  private func months(_ today: Day) -> String? {
    guard explanation.activeDay != explanation.countedDay else { return nil }
    return "not active then; moved to \(explanation.activeDay.words(on: today))"
  }

  private func snooze(_ today: Day) -> String? {
    explanation.snooze.map { snooze in
      let times = snooze.count == 1 ? "once" : "\(snooze.count) times"
      return
        "\(times), until \(snooze.until.words(on: today))\(effect(of: snooze))"
    }
  }

  private func effect(of snooze: Snooze) -> String {
    if snooze.until > explanation.activeDay { return "" }
    return ", moves nothing"
  }

  private func grouped(_ today: Day) -> String? {
    groupDay.map {
      "brought forward to \($0.words(on: today)) (groupWateringDays)"
    }
  }
}
