internal import TerminalKit

extension HelpTopic {
  /// The output to a terminal, and to a pipe.
  static let screens = HelpTopic(
    name: "screens", title: "How output looks on a terminal and in a pipe",
    blocks: [
      .paragraph(
        """
        On a terminal, a table fits the width. Less important columns are \
        left out, long names continue below, and other long texts are cut and \
        end in three dots. Other lines break between words. In a pipe or a \
        file nothing is cut or broken.
        """),
      .paragraph(
        """
        If the output is longer than a screen, it goes through a pager, \
        except for commands that write. The pager is $PLANTGUIDE_PAGER, else \
        the setting 'pager', else $PAGER, else 'less -FRX'. The value is split \
        at spaces and run without a shell. With 'cat', an empty variable or \
        --no-pager the output appears at once, and so do inline images.
        """),
      .paragraph(
        """
        Terminals show colours unless NO_COLOR is set or TERM is dumb. You \
        can choose with --color always or --color never; NO_COLOR overrides \
        both. Colours are never the only sign of anything. The setting \
        'appearance' tells whether your background is light or dark.
        """),
      .paragraph(
        """
        The first set variable of LC_ALL, LC_CTYPE and LANG names your \
        locale. If it is no UTF-8 locale, a terminal gets only ASCII: marks on \
        letters are dropped, and dashes and quotes are plain. Every other \
        character becomes a question mark; short ids still tell plants apart. \
        Pipes always get UTF-8.
        """),
    ])
}
