internal import ErrorKit
internal import TerminalKit

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
      "restore a backup, or copy the directory and run 'plantguide export events' on the copy to save what can be read"
    )
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
