internal import TerminalKit

extension HelpTopic {
  /// Every topic, in the order in which help lists them.
  static var all: [HelpTopic] {
    [selecting, dates, screens, hooks, exitCodes, environment, files]
  }

  /// The user's programs that receive events.
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
        must be executable, belong to you and be writable by nobody else; \
        directories and links on the way to it must be yours or root's. \
        What a hook itself writes with plantguide runs no hook again.
        """),
      .list([
        ("PLANTGUIDE_HOME", "the journal's directory"),
        ("PLANTGUIDE_ACTION", "the short id of the last action"),
        ("PLANTGUIDE_HOOK", "set while a hook runs"),
      ]),
    ])

  /// The meanings of the program's exit status.
  static let exitCodes = HelpTopic(
    name: "exit-codes", title: "What the exit status means",
    blocks: [
      .paragraph(
        """
        An error is said on standard error, with a hint what to do; standard \
        output holds results alone. Other programs can rely on the status:
        """),
      .list(
        ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
    ])

  /// The variables that the program reads.
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

  /// The files in a journal's home.
  static let files = HelpTopic(
    name: "files", title: "What lies in a journal's directory",
    blocks: [
      .list([
        (
          "lmdb/",
          "the journal: an LMDB environment with all events and what is folded "
            + "from them; 'head' in it names the last commit"
        ),
        (
          "identity",
          "which installation this is; made by the first command that writes"
        ),
        (
          "settings.json", "the settings of this machine alone"
        ),
        (
          "searches.json", "what 'plantguide search' found on a terminal last"
        ),
        ("remotes.json", "the remotes of this machine"),
        (
          "sync/",
          "what these are known to hold; 'auto.log' is the record of syncs in the background"
        ),
        ("keys/", "what opens encrypted remotes without their passphrase"),
        (
          ".*.partial/",
          "what a command is making; one that was killed, or ended by a damaged "
            + "page, leaves it behind, and the next of its kind removes it"
        ),
        (
          "blobs/",
          "the files of photos, each under its SHA-256; 'lock' keeps a sweep away"
        ),
        (
          "originals/",
          "the files that photos were made of, where you had them kept; only "
            + "'plantguide backup' copies them"
        ),
        ("cache/", "thumbnails of photos, which are made again"),
        (
          "imported",
          "by which 'plantguide photo import' knows files of photos that were erased"
        ),
        (
          "backups/",
          "what 'plantguide backup' wrote; 'photos' in it has those of all"
        ),
        ("catalogue/", "a larger catalogue, where one was imported"),
        ("hooks/", "programs of yours; see 'plantguide help hooks'"),
      ]),
      .paragraph(
        """
        The directory must lie on a local file system. Plain cp may catch a \
        file in the middle of a write; 'plantguide backup' does not.
        """),
    ])
}

extension ExitCode {
  /// The meaning in words.
  fileprivate var meaning: String {
    switch self {
    case .done: "done, also where there was nothing to do"
    case .nothingMatched: "nothing matched what was asked for"
    case .wrongUsage: "the command line or the input is not understood"
    case .damagedData: "stored or received data is damaged"
    case .network: "the network or the other side failed"
    case .system: "the disk, a permission or the system failed"
    case .newerFormat: "the data has a newer format than this program knows"
    }
  }
}
