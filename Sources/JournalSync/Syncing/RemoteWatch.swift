internal import JournalLog
public import JournalQueries
internal import POSIXKit

/// The watch of a long-running process that decides when to sync. It watches
/// the journal's directory, the folders of remotes, and the time, and keeps
/// nothing of the journal open while it waits.
public struct RemoteWatch: ~Copyable {
  private var schedule: SyncSchedule
  private var changes: DirectoryWatch
  private var folders: [String: String] = [:]
  /// The journal's last commit before the last sync.
  private var head: JournalHead?

  /// The number of a folder's newest hours, into which others may still write.
  private static let hourCount = 32

  /// Creates a watch of nothing.
  ///
  /// - Parameter interval: The milliseconds after which a remote is synced even
  ///   without a known change.
  /// - Throws: `FileSystemError`.
  public init(every interval: Int64) throws {
    schedule = SyncSchedule(every: interval)
    changes = try DirectoryWatch()
  }

  /// Returns the remotes to sync with now.
  ///
  /// - Parameters:
  ///   - names: The remotes to watch; all if empty.
  ///   - journal: The journal.
  /// - Returns: The remotes that are due.
  /// - Throws: Errors of the list of remotes.
  public mutating func due(
    among names: [String], of journal: CareJournal
  ) throws -> [Remote] {
    let now = Deadline.now
    let home = journal.home
    // The data directory may be replaced by another.
    changes.watch(home.path)
    changes.watch(home.dataDirectory)
    // This comes first, so that changes from here on are seen the next time.
    let changed = changes.changes()
    let remotes = try journal.remotes(named: names)
    schedule.keep(remotes.map(\.name), at: now)
    let near = remotes.filter { $0.address.kind == .file }
    for remote in near { watch(remote) }
    for directory in changed {
      guard let name = folders[directory] else { continue }
      schedule.noteChange(of: name, isNear: true, at: now)
    }
    if home.head != head {
      schedule.noteChange(near: Set(near.map(\.name)), at: now)
    }
    let due = schedule.due(at: now)
    // Changes from here on are noticed again.
    if !due.isEmpty { head = home.head }
    return remotes.filter { due.contains($0.name) }
  }

  private mutating func watch(_ remote: Remote) {
    let root = "\(remote.address.rest)/v1"
    var directories = [root]
    if let journal = remote.journal {
      let kind = remote.isEncrypted ? "e" : "s"
      let hours = "\(root)/\(journal.pathDigits)/\(kind)"
      let names = (try? FileSystem.names(in: hours)) ?? []
      directories.append(hours)
      directories += names.suffix(Self.hourCount).map { "\(hours)/\($0)" }
    }
    for directory in directories {
      changes.watch(directory)
      folders[directory] = remote.name
    }
  }

  /// Waits until a remote is due, something has changed, or a descriptor
  /// becomes readable.
  public func wait(orFor descriptor: Int32) {
    Waiting.until(
      anyIsReadable: [descriptor, changes.descriptor],
      milliseconds: Int32(clamping: schedule.wait(at: Deadline.now)))
  }

  /// Records the outcome of a sync.
  ///
  /// - Returns: Whether syncing with the remote has begun to fail, or to
  ///   succeed again.
  public mutating func note(
    _ outcome: Result<SyncReport, any Error>, of remote: Remote
  ) -> Bool {
    let now = Deadline.now
    switch outcome {
    case .failure(RemoteError.busy):
      schedule.noteBusy(remote.name, at: now)
      return false
    case .failure:
      return schedule.note(remote.name, succeeded: false, at: now)
    case .success:
      return schedule.note(remote.name, succeeded: true, at: now)
    }
  }
}
