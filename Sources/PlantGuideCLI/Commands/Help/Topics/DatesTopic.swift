extension HelpTopic {
  /// How days, instants and spans are written.
  static let dates = HelpTopic(
    name: "dates", title: "How to write days, times and spans",
    blocks: [
      .paragraph("A DAY is one of these:"),
      .list([
        .init("2026-12-01", "that day"),
        .init("today, yesterday, tomorrow", "as seen from today"),
        .init(
          "monday, mon",
          "the last Monday where something was, the next one where something "
            + "will be; never today"),
        .init("3d, 2w, 1m", "so many days, weeks or months of 30 days on"),
        .init("3d ago", "so long before today"),
      ]),
      .paragraph("WHEN is a day, a time of day, or both:"),
      .list([
        .init("yesterday", "that day, at the present time of day"),
        .init("18:00", "today at that time"),
        .init("'yesterday 18:00'", "that day at that time"),
        .init("2026-03-08T18:20:00+01:00", "an INSTANT with its offset"),
      ]),
      .paragraph(
        """
        Days and times are those of the journal's time zone. A SPAN is a \
        number of days:
        """),
      .list([
        .init("7d, 2w, 1m", "days, weeks, months of 30 days"),
        .init("10", "days"),
        .init("daily, everyOtherDay, twiceWeekly", "1, 2 and 3 days"),
        .init("weekly, biweekly, monthly", "7, 14 and 30 days"),
        .init("quarterly, biannually", "90 and 182 days"),
      ]),
      .paragraph(
        """
        --as-of shows what had been recorded by the end of a day such as \
        2026-03-01, or by an instant.
        """),
      .examples([
        "plantguide water Monty --at yesterday",
        "plantguide fertilize Monty --at '2026-11-20 18:00'",
        "plantguide snooze Monty watering 3d",
        "plantguide today --as-of 2026-03-01",
      ]),
    ])
}
