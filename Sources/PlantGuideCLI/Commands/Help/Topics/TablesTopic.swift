internal import TerminalKit

extension HelpTopic {
  /// The tables that `import csv` reads.
  static let tables = HelpTopic(
    name: "tables", title: "How tables of plants and schedules are read",
    blocks: [
      .paragraph(
        """
        'plantguide export csv' writes a table, and 'plantguide import csv' \
        reads it. You can change a table in a spreadsheet and import it again \
        with --update.
        """),
      .paragraph(
        """
        The first line names the columns, in any order. You can use the names \
        of 'export csv', or common ones such as name, species, location, tags \
        and bought. 'last watered' is a day, and 'watering every' a number of \
        days. German names are Art, Standort, 'Zuletzt gegossen', 'Gießen \
        alle' and the like. Unknown columns are reported.
        """),
      .paragraph("You write cells as follows:"),
      .list([
        (
          "a day",
          "2023-12-25, 2023/12/25, 25.12.2023, 12/25/2023 or '25 Dec 2023'; "
            + "between points the day comes first, and 03/04/2023 is refused, "
            + "as it could be two days"
        ),
        (
          "an interval",
          "a number of days, weekly or 'every 2 weeks', in German 'alle 10 "
            + "Tage' or wöchentlich"
        ),
        ("-", "with --update, clears the field"),
        ("nothing", "with --update, keeps the old value"),
      ]),
      .paragraph(
        """
        A table with the columns kind and intervalDays sets schedules of \
        existing plants. Tables of rooms and of history are only for reading, \
        and the import refuses them.
        """),
    ])
}
