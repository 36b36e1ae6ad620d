internal import TerminalKit

extension HelpTopic {
  /// Every topic, in the order in which help lists them.
  static var all: [HelpTopic] {
    [selecting, dates, screens, hooks, exitCodes, environment, files]
  }
}
