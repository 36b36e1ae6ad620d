internal import TerminalKit

extension HelpTopic {
  /// Every topic, in the order in which help lists them.
  static var all: [HelpTopic] {
    [
      options, selecting, dates, tables, screens, hooks, exitCodes, environment,
      files,
    ]
  }

  /// The user's programs that receive events.
  static let hooks = HelpTopic(
    name: "hooks", title: "How a program of yours receives new events",
    blocks: [
      .paragraph(
        """
        If there is a program at hooks/on-append in the journal's directory, \
        each command that writes runs it afterwards. The program reads the \
        new events from standard input, one JSON object per line, as \
        'plantguide history --json' prints them. When the program ends, at \
        most 64 KiB of its output go to standard error. On a terminal, \
        control characters are made visible.
        """),
      .paragraph(
        """
        'plantguide serve' runs it after changes on pages and by the API, \
        with the events of one or more changes. It drops the program's \
        output, and keeps its own variables from it, except for PATH, HOME \
        and others of a plain session.
        """),
      .paragraph(
        """
        The events are stored before the program runs. If the program fails, \
        the failure is reported; nothing is lost, and the command keeps its \
        own exit status. The program must be executable, belong to you, and \
        be writable by nobody else. Directories and links on the way to it \
        must belong to you or to root. A plantguide command that the program \
        runs starts no hook.
        """),
      .list([
        ("PLANTGUIDE_HOME", "the journal's directory"),
        ("PLANTGUIDE_ACTION", "the short id of the last action"),
        ("PLANTGUIDE_HOOK", "set while the program runs"),
      ]),
    ])

  /// The meanings of the program's exit status.
  static let exitCodes = HelpTopic(
    name: "exit-codes", title: "What the exit status means",
    blocks: [
      .paragraph(
        """
        Errors go to standard error, with a hint what to do. Standard output \
        has only results. Your scripts can rely on these statuses:
        """),
      .list(
        ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
    ])

  /// The variables that the program reads.
  static let environment = HelpTopic(
    name: "environment", title: "Environment variables",
    blocks: [
      .list([
        ("PLANTGUIDE_HOME", "the journal's directory"),
        (
          "XDG_DATA_HOME",
          "without PLANTGUIDE_HOME, the journal's directory is plantguide/ in "
            + "this one, by default ~/.local/share/plantguide"
        ),
        (
          "PLANTGUIDE_TREFLE_KEY, PLANTGUIDE_OPENPLANTBOOK_KEY, "
            + "PLANTGUIDE_PLANTNET_KEY",
          "the keys of outside services; see 'plantguide help services set'"
        ),
        ("NO_COLOR", "if it is not empty, output has no colours"),
        (
          "COLORFGBG",
          "the terminal's colours, such as 15;0; if the setting 'appearance' "
            + "is system, they decide between light and dark"
        ),
        ("TERM", "if it is dumb, the terminal has no colours"),
        ("COLUMNS", "the width of a line; by default that of the terminal"),
        (
          "LC_ALL, LC_CTYPE, LANG",
          "the first one set decides whether a terminal gets UTF-8 or ASCII"
        ),
        (
          "PLANTGUIDE_PAGER, PAGER",
          "the pager for long output; the setting 'pager' comes between them"
        ),
        (
          "VISUAL, EDITOR",
          "the editor of 'plantguide edit' if the setting 'editor' has none; "
            + "vi by default"
        ),
        ("TZ", "the time zone of a new journal"),
        (
          "TMPDIR",
          "the directory for the temporary journal of --dry-run; by default /tmp"
        ),
      ]),
      .examples(["PLANTGUIDE_HOME=~/another plantguide today"]),
    ])

  /// The files in a journal's home.
  static let files = HelpTopic(
    name: "files", title: "The files in a journal's directory",
    blocks: [
      .list([
        (
          "lmdb/",
          "the journal: an LMDB database with all events and everything "
            + "derived from them; 'head' names the last commit"
        ),
        (
          "identity",
          "the id of this installation; the first command that writes makes it"
        ),
        (
          "settings.json", "the settings of this machine"
        ),
        (
          "searches.json", "your recent searches with 'plantguide search'"
        ),
        ("remotes.json", "the remotes of this machine"),
        (
          "sync/",
          "what the remotes are known to hold; 'auto.log' is the log of syncs "
            + "in the background"
        ),
        ("keys/", "the keys of encrypted remotes, instead of passphrases"),
        (
          ".*.partial/",
          "the unfinished work of a command; if the command was killed, the "
            + "next one of its kind removes it"
        ),
        (
          "blobs/",
          "the photo files, each named by its SHA-256; 'lock' holds off "
            + "'plantguide photo gc'"
        ),
        (
          "originals/",
          "the original photo files, if you keep them; only 'plantguide "
            + "backup' copies them"
        ),
        ("cache/", "thumbnails, which are made again when needed"),
        (
          "imported",
          "marks of erased photos, so that 'plantguide photo import' skips "
            + "their files"
        ),
        (
          "backups/",
          "the backups of 'plantguide backup'; 'photos' has the photos of all "
            + "of them"
        ),
        ("catalogue/", "the catalogue that you imported"),
        ("hooks/", "your own programs; see 'plantguide help hooks'"),
      ]),
      .paragraph(
        """
        The directory must be on a local file system. To copy it, use \
        'plantguide backup'; plain cp may copy a file that is half written.
        """),
    ])
}

extension ExitCode {
  /// The meaning in words.
  fileprivate var meaning: String {
    switch self {
    case .done: "done, or there was nothing to do"
    case .nothingMatched: "nothing matched what was asked for"
    case .wrongUsage: "the command line or the input is wrong"
    case .damagedData: "stored or received data is damaged"
    case .network: "the network or the other side failed"
    case .system: "the disk, a permission or the system failed"
    case .newerFormat: "the data has a newer format than this program knows"
    }
  }
}
