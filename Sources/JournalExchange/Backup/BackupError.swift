public import ErrorKit
public import JournalEvents
public import JournalLog
public import POSIXKit

/// An error of making, reading or restoring a backup.
public enum BackupError: DescribedError, Sendable, Hashable {
  /// The backup does not exist.
  case absent(path: String)
  /// The place is within the journal's own data.
  case insideJournal(path: String)
  /// The directory of automatic backups is missing.
  case directoryMissing(path: String)
  /// The manifest is missing: this is no backup, or an unfinished one.
  case noManifest(path: String)
  /// The manifest cannot be read.
  case badManifest(path: String, reason: String)
  /// A later version made the backup.
  case newerFormat(path: String, found: String)
  /// The data file is missing, or does not match the manifest.
  case otherData(path: String, reason: String)
  /// Files of photos are missing or damaged; the events are intact.
  case otherPhotos(path: String, BroughtPhotos)
  /// The backup is made, but shared files of photos beside it are damaged, and
  /// the journal has no intact copy.
  case sharedPhotosDamaged(path: String, [BlobName])
  /// An event in the copy differs from what was written.
  case damagedEvent(path: String, LogProblem)
  /// The data of the journal's home could not be exchanged in one step.
  case notExchangeable(path: String)
  /// The backup was restored, but may not survive a power cut.
  case inPlaceWithFault(replaced: String?, FileSystemError)

  /// The data file was compacted, but that may not survive a power cut.
  case compactedWithFault(FileSystemError)

  /// The erased text may remain in the data file, which could not be rewritten.
  case erasedBytesRemain(ErrorFacts)
  /// The files of erased photos may remain.
  case erasedPhotosRemain(ErrorFacts)

  /// The backup was restored, but its events that were erased later could not
  /// be erased again.
  case erasedIsBack(replaced: String, ErrorFacts)
  /// The backup was restored, but the replaced journal, which is intact as far
  /// as is known, could not be made a backup.
  case replacedIsNoBackup(replaced: String, ErrorFacts)

  public var facts: ErrorFacts {
    switch self {
    case .replacedIsNoBackup(let replaced, let cause):
      .init(
        cause.kind,
        "the backup is restored, but the replaced journal in \(replaced) could not be made a backup, and what you erased in it may be back: \(cause.message)",
        .useHome(replaced), title: "Restore Incomplete")
    case .erasedIsBack(let replaced, let cause):
      .init(
        cause.kind,
        "the backup is restored, but what you erased since could not be erased in it: \(cause.message); the replaced journal is kept in \(replaced)",
        "remove the cause, then restore the replaced journal, then this backup again",
        title: "Erasure Failed")
    case .erasedBytesRemain(let cause):
      .init(
        cause.kind,
        "it is erased, but its bytes may still be in the data file, which could not be rewritten: \(cause.message)",
        .compact)
    case .erasedPhotosRemain(let cause):
      .init(
        cause.kind,
        "it is erased, but files of its photos may still be here: \(cause.message)",
        .sweepPhotos)
    case .compactedWithFault(let error):
      .init(
        .system,
        "the data file is compacted, but the disk reported a fault: \(error)",
        "do not repeat the command; check the disk and make a backup",
        title: "Save Failed", canRetry: false)
    case .absent(let path):
      .init(.nothingMatched, "there is no backup \(path)", .listBackups)
    case .insideJournal(let path):
      .init(
        .invalidInput,
        "\(path) is within the journal's own data, where nothing else belongs",
        "choose another directory", outcome: .nothingWritten)
    case .directoryMissing(let path):
      .init(
        .nothingMatched, "the directory \(path) for backups does not exist",
        "create it, or mount its disk")
    case .noManifest(let path):
      .init(
        .nothingMatched, "\(path) is not a finished backup: it has no manifest",
        .listBackups)
    case .badManifest(let path, let reason):
      .init(
        .damagedData,
        "the manifest of the backup \(path) cannot be read: \(reason)",
        "use another backup")
    case .newerFormat(let path, let found):
      .init(
        .newerFormat,
        "the backup \(path) has the format '\(found)', which this program does not know",
        "install the newer program")
    case .otherData(let path, let reason):
      .init(
        .damagedData, "the backup \(path) is damaged: \(reason)",
        "use another backup")
    case .otherPhotos(let path, let files):
      .init(
        .damagedData,
        "the events of the backup \(path) are whole, but \(files.words)",
        "make another backup while the journal has them; a restore brings the others",
        details: files.details)
    case .sharedPhotosDamaged(let path, let names):
      .init(
        .damagedData,
        "the backup \(path) is made, but lacks \(names.count == 1 ? "a file" : "\(names.count) files") of photos: the copies that backups share are damaged, and the journal has no whole ones",
        .bringPhotos, details: names.map { "damaged: \($0)" }, canRetry: false)
    case .damagedEvent(let path, let problem):
      .init(
        .damagedData,
        "\(path): event \(problem.event.sequence) of writer \(problem.event.writer) \(problem.reason)",
        "use another backup")
    case .notExchangeable(let path):
      .init(
        .system,
        "the file system of \(path) cannot exchange two directories in one step; nothing was changed",
        .restoreIntoEmptyHome, canRetry: false)
    case .inPlaceWithFault(let replaced, let error):
      .init(
        .system,
        "the backup is restored, but the disk reported a fault: \(error)"
          + (replaced.map { "; the replaced journal is kept in \($0)" } ?? ""),
        "do not repeat the command; check the disk and make a backup",
        title: "Save Failed", canRetry: false)
    }
  }
}
