internal import TerminalKit

extension HelpTopic {
  /// What the program's exit status means.
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
}

extension ExitCode {
  /// What it means, for people.
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
