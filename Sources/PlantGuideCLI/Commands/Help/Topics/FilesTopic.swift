internal import TerminalKit

extension HelpTopic {
  /// What lies in a journal's home.
  static let files = HelpTopic(
    name: "files", title: "What lies in a journal's directory",
    blocks: [
      .list([
        (
          "lmdb/",
          "the journal: an LMDB environment with all events and what is folded "
            + "from them"
        ),
        (
          "identity",
          "which installation this is; made by the first command that writes"
        ),
        (
          "settings.json", "the settings of this machine alone"
        ),
        ("backups/", "what 'plantguide backup' wrote"),
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
