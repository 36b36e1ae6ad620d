public import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalTime

// The JSON of `why`, as `schemas/projections/why.schema.json` describes it.

extension JSONWriter {
  /// Writes why a plant's tasks are due when they are.
  public mutating func why(_ view: WhyView) {
    object { writer in
      writer.member("plant", view.plant.description)
      writer.member("date", view.day.description)
      writer.member("tasks") { writer in
        writer.array { writer in for task in view.tasks { writer.why(task) } }
      }
    }
  }

  private mutating func why(_ task: WhyView.Task) {
    let explanation = task.explanation
    object { writer in
      writer.member("kind", explanation.kind.name)
      writer.member("task", explanation.task?.description)
      writer.member("scheduledOn", task.scheduledOn?.description)
      writer.member("basis") { $0.basis(explanation.basis) }
      writer.member("interval") { writer in
        writer.optional(explanation.interval) { $0.interval($1) }
      }
      writer.member("countedDay", explanation.countedDay.description)
      writer.member("activeDay", explanation.activeDay.description)
      writer.member("snooze") { writer in
        writer.optional(explanation.snooze) { $0.snooze($1) }
      }
      writer.member("groupDay", task.groupDay?.description)
      writer.member("due", task.due.description)
    }
  }

  private mutating func basis(_ basis: DueExplanation.Basis) {
    let reason =
      switch basis {
      case .startOn: "startOn"
      case .care: "care"
      case .skip: "skip"
      case .added: "added"
      case .scheduled: "scheduled"
      case .fixed: "fixed"
      }
    object { writer in
      writer.member("reason", reason)
      writer.member("day", basis.day.description)
    }
  }

  private mutating func interval(_ interval: CareInterval) {
    object { writer in
      writer.member("days", interval.days)
      writer.member("season", interval.season?.rawValue)
    }
  }

  private mutating func snooze(_ snooze: Snooze) {
    object { writer in
      writer.member("settled", snooze.settled?.description)
      writer.member("until", snooze.until.description)
      writer.member("count", snooze.count)
    }
  }
}
