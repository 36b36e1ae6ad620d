internal import TerminalKit

extension HelpTopic {
  /// The output to a terminal, and to a pipe.
  static let screens = HelpTopic(
    name: "screens", title: "What a terminal gets, and what a pipe",
    blocks: [
      .paragraph(
        """
        On a terminal a table fits the line: columns that can be spared are \
        left out until the others have room, names go on below, and other long \
        texts are cut and end in three dots. Other lines break between words. \
        In a pipe or a file nothing is cut or broken.
        """),
      .paragraph(
        """
        Output of more than a screen goes through a pager, unless the command \
        writes: $PLANTGUIDE_PAGER, else the setting 'pager', else $PAGER, else \
        'less -FRX'. It is words \
        parted by blanks, run without a shell. 'cat', an empty variable or \
        --no-pager print at once, and so do pictures that are no blocks.
        """),
      .paragraph(
        """
        Colours are never the only sign of anything. They are shown on \
        terminals, not with NO_COLOR or TERM=dumb; --color always or never \
        decides, but for NO_COLOR. The setting 'appearance' says \
        whether the background is light or dark.
        """),
      .paragraph(
        """
        Where LC_ALL, LC_CTYPE or LANG, the first that is set, names no UTF-8 \
        locale, a terminal gets ASCII alone: a letter with a separate mark is \
        the letter, dashes and quotes are plain, and every other character is \
        one question mark. Short ids tell such names apart. Pipes always get \
        UTF-8.
        """),
    ])
}
