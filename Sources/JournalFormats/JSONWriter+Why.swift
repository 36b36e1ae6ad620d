public import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

// The JSON of `why`, described by `schemas/projections/why.schema.json`.

extension JSONWriter {
  /// Writes the reasons for the due days of a plant's tasks.
  public mutating func why(_ view: WhyView) {
    object { writer in
      writer.member(
        "plant", view.plant == .home ? nil : view.plant.description)
      writer.member("date", view.day.description)
      writer.objects("tasks", view.tasks) { $0.why($1) }
    }
  }

  private mutating func why(_ task: WhyView.Task) {
    let explanation = task.explanation
    let basis = explanation.basis
    member("kind", explanation.kind.name)
    member("task", explanation.task?.description)
    member("title", explanation.title)
    member("every", explanation.every?.description)
    member("scheduledOn", task.scheduledOn?.description)
    member("careProfile", task.profile) { writer, profile in
      writer.object { writer in
        writer.member("source", profile.source.rawValue)
        writer.member("level", CareLevel(of: profile)?.rawValue)
      }
    }
    object("basis") { writer in
      writer.member("reason", basis.name)
      writer.member("day", basis.day.description)
    }
    member("interval", explanation.interval) { writer, interval in
      writer.object { writer in
        writer.member("days", interval.days)
        writer.member("season", interval.season?.rawValue)
      }
    }
    member("countedDay", explanation.countedDay.description)
    member("activeDay", explanation.activeDay.description)
    member("snooze", explanation.snooze) { writer, snooze in
      writer.object { writer in
        writer.member("settled", snooze.settled?.description)
        writer.member("until", snooze.until.description)
        writer.member("count", snooze.count)
      }
    }
    member("groupDay", task.groupDay?.description)
    member("due", task.due.description)
    member("amount", task.facts.amount)
    member("remark", task.facts.remark)
    member("snoozeRemark", task.facts.snoozeRemark)
  }
}

extension DueExplanation.Basis {
  fileprivate var name: String {
    switch self {
    case .startOn: "startOn"
    case .care: "care"
    case .skip: "skip"
    case .added: "added"
    case .scheduled: "scheduled"
    case .reminder: "reminder"
    case .fixed: "fixed"
    case .repeated: "repeated"
    }
  }
}
