internal import TerminalKit

extension HelpTopic {
  /// The ways to write days, instants and spans.
  static let dates = HelpTopic(
    name: "dates", title: "How to write days, times and spans",
    blocks: [
      .paragraph("You can write a DAY in these ways, in upper or lower case:"),
      .list([
        ("2026-12-01, 1.12.2026", "that day"),
        ("today, yesterday, tomorrow", "relative to today"),
        ("'day after tomorrow'", "and 'day before yesterday'"),
        (
          "monday, mon",
          "the last Monday for something past, the next one for something "
            + "future; never today"
        ),
        ("'next monday'", "the first Monday after today"),
        ("'last monday'", "the latest Monday before today"),
        ("'next week', 'last week'", "7 days after today, or before it"),
        (
          "3d, 2w, 1m, '3 days'",
          "that many days, weeks or months of 30 days, before today for "
            + "something past, after it for something future"
        ),
        ("'in 10 days', '2w from now'", "that long after today"),
        ("'10 days ago', '3d ago'", "that long before today"),
        (
          "'1 dec', 'dec 1', 1.12.",
          "the latest such day for something past, the next one for "
            + "something future; today counts"
        ),
        ("'1 dec 2026', 'dec 1, 2026'", "that day"),
        ("'mon 23 nov'", "that day of this year, as the output shows it"),
      ]),
      .paragraph(
        """
        Past are days of care, a plant's arrival (--at, --acquired) and the \
        limits of views (--since, --until, --as-of, --added-since). Future are \
        due days (snooze, skip, --due, --from). Three letters of a weekday or \
        month are enough. Before a day you can write 'on', 'by', 'until' or \
        'since'.
        """),
      .paragraph("WHEN is a day, a time of day, or both:"),
      .list([
        ("yesterday", "that day, at the present time of day"),
        ("18:00, 9am, 9:30pm, noon, 12pm", "today at that time"),
        ("'yesterday 18:00'", "that day at that time"),
        ("'monday at 9am'", "the same; the time may also come first"),
        (
          "now, '2 hours ago', '30min ago', 'in 20 min'",
          "relative to this moment"
        ),
        ("2026-03-08T18:20:00+01:00", "an INSTANT with its offset"),
      ]),
      .paragraph(
        """
        As a limit, a day counts as a whole: --since means its beginning, \
        --until and --as-of its end.
        """),
      .paragraph(
        """
        A text with two possible meanings is refused, and the message lists \
        both: 03/04/2026 and 12-01 (which is the month?), 12.11 (12.11. or \
        12:11?), 12am and midnight (which end of the day?), '30m ago' (minutes \
        or months?).
        """),
      .paragraph(
        """
        Days and times are in the journal's time zone. A SPAN is a number of \
        days; only for 'task add --every' months are calendar months:
        """),
      .list([
        ("7d, 2w, 1m, 'a fortnight'", "days, weeks, months of 30 days"),
        ("10", "days"),
        ("daily, everyOtherDay, twiceWeekly", "1, 2 and 3 days"),
        ("weekly, biweekly, monthly", "7, 14 and 30 days"),
        ("quarterly, biannually", "90 and 182 days"),
      ]),
      .paragraph(
        """
        An interval has the nearest name: twiceWeekly is every 3 or 4 days, \
        weekly 5 to 9, biweekly 10 to 20. monthly is 21 to 51 days, quarterly \
        52 to 127, biannually more. 'list --watering weekly' uses these names.
        """),
      .examples([
        "plantguide water Monty --at yesterday",
        "plantguide feed Monty --at '2026-11-20 18:00'",
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty watering 'until saturday'",
        "plantguide history --since 'last monday'",
        "plantguide today --as-of 2026-03-01",
      ]),
    ])
}
