public import Encodings
internal import ErrorKit
internal import JournalEvents
public import JournalLog
public import JournalQueries
internal import JournalTime

// The JSON of commands about the log itself.

extension JSONWriter {
  /// Writes the contents of the log.
  public mutating func logStatus(_ status: LogStatusView) {
    object { writer in
      writer.member("journal", status.journals.first?.description)
      writer.member("timeZone", status.timeZone)
      writer.member("events", status.events)
      writer.objects("writers", status.writers) { writer, own in
        writer.members(of: own.recorder)
        writer.member("tips") { $0.tips(own.tips) }
      }
      writer.member("reducerVersion", Int(status.reducerVersion))
      writer.member("formatVersion", Int(status.formatVersion))
      writer.member("mapBytes", status.mapBytes)
      writer.member("dataBytes", status.dataBytes)
      writer.member("bytesPerEvent", status.bytesPerEvent)
      writer.objects("databases", status.parts) { writer, part in
        writer.member("name", part.name)
        writer.member("entries", part.entries)
        writer.member("bytes", part.bytes)
      }
    }
  }

  /// Writes the result of a verification.
  public mutating func verification(_ result: LogVerification) {
    object { writer in
      writer.member("events", result.events)
      writer.member("ok", result.isClean)
      let events = result.problems.map { ($0.reason, Optional($0.event)) }
      let others = result.faults.map {
        ($0.facts.message, EventReference?.none)
      }
      writer.objects("problems", events + others) { writer, problem in
        writer.member("writer", problem.1?.writer.description)
        writer.member("sequence", problem.1.map { Int($0.sequence) })
        writer.member("hash", String?.none)
        writer.member("problem", problem.0)
      }
    }
  }

  /// Writes the tips of all writers.
  mutating func vector(_ vector: [(writer: WriterID, tips: WriterTips)]) {
    array { writer in
      for (id, tips) in vector {
        writer.object { writer in
          writer.member("writer", id.description)
          writer.member("tips") { $0.tips(tips) }
        }
      }
    }
  }

  private mutating func tips(_ tips: WriterTips) {
    objects(tips.tips) { writer, tip in
      writer.member("sequence", Int(tip.sequence))
      writer.member("hash", tip.hash.description)
    }
  }

  /// Writes the changes by an event.
  public mutating func replayStep(_ step: ReplayStep) {
    object { writer in
      writer.member("writer", step.header.writer.description)
      writer.member("sequence", Int(step.header.sequence))
      writer.member("recorded", step.header.recorded.rfc3339)
      writer.member("stream", step.header.stream.description)
      writer.member("type", step.header.type)
      writer.member("undone", step.isUndone)
      writer.objects("changes", step.changes) { writer, change in
        if let plant = change.plant {
          writer.member("plant", plant.description)
        }
        writer.member("field", change.field)
        writer.member("before", change.before)
        writer.member("after", change.after)
      }
    }
  }
}
