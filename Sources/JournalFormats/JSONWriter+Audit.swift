public import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension JSONWriter {
  /// Writes an audit: the period, then an object for each plant and kind.
  public mutating func audit(_ view: AuditView) {
    object { writer in
      writer.member("since", view.period.lowerBound.description)
      writer.member("until", view.period.upperBound.description)
      writer.member("graceDays", view.grace)
      let audits = view.plants.flatMap { plant in
        plant.kinds.map { (plant: plant, audit: $0) }
      }
      writer.objects("audits", audits) {
        $0.audit($1.audit, of: $1.plant, recorders: view.recorders)
      }
      let people = view.shares(of: audits.map(\.audit))
        .filter { $0.person != nil }
      writer.objects("people", people) { writer, share in
        writer.member("person", share.person)
        writer.member("count", share.count)
      }
    }
  }

  private mutating func audit(
    _ audit: CareAudit, of plant: AuditView.Plant,
    recorders: [WriterID: Recorder]
  ) {
    name(of: plant.id, plant.state.displayName)
    member("kind", audit.kind.name)
    member("expected", audit.expectedCount)
    member("given", audit.given.count)
    member("onTime", audit.onTimeCount)
    member("late", audit.lateCount)
    member("skipped", audit.skipped.map(\.description))
    member("missed", audit.missed.map(\.description))
    member("onTimeShare", fraction: audit.onTimeShare)
    member("meanLateness", fraction: audit.meanLateness)
    member("worstLateness", audit.worstLateness)
    member("longestGap", audit.longestGap)
    member("currentStreak", audit.currentStreak)
    member("bestStreak", audit.bestStreak)
    member("overdueSince", audit.overdueSince?.description)
    objects("recordedBy", audit.recorders) { writer, share in
      if let recorder = recorders[share.writer] {
        writer.members(of: recorder)
      }
      writer.member("count", share.count)
    }
    objects("care", audit.given) { writer, care in
      writer.member("day", care.day.description)
      writer.member("due", care.due?.description)
      writer.member("writer", care.writer.description)
    }
  }

  /// Writes the members that identify a plant.
  mutating func name(of plant: PlantID, _ displayName: String) {
    member("plant", plant.description)
    member("shortId", ShortID.text(of: plant))
    member("displayName", displayName)
  }
}
