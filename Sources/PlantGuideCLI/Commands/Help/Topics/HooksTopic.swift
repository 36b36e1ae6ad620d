internal import TerminalKit

extension HelpTopic {
  /// Programs of the user that learn of events.
  static let hooks = HelpTopic(
    name: "hooks", title: "Programs of yours that learn of events",
    blocks: [
      .paragraph(
        """
        Where a program lies at hooks/on-append in the journal's directory, \
        each command that writes runs it afterwards. It reads the new events \
        from standard input, one JSON object a line, as 'plantguide history \
        --json' writes them. What it prints goes to standard error when it \
        has ended: of 64 KiB at most, and on a terminal with all that would \
        drive it made visible.
        """),
      .paragraph(
        """
        The events are stored before it runs. If it fails, that is reported, \
        and nothing is lost or undone; the command's own exit code stays. It \
        must be executable, belong to you and be writable by nobody else. \
        What a hook itself writes with plantguide runs no hook again.
        """),
      .list([
        ("PLANTGUIDE_HOME", "the journal's directory"),
        ("PLANTGUIDE_ACTION", "the short id of the last action"),
        ("PLANTGUIDE_HOOK", "set while a hook runs"),
      ]),
    ])
}
