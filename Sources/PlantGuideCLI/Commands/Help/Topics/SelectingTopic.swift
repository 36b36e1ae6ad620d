internal import JournalQueries
internal import TerminalKit

extension HelpTopic {
  /// The ways to name and choose plants.
  static let selecting = HelpTopic(
    name: "selecting", title: "How to name and choose plants",
    blocks: [
      .paragraph(
        """
        You can name a plant in any of these ways, in upper or lower case. If \
        a name could be several plants, nothing is written, and the message \
        lists their short ids.
        """),
      .list([
        ("Monty", "its nickname"),
        ("'Snake plant'", "another name that only one plant has"),
        ("mon", "the beginning of a name, if only one plant's name begins so"),
        (
          "montty",
          "a name with a typing error, if only one plant's name is so near; "
            + "before writing you are asked"
        ),
        (
          "3xjgj8",
          "its short id, which every command prints and which never changes; "
            + "to look at a plant, its first three characters are enough"
        ),
      ]),
      .paragraph(
        """
        If a command takes several plants, you can write - to read their \
        names from standard input. Write whole names, one per line or \
        separated by NUL. Instead of naming plants, you can select them:
        """),
      .list(
        PlantChoice.options.map { option in
          (option.label, option.help)
        }),
      .paragraph(
        """
        Several of these options together select the plants that fit all of \
        them. Before a command writes on more than three plants, you are \
        asked. --yes answers, and --dry-run only shows what would happen.
        """),
      .examples([
        "plantguide water Monty 'Swiss Miss'",
        "plantguide water --room Kitchen --yes",
        "plantguide mist --room Bathroom --tag pet-safe --dry-run",
        "printf 'Monty\\nFlamenco\\n' | plantguide water -",
      ]),
    ])
}
