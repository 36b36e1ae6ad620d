public import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalTime

extension JSONWriter {
  /// Writes an audit: the period, then one object for each plant and kind.
  public mutating func audit(_ view: AuditView) {
    object { writer in
      writer.member("since", view.period.lowerBound.description)
      writer.member("until", view.period.upperBound.description)
      writer.member("graceDays", view.grace)
      writer.member("audits") { writer in
        writer.array { writer in
          for plant in view.plants {
            for audit in plant.kinds {
              writer.audit(audit, of: plant, writerNames: view.writerNames)
            }
          }
        }
      }
    }
  }

  private mutating func audit(
    _ audit: CareAudit, of plant: AuditView.Plant,
    writerNames: [WriterID: String]
  ) {
    object { writer in
      writer.member("plant", plant.id.description)
      writer.member("shortId", ShortID.text(of: plant.id))
      writer.member("displayName", plant.state.displayName)
      writer.member("kind", audit.kind.name)
      writer.member("expected", audit.expectedCount)
      writer.member("given", audit.given.count)
      writer.member("onTime", audit.onTimeCount)
      writer.member("late", audit.lateCount)
      writer.member("skipped", audit.skipped.map(\.description))
      writer.member("missed", audit.missed.map(\.description))
      writer.member("onTimeShare") { writer in
        writer.optional(audit.onTimeShare) { $0.number($1) }
      }
      writer.member("meanLateness") { writer in
        writer.optional(audit.meanLateness) { $0.number($1) }
      }
      writer.member("worstLateness") { writer in
        writer.optional(audit.worstLateness) { $0.integer($1) }
      }
      writer.member("longestGap") { writer in
        writer.optional(audit.longestGap) { $0.integer($1) }
      }
      writer.member("currentStreak", audit.currentStreak)
      writer.member("bestStreak", audit.bestStreak)
      writer.member("overdueSince", audit.overdueSince?.description)
      writer.member("recordedBy") { $0.recorders(of: audit, writerNames) }
      writer.member("care") { $0.care(of: audit) }
    }
  }

  private mutating func recorders(
    of audit: CareAudit, _ names: [WriterID: String]
  ) {
    array { writer in
      for recorder in audit.recorders {
        writer.object { writer in
          writer.member("writer", recorder.writer.description)
          writer.member("name", names[recorder.writer])
          writer.member("count", recorder.count)
        }
      }
    }
  }

  private mutating func care(of audit: CareAudit) {
    array { writer in
      for care in audit.given {
        writer.object { writer in
          writer.member("day", care.day.description)
          writer.member("due", care.due?.description)
          writer.member("writer", care.writer.description)
        }
      }
    }
  }
}
