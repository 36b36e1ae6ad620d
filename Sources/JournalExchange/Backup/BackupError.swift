internal import JournalEvents
public import JournalLog

/// Why a backup cannot be made, used or put in place.
public enum BackupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Nothing lies there.
  case absent(path: String)
  /// The place is within the journal's own data.
  case insideJournal(path: String)
  /// There is no manifest: this is no backup, or one that was never finished.
  case noManifest(path: String)
  /// The manifest cannot be read.
  case badManifest(path: String, reason: String)
  /// A later program has made the backup.
  case newerFormat(path: String, found: String)
  /// The data file is missing, or is not the one that the manifest names.
  case otherData(path: String, reason: String)
  /// An event in the copy is not what was written.
  case damagedEvent(path: String, LogProblem)
  /// The data of the journal's home could not be exchanged in one step.
  case notExchangeable(path: String)

  public var description: String {
    switch self {
    case .absent(let path): "there is no backup \(path)"
    case .insideJournal(let path):
      "\(path) is within the journal's own data, where nothing else belongs"
    case .noManifest(let path):
      "\(path) is no finished backup: it has no manifest"
    case .badManifest(let path, let reason):
      "the manifest of the backup \(path) cannot be read: \(reason)"
    case .newerFormat(let path, let found):
      "the backup \(path) has the form '\(found)', which this program does not know"
    case .otherData(let path, let reason):
      "the backup \(path) is damaged: \(reason)"
    case .damagedEvent(let path, let problem):
      "\(path): event \(problem.event.sequence) of writer \(problem.event.writer) \(problem.reason)"
    case .notExchangeable(let path):
      "the file system of \(path) cannot exchange two directories in one step"
    }
  }
}
