internal import TerminalKit

extension HelpTopic {
  /// The options that mean the same in every command that takes them.
  static let options = HelpTopic(
    name: "options", title: "Options that many commands have",
    blocks: [
      .paragraph(
        """
        These options mean the same in every command that has them. You can \
        write them before or after the command. The last line of a command's \
        help lists the ones that it has.
        """),
      .list(
        (GlobalOptions.all + [OptionDefinition.help]).map { option in
          (option.label, option.help)
        }),
      .paragraph(
        """
        Commands that read have --as-of, so you can see an earlier state: \
        'plantguide today --as-of 2026-03-01'. Commands that write have --yes \
        and mostly --dry-run: 'plantguide water --room Kitchen --dry-run'.
        """),
    ])
}
