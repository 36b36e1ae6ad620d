internal import Glibc
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// A whole journal, copied into a directory of its own.
public struct Backup: Sendable, Hashable {
  /// The place of the backup.
  public let place: BackupPlace
  /// The backup's manifest.
  public let manifest: BackupManifest
  /// The outcome for the files of its photos if the backup was made just now.
  public private(set) var photos = BroughtPhotos()

  /// Copies a journal while others may go on writing to it.
  ///
  /// The copy is checked like any backup before it gets its name; a process
  /// that dies earlier leaves only a hidden directory.
  ///
  /// - `directory`: The directory of backups; it is made if it is missing.
  /// - `name`: The backup's name, to which a number may be added.
  /// - `program`: The program and its version.
  /// - Throws: `BackupError`, `LMDBError` or `FileSystemError`.
  static func make(
    of journal: Journal, in directory: String, named name: String,
    at now: OffsetInstant, program: String,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> Backup {
    try BackupFiles.check(directory, isOutside: journal.home.dataDirectory)
    // LMDB needs a path that is text; a directory that is not stays unmade.
    if !directory.hasPrefix("/") { _ = try FileSystem.canonicalPath(".") }
    try JournalHome(path: directory).create()
    PartialBackup.removeDead(in: directory)
    let maker = try PartialBackup(named: name, in: directory)
    defer { maker.release() }
    let partial = maker.place
    do {
      let isMissingCommits = try journal.isMissingCommits()
      let photos = BlobFolder(of: journal.home)
      let files = try photos.isUsed ? photos.locked(isShared: true) : nil
      defer { files?.unlock() }
      try journal.environment.copy(
        to: partial.home.dataDirectory, compact: true)
      let brought = try seal(
        partial, photosOf: journal.home, isMissingCommits: isMissingCommits,
        at: now, program: program, progress: progress)
      let place = try BackupName.claim(name, in: directory) { place in
        try FileSystem.rename(partial.path, to: place.path)
      }
      try FileSystem.flush(directory)
      var backup = try Backup(at: place)
      backup.photos = brought
      return backup
    } catch {
      BackupFiles.remove(partial)
      // The journal is damaged, not its copy.
      guard case BackupError.damagedEvent(_, let problem) = error else {
        throw error
      }
      throw StorageError.damagedEvent(problem.event, reason: problem.reason)
    }
  }

  /// Checks the data at `place`, copies the files of its photos beside, and
  /// writes its manifest.
  ///
  /// - `home`: The home with the files of photos.
  /// - `isMissingCommits`: Whether the data is a copy of a journal that had
  ///   lost commits; the files beside the data are checked for that, too.
  /// - Returns: The outcome for the files of photos.
  static func seal(
    _ place: BackupPlace, photosOf home: JournalHome,
    isMissingCommits: Bool = false, at now: OffsetInstant, program: String,
    progress: WorkProgress
  ) throws -> BroughtPhotos {
    let contents = try BackupContents(of: place) {
      progress(.checking, $0, nil)
    }
    let file = try BackupFiles.digest(of: place.home.dataFile) {
      progress(.reading, $0, nil)
    }
    let photos = try BackupPhotos(of: place, from: home, progress: progress)
    let manifest = BackupManifest(
      createdAt: now, program: program, contents: contents, photos: photos,
      isMissingCommits: isMissingCommits || contents.isMissingCommits,
      byteCount: file.count, hash: file.hash)
    // Others may have put a link in this place.
    try Folder(holding: place.path).folder(place.name).replace(
      FileSystem.name(of: place.manifestFile), with: manifest.json)
    return photos.brought
  }

  /// Finds the backup at `place`, without looking at its data.
  ///
  /// - Throws: `BackupError`, or `FileSystemError`.
  public init(at place: BackupPlace) throws {
    self.place = place
    manifest = try BackupManifest(of: place)
  }

  /// Checks that the data is identical to what was copied, that every event in
  /// it is as it was written, and that the files of its photos are whole.
  ///
  /// - Throws: `BackupError` that says what is wrong.
  public func verify(
    progress: WorkProgress = { _, _, _ in }
  ) throws {
    try checkSize()
    // Only then is it safe to let LMDB look into the file.
    let file = try BackupFiles.digest(of: place.home.dataFile) {
      progress(.reading, $0, manifest.byteCount)
    }
    try check(file.hash)
    try check(
      BackupContents(of: place) { progress(.checking, $0, manifest.events) })
    let files = try checkPhotos(progress: progress)
    guard files.missing.isEmpty, files.damaged.isEmpty else {
      throw BackupError.otherPhotos(path: place.path, files)
    }
  }

  /// Throws unless the data file has the size that the manifest names.
  func checkSize() throws(BackupError) {
    guard let size = try? FileStatus(of: place.home.dataFile).byteCount
    else {
      throw .otherData(path: place.path, reason: "its data file is missing")
    }
    guard size == manifest.byteCount else {
      throw .otherData(
        path: place.path,
        reason: "its data file has \(size) bytes and should have "
          + "\(manifest.byteCount)")
    }
  }

  /// Throws unless the data file has the digest that the manifest names.
  func check(_ hash: EventHash) throws(BackupError) {
    guard hash == manifest.hash else {
      throw .otherData(
        path: place.path, reason: "its data file is not the one that was copied"
      )
    }
  }

  /// Throws unless the log holds what the manifest says.
  func check(_ contents: BackupContents) throws(BackupError) {
    guard contents.vector == manifest.vector,
      contents.events == manifest.events
    else {
      throw .otherData(
        path: place.path, reason: "its manifest names other events")
    }
  }
}

/// The backups that a directory holds.
public enum BackupList {
  /// An entry of the directory: a backup, or the reason why it is none.
  public struct Entry: Sendable {
    /// The place of the entry.
    public let place: BackupPlace
    /// The backup; its data was not looked at.
    public let result: Result<Backup, BackupError>
  }

  /// The entries of a directory, the oldest first; none if it is missing.
  ///
  /// - Throws: `FileSystemError`.
  public static func entries(in directory: String) throws -> [Entry] {
    let names = try FileSystem.names(in: directory).filter {
      !$0.hasPrefix(".") && $0 != BlobFolder.nameInBackups
    }
    return try names.map { name in
      let place = BackupPlace(path: "\(directory)/\(name)")
      do {
        return Entry(place: place, result: .success(try Backup(at: place)))
      } catch let error as BackupError {
        return Entry(place: place, result: .failure(error))
      } catch let error as FileSystemError where error.code == ENOTDIR {
        return Entry(
          place: place, result: .failure(.noManifest(path: place.path)))
      }
    }
  }
}

/// The contents of a copy's log, with every hash recomputed.
struct BackupContents {
  let journals: [JournalID]
  let events: Int
  let vector: [BackupManifest.Branches]
  let isMissingCommits: Bool

  /// Reads the copy at `place`, which nobody writes to.
  ///
  /// - `progress`: Receives the number of events checked.
  /// - Throws: `BackupError` that names the first damaged event.
  init(of place: BackupPlace, progress: (Int) -> Void = { _ in }) throws {
    let journal = try Journal.openAsStored(place.home)
    // LMDB's lock file belongs to no backup.
    defer {
      try? journal.environment.close()
      BackupFiles.removeLock(of: place)
    }
    let found = try journal.read { transaction in
      (
        check: try journal.log.verify(in: transaction, progress: progress),
        journals: try journal.projections.journalIDs(in: transaction),
        vector: try BackupManifest.vector(of: journal, in: transaction)
      )
    }
    if let problem = found.check.problems.first {
      throw BackupError.damagedEvent(path: place.path, problem)
    }
    journals = found.journals
    events = found.check.events
    vector = found.vector
    isMissingCommits = try journal.isMissingCommits()
  }
}

/// A step of long work.
public enum WorkStep: Sendable {
  /// Bytes are read or copied.
  case reading
  /// Events are checked.
  case checking
  /// Files of photos are copied.
  case copyingPhotos
  /// Files of photos are checked.
  case checkingPhotos
  /// Plants are added.
  case adding
  /// Schedules are set.
  case setting
  /// Plants are written.
  case writingPlants
  /// Events are written.
  case writingEvents
}

/// Receives how much of a step is done, and the total if it is known. A new
/// step begins when it differs from the last.
public typealias WorkProgress = (WorkStep, _ done: Int, _ total: Int?) -> Void
