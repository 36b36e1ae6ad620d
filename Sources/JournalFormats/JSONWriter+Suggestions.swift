public import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension JSONWriter {
  /// Writes the intervals of past care and the suggested ones; `command`
  /// returns the command that sets a suggestion.
  public mutating func suggestions(
    _ view: ScheduleSuggestions,
    command: (ScheduleSuggestions.Row) -> String?
  ) {
    object { writer in
      writer.member("since", view.period.lowerBound.description)
      writer.member("until", view.period.upperBound.description)
      writer.member("graceDays", view.grace)
      writer.objects("suggestions", view.rows) { writer, row in
        let habit = row.habit
        writer.name(of: row.plant.id, row.plant.displayName)
        writer.member("kind", habit.kind.name)
        writer.member("season", habit.season?.rawValue)
        writer.member("intervalDays", habit.present)
        writer.member("suggestedDays", habit.suggestion)
        writer.member("changedOn", habit.changedOn?.description)
        writer.member("missingIntervals", habit.missing)
        writer.list("intervals", habit.intervals) { $0.integer($1) }
        writer.member("medianDays", fraction: habit.median)
        writer.member("meanDays", fraction: habit.mean)
        writer.member("shortestUsual", habit.usual?.lowerBound)
        writer.member("longestUsual", habit.usual?.upperBound)
        writer.member("asked", habit.asked)
        writer.member("late", habit.lateness.count)
        writer.member("usualLateness", habit.usualLateness)
        writer.member("command", command(row))
      }
    }
  }
}
