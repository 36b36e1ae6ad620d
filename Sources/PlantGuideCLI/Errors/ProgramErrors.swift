internal import ErrorKit
internal import TerminalKit

/// That the environment does not say where the journal lies.
enum HomeError: DescribedError, Hashable {
  /// No variable names an absolute path.
  case unknown
  /// A variable is set to what is no text.
  case notText(String)

  var facts: ErrorFacts {
    switch self {
    case .unknown:
      .init(
        .invalidInput,
        "where the journal lies is not known: HOME names no absolute path",
        "set HOME, or PLANTGUIDE_HOME to the journal's directory",
        outcome: .nothingWritten)
    case .notText(let variable):
      .init(
        .invalidInput, "\(variable) is not valid UTF-8",
        "give the directory another name, or link to it by one",
        outcome: .nothingWritten)
    }
  }
}

/// Output that was lost after something had been written.
struct LostOutput: DescribedError {
  /// What the system refused.
  let underlying: OutputError
  /// Whether the history tells of what was written.
  let isInHistory: Bool

  var facts: ErrorFacts {
    .init(
      .system, "what was asked for is recorded, but \(underlying)",
      isInHistory
        ? "do not repeat the command; 'plantguide history' shows it"
        : "do not repeat the command", canRetry: false)
  }
}

/// That the data file proved damaged where nothing could be thrown.
struct DamagedDataFile: DescribedError {
  var facts: ErrorFacts {
    .init(
      .damagedData,
      "the journal's database file is damaged; nothing was changed",
      "restore a backup; 'plantguide help log salvage' says how to save what can be read"
    )
  }
}

/// That another program keeps this one waiting, which may last.
struct LongWait: DescribedError {
  var facts: ErrorFacts {
    .init(
      .system, "waiting for another program that has the same files locked",
      "it may be stopped: 'pgrep -a plantguide' shows it; Ctrl-C ends the wait")
  }
}

/// That the system gave no more memory, so that nothing could be thrown.
struct MemoryShortage: DescribedError {
  var facts: ErrorFacts {
    .init(
      .system, "there is not enough memory for this command",
      "end other programs; 'plantguide history' shows what is recorded")
  }
}
