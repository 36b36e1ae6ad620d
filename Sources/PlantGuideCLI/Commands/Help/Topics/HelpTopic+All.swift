extension HelpTopic {
  /// Every topic, in the order in which help lists them.
  static var all: [HelpTopic] {
    [selecting, dates, exitCodes, environment, files]
  }
}
