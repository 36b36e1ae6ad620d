internal import JournalQueries
internal import TerminalKit

extension HelpTopic {
  /// The ways to name and choose plants.
  static let selecting = HelpTopic(
    name: "selecting", title: "How to name and choose plants",
    blocks: [
      .paragraph(
        """
        A plant is meant by any of these, in any case. Where a name could be \
        several plants nothing is written, and the message lists their short \
        ids.
        """),
      .list([
        ("Monty", "its nickname"),
        ("'Snake plant'", "another name that only one plant has"),
        ("mon", "the beginning of a name, if it begins only one"),
        (
          "montty",
          "a name with a typing error in it, if only one is so near; before "
            + "writing it asks"
        ),
        (
          "3xjgj8",
          "its short id, which every command prints and which never changes; "
            + "to look at a plant its first three letters are enough"
        ),
      ]),
      .paragraph(
        """
        Commands that take several plants also read names from standard input \
        where - stands for them, one a line or parted by NUL; these must be \
        whole names. Instead of naming plants you can choose them:
        """),
      .list(
        PlantChoice.options.map { option in
          (option.label, option.help)
        }),
      .paragraph(
        """
        Several choices together mean the plants that fit them all. More than \
        three plants are asked about before anything is written; --yes \
        answers, and --dry-run only shows what would happen.
        """),
      .examples([
        "plantguide water Monty 'Swiss Miss'",
        "plantguide water --room Kitchen --yes",
        "plantguide mist --room Bathroom --tag pet-safe --dry-run",
        "printf 'Monty\\nFlamenco\\n' | plantguide water -",
      ]),
    ])
}
