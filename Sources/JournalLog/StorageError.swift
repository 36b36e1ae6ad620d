public import JournalEvents

/// Why the stored journal cannot be used as it is.
public enum StorageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A value in `database` is not what was written there.
  case damagedValue(database: String, reason: String)
  /// A stored event is not what was written.
  case damagedEvent(EventReference, reason: String)
  /// The index of streams is not what the events imply.
  case damagedIndex
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
  /// Nothing was ever written here, and only writing makes a journal.
  case noJournal(path: String)

  public var description: String {
    switch self {
    case .damagedValue(let database, let reason):
      "the journal's data is damaged: \(reason) (database '\(database)')"
    case .damagedEvent(let reference, let reason):
      "event \(reference.sequence) of writer \(reference.writer) is damaged: \(reason)"
    case .damagedIndex:
      "the events are as they were written, but the index of streams is damaged"
    case .newerFormat(let found, let known):
      "the journal has format \(found); this program knows up to \(known)"
    case .identity(let path, let reason), .settingsFile(let path, let reason):
      "\(path): \(reason)"
    case .newerIdentity(let path, let form):
      "\(path) has the form \(form), which this program does not know"
    case .danglingLink(let path): "\(path) is a link that leads nowhere"
    case .noJournal(let path): "there is no journal in \(path)"
    }
  }

  /// What to do next.
  public var hint: String {
    switch self {
    case .damagedValue:
      "run 'plantguide log rebuild'; if that fails too, restore a backup"
    case .damagedEvent:
      "run 'plantguide log verify' to see how much is affected, then restore a backup"
    case .damagedIndex:
      "save the events with 'plantguide export events' and import them into a new home"
    case .danglingLink:
      "mount the disk that it leads to, or mend the link; nothing was changed"
    case .newerFormat, .newerIdentity:
      "install the newer program; nothing was changed"
    case .identity:
      "restore it from a backup, or remove it: this home then goes on under a new writer"
    case .settingsFile:
      "correct it, or remove it: this machine's settings then have their defaults"
    case .noJournal:
      "add a plant, or set PLANTGUIDE_HOME to the journal's directory"
    }
  }
}
