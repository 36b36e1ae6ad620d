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
  /// The usual directory of backups.
  public var backupsDirectory: String { home.backupsDirectory }

  /// The directory of the photos that these backups share.
  public var photosOfBackupsDirectory: String {
    "\(backupsDirectory)/\(BlobFolder.nameInBackups)"
  }

  /// Copies the whole journal into a directory of its own, while others may
  /// continue to write.
  ///
  /// - Parameters:
  ///   - directory: The directory of backups; `nil` for ``backupsDirectory``.
  ///   - isAutomatic: Whether the backup is automatic; see ``AutoBackup``.
  ///   - progress: Receives the progress.
  /// - Returns: The backup, after a check.
  /// - Throws: ``BackupError``, `StorageError.noJournal`, and errors of the
  ///   store.
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

  /// Returns the entries of a directory of backups.
  ///
  /// - Parameter directory: The directory; `nil` for ``backupsDirectory`` and
  ///   the directory of automatic backups.
  /// - Returns: The entries, the oldest first; none for a missing directory.
  /// - Throws: `FileSystemError`.
  public func backups(
    in directory: String? = nil
  ) throws -> [BackupList.Entry] {
    if let directory { return try BackupList.entries(in: directory) }
    try home.checkLinks()
    return try usualDirectories.flatMap(BackupList.entries)
      .sorted { $0.place.name < $1.place.name }
  }

  /// The directories of backups if none is named.
  private var usualDirectories: [String] {
    let automatic = (try? machineSettings()).flatMap {
      AutoBackup(ofHomeAt: homePath, $0)?.directory
    }
    guard let automatic, automatic != backupsDirectory else {
      return [backupsDirectory]
    }
    return [backupsDirectory, automatic]
  }

  /// Returns the backup of a name: a path, a name in one of the usual
  /// directories, or `latest` for their newest, except for replaced journals.
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

  /// Replaces the journal with a backup; the journal becomes a backup itself.
  /// The home gets a new writer. Events that the journal knew to be erased are
  /// erased again. The files of photos are copied first, and erased bytes are
  /// removed last.
  ///
  /// - Parameters:
  ///   - backup: The backup.
  ///   - mode: The mode; other modes than `commit` only check the backup.
  ///   - progress: Receives the progress.
  /// - Returns: The outcome, with the replaced journal and any later faults.
  /// - Throws: ``BackupError``, `LMDBError` or `FileSystemError`; the journal
  ///   is then unchanged.
  public func restore(
    _ backup: Backup, _ mode: ActionMode = .commit,
    progress: @escaping WorkProgress = { _, _, _ in }
  ) throws -> Restoration {
    guard mode == .commit else {
      let photos = try restorePhotos(of: backup, mode, progress: progress)
      try backup.verify(progress: progress)
      return Restoration(photos: photos, replaced: nil)
    }
    // The lock lasts until the journal that names the files is in place. And
    // the replaced journal's photos are about to become a backup's.
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

  /// Erases again in the restored journal the events that were erased in the
  /// replaced journal.
  ///
  /// - Returns: The number of events erased; `nil` if the replaced journal is
  ///   damaged.
  private func eraseAgain(
    after replaced: ReplacedJournal
  ) throws(BackupError) -> Int? {
    let path = replaced.place.path
    if let problem = replaced.problem.map(ErrorFacts.init(of:)) {
      // Reading damaged pages would end the process.
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

  /// Erases here the events that were erased in another copy of the journal.
  ///
  /// - Returns: The number of events erased.
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
      // The backup already has all these erasures.
      return 0
    }
  }

  /// The current time as in manifests: in UTC, to the second.
  var backupTime: OffsetInstant {
    OffsetInstant(
      instant: Instant(milliseconds: now.milliseconds / 1_000 * 1_000),
      offsetMinutes: 0)
  }
}

extension BackupList.Entry {
  /// A Boolean value that indicates whether a finished backup is unreadable.
  fileprivate var isUnreadable: Bool {
    switch result {
    case .failure(.badManifest), .failure(.newerFormat): true
    default: false
    }
  }
}

// MARK: Deleting

/// The description of a journal that could be deleted.
public struct Deletion: Sendable {
  /// The name to repeat before deleting: the journal's own, otherwise the
  /// beginning of its id.
  public let name: String
  /// The number of plants.
  public let plants: Int
  /// The number of events.
  public let events: Int
  /// The number of photos whose files are in the home.
  public let photos: Int
  /// The number of bytes of all files of photos in the home.
  public let photoByteCount: Int
}

/// An error of deleting a journal.
public enum DeletionError: DescribedError, Hashable {
  /// The repeated name is another one.
  case otherName(String, name: String)
  /// The journal was removed, but a power cut might bring it back.
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
  /// Returns the journal that ``delete(named:progress:)`` would remove.
  ///
  /// - Throws: `StorageError.noJournal`, and errors of the store.
  public func deletion() throws -> Deletion {
    guard home.exists else { throw StorageError.noJournal(path: home.path) }
    let journal = try open(.readWrite)
    let shown = try read { try PhotoView.files(in: $0).photos }
    let files = try photoFiles()
    return try journal.read { transaction in
      let databases = journal.projections
      let settings = try databases.journalSettings(in: transaction)
      guard let id = try databases.journalIDs(in: transaction).first else {
        throw StorageError.noJournal(path: home.path)
      }
      return Deletion(
        name: settings.journalName ?? String(id.description.prefix(8)),
        plants: try databases.count(of: .total, in: transaction),
        events: try journal.log.count(in: transaction),
        photos: shown.intersection(files.map(\.name)).count,
        photoByteCount: files.reduce(0) { $0 + $1.byteCount })
    }
  }

  /// Returns the number of files of photos, thumbnails and originals in the
  /// home.
  ///
  /// - Throws: `FileSystemError`.
  public func photoFileCount() throws(FileSystemError) -> Int {
    try photoFiles().count
  }

  private func photoFiles() throws(FileSystemError) -> [BlobFolder.Entry] {
    try BlobFolder(of: home).entries()
      + BlobFolder(ofOriginalsOf: home).entries()
  }

  /// Makes a backup and removes the journal, with the files of photos that the
  /// backup holds. A damaged file stays. Others wait to write meanwhile, and
  /// then find the journal gone.
  ///
  /// - Parameters:
  ///   - name: The name from ``deletion()``.
  ///   - progress: Receives the progress.
  /// - Returns: The backup.
  /// - Throws: ``DeletionError``, and errors of making a backup. Except after
  ///   ``DeletionError/removedWithFault(backup:_:)``, the journal is then
  ///   unchanged.
  public func delete(
    named name: String, progress: WorkProgress = { _, _, _ in }
  ) throws -> Backup {
    let deletion = try deletion()
    PartialBackup.removeDead(in: home.path)
    guard name == deletion.name else {
      throw DeletionError.otherName(name, name: deletion.name)
    }
    // The files come before the journal, in the order of a sweep of photos,
    // which locks them and then opens the journal.
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
      // The same lock is upgraded, as it may be impossible to release. A
      // restore may have waited for it, and these may now be its photos.
      try lock.lock(isShared: false)
      if try lock.isAtItsPath, !FileSystem.mayExist(home.dataFile) {
        try removePhotoFiles()
      }
      try FileSystem.remove(home.searchesFile)
      try FileSystem.remove(home.remindersFile)
      try FileSystem.flush(home.path)
    } catch {
      throw DeletionError.removedWithFault(backup: backup.place.path, error)
    }
    return backup
  }
}
