extension DateInput {
  /// What `plantguide help dates` says.
  static let helpText = """
    A day is written as 2026-12-01, or as people say it: today, yesterday, \
    tomorrow, day after tomorrow, monday, next monday, last friday, next week, \
    3d, 2w, 1m, in 10 days, 10 days ago, 1 dec, dec 1, 1 dec 2026.

    A weekday is the nearest such day, and never today: next monday is the \
    first one after today, last monday the latest before. Three letters of a \
    weekday or month are enough. A week has 7 days and a month 30.

    monday, 3d or 1 dec alone point back where something happened (--at, \
    --since, --until, --as-of, --acquired) and ahead where something is due \
    (snooze, --due, --from).

    A point in time is such a day with a time (yesterday 18:00, monday 9am, \
    noon), a time alone, which is today's, now, 2 hours ago, 30 min ago, or an \
    instant such as 2026-03-01T09:00:00+01:00. A day alone is the present time \
    on that day; as a bound it is the whole day: its beginning for --since, \
    its end for --until and --as-of.

    What could be read in two ways is refused: 03/04/2026 and 12-01 (April or \
    March?), 12am and midnight (which end of the day?).

    A span is daily, everyOtherDay, twiceWeekly (3 days), weekly, biweekly, \
    monthly (30 days), quarterly (90), biannually (182), 7d, 2w, 1m or a \
    number of days.
    """
}
