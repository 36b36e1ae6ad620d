public import ErrorKit
public import JournalEvents

/// An error in the stored journal.
public enum StorageError: DescribedError, Sendable, Hashable {
  /// A value in `database` is damaged.
  case damagedValue(database: String, reason: String)
  /// A stored event is damaged.
  case damagedEvent(EventReference, reason: String)
  /// The index of streams does not match the events.
  case damagedIndex
  /// These databases do not contain the values that were last folded.
  case damagedFolds([String])
  /// Pages of these databases are misplaced. The empty name stands for the list
  /// of databases and free pages.
  case damagedPages([String])
  /// A file that events name is damaged.
  case damagedFile(path: String)
  /// The data file is older than its last commit.
  case missingCommits
  /// A newer program wrote the journal.
  case newerFormat(found: UInt64, known: UInt64)
  /// The identity file is invalid.
  case identity(path: String, reason: String)
  /// A newer program wrote the identity file in a newer form.
  case newerIdentity(path: String, form: String)
  /// A symbolic link on the path to the home is broken.
  case danglingLink(path: String)
  /// The file of this machine's settings is invalid.
  case settingsFile(path: String, reason: String)
  /// The file of this machine's recent searches is invalid.
  case searchesFile(path: String, reason: String)
  /// The file of this machine's remotes is invalid.
  case remotesFile(path: String, reason: String)
  /// The file of this machine's channels for reminders is invalid.
  case channelsFile(path: String, reason: String)
  /// The file of this machine's services is invalid.
  case servicesFile(path: String, reason: String)
  /// The file of the reminders that were given is invalid.
  case remindersFile(path: String, reason: String)
  /// The journal does not exist; only a write creates it.
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
        "the events are intact, but the index of streams is damaged",
        .salvage)
    case .damagedFolds(let databases):
      .init(
        .damagedData,
        "the events are intact, but the projections of them are damaged: "
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
        "restore it from a backup, or remove it: this home then continues under a new writer"
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
    case .channelsFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "correct it, or remove it and add the channels again")
    case .servicesFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "correct it, or remove it and set the services again")
    case .remindersFile(let path, let reason):
      .init(
        .damagedData, "\(path): \(reason)",
        "correct it, or remove it: what is due is then said again")
    case .noJournal(let path):
      .init(.nothingMatched, "there is no journal in \(path)", .startJournal)
    }
  }
}
