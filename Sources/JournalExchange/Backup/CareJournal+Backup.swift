public import ErrorKit
public import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit
public import POSIXKit

extension CareJournal {
  /// Where backups are kept, unless somebody says another place.
  public var backupsDirectory: String { home.backupsDirectory }

  /// Copies the whole journal into a directory of its own, while others may go
  /// on writing.
  ///
  /// - Parameters:
  ///   - directory: Where backups are kept; `nil` for ``backupsDirectory``.
  ///   - isAutomatic: Whether nobody asked for it; see ``AutoBackup``.
  ///   - progress: Is told how far the work is.
  /// - Returns: The backup, which was checked.
  /// - Throws: ``BackupError``, `StorageError.noJournal`, and what the store
  ///   throws.
  public func backUp(
    to directory: String? = nil, isAutomatic: Bool = false,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> Backup {
    guard home.exists else {
      try home.checkLinks()
      throw StorageError.noJournal(path: home.path)
    }
    let backup = try Backup.make(
      of: open(.readOnly), in: directory ?? backupsDirectory,
      named: isAutomatic
        ? BackupName.automatic(at: backupTime)
        : BackupName.base(at: backupTime),
      at: backupTime, program: program, progress: progress)
    noteWriting()
    return backup
  }

  /// The backups of a directory, and what else is there.
  ///
  /// - Parameter directory: Where they are kept; `nil` for
  ///   ``backupsDirectory`` and where automatic ones are kept.
  /// - Returns: The oldest first; none of a directory that is missing.
  /// - Throws: `FileSystemError`.
  public func backups(
    in directory: String? = nil
  ) throws -> [BackupList.Entry] {
    if let directory { return try BackupList.entries(in: directory) }
    try home.checkLinks()
    return try usualDirectories.flatMap(BackupList.entries)
      .sorted { $0.place.name < $1.place.name }
  }

  /// Where backups are made unless a directory is named.
  private var usualDirectories: [String] {
    let automatic = (try? machineSettings()).flatMap {
      AutoBackup(ofHomeAt: homePath, $0)?.directory
    }
    guard let automatic, automatic != backupsDirectory else {
      return [backupsDirectory]
    }
    return [backupsDirectory, automatic]
  }

  /// The backup that a name means: a path, a name in ``backupsDirectory`` or
  /// where automatic ones are kept, or `latest` of those there that no restore
  /// put away.
  ///
  /// - Throws: ``BackupError``, `NothingMatched` or `FileSystemError`.
  public func backup(named name: String) throws -> Backup {
    guard name == "latest" else {
      let isOwn = !name.contains("/") && !FileSystem.isDirectory(name)
      let places = usualDirectories.map { "\($0)/\(name)" }
      let own = places.first(where: FileSystem.isDirectory) ?? places[0]
      return try Backup(at: BackupPlace(path: isOwn ? own : name))
    }
    let entries = try backups().filter { !$0.place.isReplaced }
    let latest = entries.compactMap { try? $0.result.get() }.max {
      ($0.manifest.createdAt.instant, $0.place.name)
        < ($1.manifest.createdAt.instant, $1.place.name)
    }
    if let latest { return latest }
    if let unreadable = entries.last(where: \.isUnreadable) {
      _ = try unreadable.result.get()
    }
    throw NothingMatched(
      reason: "there is no backup in \(backupsDirectory)",
      remedy: .listOtherBackups)
  }

  /// Puts a backup in the place of the journal, which becomes a backup itself.
  /// The home goes on under a new writer. What the journal knew to be erased,
  /// and the backup does not, is erased in it again. The files of its photos
  /// are brought first, and what was erased is taken away last.
  ///
  /// - Parameters:
  ///   - backup: The backup.
  ///   - mode: Whether it is only checked.
  ///   - progress: Is told how far the work is.
  /// - Returns: What came, what was replaced, and what failed once the backup
  ///   was in its place.
  /// - Throws: ``BackupError``, `LMDBError` or `FileSystemError`; the journal
  ///   is then as it was.
  public func restore(
    _ backup: Backup, _ mode: ActionMode = .commit,
    progress: @escaping WorkProgress = { _, _, _ in }
  ) throws -> Restoration {
    guard mode == .commit else {
      let photos = try restorePhotos(of: backup, mode, progress: progress)
      try backup.verify(progress: progress)
      return Restoration(photos: photos, replaced: nil)
    }
    // Until the journal is there that names them. And photos of what is
    // replaced are about to be a backup's.
    let files = BlobFolder(of: home)
    let lock =
      try files.isUsed || !backup.manifest.heldFiles.isEmpty
      ? files.locked(isShared: true) : nil
    defer { lock?.unlock() }
    let photos = try bringPhotos(of: backup, mode, progress: progress)
    let (replaced, fault) = try BackupRestorer(
      backup: backup, home: home, now: backupTime, program: program,
      progress: progress
    ).restore()
    noteWriting(bringsEvents: true)
    try close()
    lock?.unlock()
    var restored = Restoration(photos: photos, replaced: replaced)
    do throws(BackupError) {
      if let replaced {
        restored.replaced?.erasedAgain = try eraseAgain(after: replaced)
      }
    } catch {
      restored.faults.append(error)
    }
    if let fault {
      restored.faults.append(
        .inPlaceWithFault(replaced: replaced?.place.path, fault))
    }
    do {
      _ = try removeErasedBytes()
    } catch {
      restored.remains = ErrorFacts(of: error)
    }
    return restored
  }

  /// Erases in the journal that was restored what was erased in the one before
  /// it.
  ///
  /// - Returns: How many events still said something; `nil` where the one
  ///   before is damaged.
  private func eraseAgain(
    after replaced: ReplacedJournal
  ) throws(BackupError) -> Int? {
    let path = replaced.place.path
    if let problem = replaced.problem.map(ErrorFacts.init(of:)) {
      // Damaged pages would end the process.
      guard [.damagedData, .newerFormat].contains(problem.kind) else {
        throw .replacedIsNoBackup(replaced: path, problem)
      }
      return nil
    }
    do {
      return try erase(whatIsErasedIn: replaced.place)
    } catch {
      throw .erasedIsBack(replaced: path, ErrorFacts(of: error))
    }
  }

  /// Erases here what was erased in another copy of the journal.
  ///
  /// - Returns: How many events still said something.
  private func erase(whatIsErasedIn place: BackupPlace) throws -> Int {
    let other = try Journal.openAsStored(place.home)
    defer {
      try? other.environment.close()
      BackupFiles.removeLock(of: place)
    }
    let erasures = try other.readLog { try other.log.erasures(in: $0) }
    guard !erasures.isEmpty else { return 0 }
    do {
      let receipt = try erase(EraseRequest(.these(erasures)))
      guard case .erased(let erased)? = receipt.changes.first else { return 0 }
      return erased.events.count
    } catch is EraseError {
      // The backup knows of all of them.
      return 0
    }
  }

  /// Now, as manifests tell it: in UTC, to the second.
  private var backupTime: OffsetInstant {
    OffsetInstant(
      instant: Instant(milliseconds: now.milliseconds / 1_000 * 1_000),
      offsetMinutes: 0)
  }
}

extension BackupList.Entry {
  /// Whether it is a finished backup that this program cannot read.
  fileprivate var isUnreadable: Bool {
    switch result {
    case .failure(.badManifest), .failure(.newerFormat): true
    default: false
    }
  }
}

// MARK: Deleting

/// A journal that could be deleted.
public struct Deletion: Sendable {
  /// The name that whoever deletes it has to repeat: the journal's own, else
  /// the beginning of its id.
  public let name: String
  /// How many plants it has.
  public let plants: Int
  /// How many events it holds.
  public let events: Int
}

/// Why the journal was not removed.
public enum DeletionError: DescribedError, Hashable {
  /// Another name was repeated.
  case otherName(String, name: String)
  /// It was removed, but it is not known whether a power cut would bring it
  /// back.
  case removedWithFault(backup: String, FileSystemError)

  public var facts: ErrorFacts {
    switch self {
    case .otherName(let typed, let name):
      .init(
        .invalidInput, "'\(typed)' is not the journal's name, '\(name)'",
        outcome: .nothingRemoved)
    case .removedWithFault(let backup, let error):
      .init(
        .system,
        "the journal is removed, and its backup is \(backup), but the disk reported a fault: \(error)",
        "do not repeat the command; check the disk",
        title: "Delete Failed", canRetry: false)
    }
  }
}

extension CareJournal {
  /// What ``delete(named:progress:)`` would remove.
  ///
  /// - Throws: `StorageError.noJournal`, and what the store throws.
  public func deletion() throws -> Deletion {
    guard home.exists else { throw StorageError.noJournal(path: home.path) }
    let journal = try open(.readWrite)
    return try journal.read { transaction in
      let databases = journal.projections
      let settings = try databases.journalSettings(in: transaction)
      guard let id = try databases.journalIDs(in: transaction).first else {
        throw StorageError.noJournal(path: home.path)
      }
      return Deletion(
        name: settings.journalName ?? String(id.description.prefix(8)),
        plants: try databases.count(of: .total, in: transaction),
        events: try journal.log.count(in: transaction))
    }
  }

  /// Makes a backup and removes the journal. Others wait to write meanwhile,
  /// and then find it gone.
  ///
  /// - Parameters:
  ///   - name: The name that ``deletion()`` tells.
  ///   - progress: Is told how far the work is.
  /// - Returns: The backup.
  /// - Throws: ``DeletionError``, and what making a backup throws; but for
  ///   ``DeletionError/removedWithFault(backup:_:)`` the journal is then as it
  ///   was.
  public func delete(
    named name: String, progress: WorkProgress = { _, _, _ in }
  ) throws -> Backup {
    let deletion = try deletion()
    PartialBackup.removeDead(in: home.path)
    guard name == deletion.name else {
      throw DeletionError.otherName(name, name: deletion.name)
    }
    // Before the journal is kept from others: who sweeps photos has locked
    // them, and then opens the journal.
    let files = BlobFolder(of: home)
    let lock = try files.locked(isShared: true)
    defer { lock.unlock() }
    var made: Backup?
    let backup: Backup
    do {
      backup = try open(.readWrite).remove {
        let backup = try backUp(progress: progress)
        made = backup
        return backup
      }
    } catch {
      if let made { BackupFiles.remove(made.place) }
      throw error
    }
    try close()
    do throws(FileSystemError) {
      // The same lock, as it may be that it cannot be let go. A restore may
      // have waited for this, and these are now its photos.
      try lock.lock(isShared: false)
      if try lock.isAtItsPath, !FileSystem.mayExist(home.dataFile) {
        try removePhotoFiles()
      }
      try FileSystem.remove(home.searchesFile)
      try FileSystem.flush(home.path)
    } catch {
      throw DeletionError.removedWithFault(backup: backup.place.path, error)
    }
    return backup
  }
}
