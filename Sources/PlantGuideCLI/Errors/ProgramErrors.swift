internal import ErrorKit
internal import TerminalKit

/// An error of finding the journal by the environment's variables.
enum HomeError: DescribedError, Hashable {
  /// No variable names an absolute path.
  case unknown
  /// The value of a variable is no text.
  case notText(String)

  var facts: ErrorFacts {
    switch self {
    case .unknown:
      .init(
        .invalidInput,
        "the journal's place is unknown: HOME is not set to an absolute path",
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

/// The output was lost after something had been written.
struct LostOutput: DescribedError {
  /// The error of the system.
  let underlying: OutputError
  /// A Boolean value that indicates whether the history shows the changes.
  let isInHistory: Bool

  var facts: ErrorFacts {
    .init(
      .system, "your change is recorded, but \(underlying)",
      isInHistory
        ? "do not repeat the command; 'plantguide history' shows it"
        : "do not repeat the command", canRetry: false)
  }
}

/// Damage of the data file, found where nothing could be thrown.
struct DamagedDataFile: DescribedError {
  var facts: ErrorFacts {
    .init(
      .damagedData,
      "the journal's database file is damaged; nothing was changed",
      "'plantguide log repair' saves what can be read, and fetches the rest from remotes and backups"
    )
  }
}

/// A long wait for another program.
struct LongWait: DescribedError {
  var facts: ErrorFacts {
    .init(
      .system, "waiting for another program that has the same files locked",
      "it may be stopped: 'pgrep -a plantguide' shows it; Ctrl-C ends the wait")
  }
}

/// A shortage of memory, found where nothing could be thrown.
struct MemoryShortage: DescribedError {
  var facts: ErrorFacts {
    .init(
      .system, "there is not enough memory for this command",
      "end other programs; 'plantguide history' shows what is recorded")
  }
}
