public import ErrorKit
public import JournalEvents

/// Why the stored journal cannot be used as it is.
public enum StorageError: DescribedError, Sendable, Hashable {
  /// A value in `database` is not what was written there.
  case damagedValue(database: String, reason: String)
  /// A stored event is not what was written.
  case damagedEvent(EventReference, reason: String)
  /// The index of streams is not what the events imply.
  case damagedIndex
  /// What these databases hold is not what was folded into them last.
  case damagedFolds([String])
  /// Pages of the data file are not where they belong; these databases have
  /// them, and the empty name stands for the list of databases and free pages.
  case damagedPages([String])
  /// A file that events name is not what was written.
  case damagedFile(path: String)
  /// The data file is older than what was last committed to it.
  case missingCommits
  /// The journal was written by a later program.
  case newerFormat(found: UInt64, known: UInt64)
  /// The identity file is not one.
  case identity(path: String, reason: String)
  /// The identity file has a form that a later program gave it.
  case newerIdentity(path: String, form: String)
  /// A link on the way to the home leads nowhere.
  case danglingLink(path: String)
  /// The file of this machine's settings is not one.
  case settingsFile(path: String, reason: String)
  /// The file of this machine's recent searches is not one.
  case searchesFile(path: String, reason: String)
  /// The file of this machine's remotes is not one.
  case remotesFile(path: String, reason: String)
  /// Nothing was ever written here, and only writing makes a journal.
  case noJournal(path: String)

  public var facts: ErrorFacts {
    switch self {
    case .damagedValue(let database, let reason):
      .init(
        .damagedData,
        "the journal's data is damaged: \(reason) (database '\(database)')",
        .rebuildProjections)
    case .damagedEvent(let event, let reason):
      .init(
        .damagedData,
        "event \(event.sequence) of writer \(event.writer) is damaged: \(reason)",
        .verifyLog)
    case .damagedFile(let path):
      .init(
        .damagedData,
        "\(path) is damaged: its bytes are not those it is named by",
        .text("a sync that brings files, or a backup, may have it whole"))
    case .damagedIndex:
      .init(
        .damagedData,
        "the events are as they were written, but the index of streams is damaged",
        .moveEvents)
    case .damagedFolds(let databases):
      .init(
        .damagedData,
        "the events are as they were written, but what is folded of them is not: "
          + databases.joined(separator: ", "),
        .rebuildProjections)
    case .damagedPages(let databases):
      .init(
        .damagedData,
        "pages of the data file are not where they belong: "
          + databases.map { $0.isEmpty ? "the file's own lists" : $0 }
          .joined(separator: ", "),
        .salvage)
    case .missingCommits:
      .init(
        .damagedData,
        "commits that were acknowledged are missing: the data file is older than what was last written to it",
        .bringEventsBack)
    case .newerFormat(let found, let known):
      .init(
        .newerFormat,
        "the journal has format \(found); this program knows up to \(known)",
        "install the newer program; nothing was changed")
    case .identity(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "restore it from a backup, or remove it: this home then goes on under a new writer"
      )
    case .newerIdentity(let path, let form):
      .init(
        .newerFormat,
        "\(path) has the form \(form), which this program does not know",
        "install the newer program; nothing was changed")
    case .danglingLink(let path):
      .init(
        .system, "\(path) is a link that leads nowhere",
        "mount the disk that it leads to, or mend the link; nothing was changed"
      )
    case .settingsFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "correct it, or remove it: this machine's settings then have their defaults"
      )
    case .searchesFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)", .forgetSearches)
    case .remotesFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "correct it, or remove it and add the remotes again")
    case .noJournal(let path):
      .init(.nothingMatched, "there is no journal in \(path)", .startJournal)
    }
  }
}
