/// A note as a daemon gets it.
struct Note: Hashable, Sendable {
  /// The words for an answer, with the command's name for each.
  enum Answer: String, CaseIterable, Sendable {
    case done
    case hour
    case tomorrow

    func label(forTasks count: Int) -> String {
      switch self {
      case .done: count > 1 ? "All done" : "Done"
      case .hour: "Snooze 1 hour"
      case .tomorrow: "Until tomorrow"
      }
    }
  }

  /// The key of a click on the note itself.
  static let clickKey = "default"

  /// The title, which is plain text.
  let summary: String
  /// The text, with markup escaped if the daemon reads it.
  let body: String
  /// The keys and labels of buttons, in turns.
  let actions: [String]
  /// A Boolean value that indicates whether the note goes by itself.
  let isTransient: Bool

  /// Creates the note of a message for a daemon with these capabilities.
  init(
    _ message: NoteMessage, takesAnswers: Bool, for capabilities: Set<String>
  ) {
    self.init(message.title, message.text, for: capabilities) {
      guard capabilities.contains("actions") else { return [] }
      var actions: [String] = []
      if message.page != nil { actions += [Self.clickKey, "Open"] }
      if takesAnswers, message.id != nil {
        for answer in Answer.allCases {
          actions += [
            answer.rawValue, answer.label(forTasks: message.taskCount),
          ]
        }
      }
      return actions
    }
  }

  /// Creates the note that says what an answer did.
  init(
    _ outcome: AnswerOutcome, to message: NoteMessage,
    for capabilities: Set<String>
  ) {
    self.init(
      message.title, outcome.words, for: capabilities,
      isTransient: outcome.isDone
    ) { [] }
  }

  private init(
    _ title: String, _ text: String, for capabilities: Set<String>,
    isTransient: Bool = false, _ actions: () -> [String]
  ) {
    // A daemon without "body" shows nothing but the title.
    if capabilities.contains("body") {
      summary = title
      body = capabilities.contains("body-markup") ? Self.escaped(text) : text
    } else {
      let line = text.split(separator: "\n").joined(separator: ", ")
      summary = line.isEmpty ? title : "\(title): \(line)"
      body = ""
    }
    self.actions = actions()
    self.isTransient = isTransient
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
