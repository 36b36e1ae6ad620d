internal import TerminalKit

extension HelpTopic {
  /// The variables that the program looks at.
  static let environment = HelpTopic(
    name: "environment", title: "The environment's variables",
    blocks: [
      .list([
        ("PLANTGUIDE_HOME", "the directory in which the journal lives"),
        (
          "XDG_DATA_HOME",
          "where PLANTGUIDE_HOME is not set, the journal lives in plantguide/ "
            + "below this; else in ~/.local/share/plantguide"
        ),
        ("NO_COLOR", "if not empty, nothing is coloured"),
        (
          "COLORFGBG",
          "the terminal's colours, as 15;0; decides about light or dark where "
            + "the setting 'appearance' leaves that to the system"
        ),
        ("TERM", "dumb means a terminal without colours"),
        ("COLUMNS", "the columns of a line; else the terminal says"),
        (
          "LC_ALL, LC_CTYPE, LANG",
          "the first that is set says whether a terminal gets UTF-8 or ASCII"
        ),
        (
          "PLANTGUIDE_PAGER, PAGER",
          "what shows long output; the setting 'pager' stands between them"
        ),
        (
          "VISUAL, EDITOR",
          "what 'plantguide edit' opens after the setting 'editor'; else vi"
        ),
        ("TZ", "the time zone in which a new journal begins"),
        ("TMPDIR", "where --dry-run puts a passing journal; else /tmp"),
      ]),
      .examples(["PLANTGUIDE_HOME=~/another plantguide today"]),
    ])
}
