public import ErrorKit
internal import Glibc
internal import JournalLog
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Replaces a journal with a backup.
///
/// It makes and checks the copy beside the journal, then exchanges both
/// directories in one step. So a process that dies at any moment leaves the old
/// or the new journal, and the old one is kept in any case.
struct BackupRestorer {
  let backup: Backup
  /// The home of the journal, which may be empty.
  let home: JournalHome
  let now: OffsetInstant
  /// The program and its version, for the replaced journal's manifest.
  let program: String
  let progress: WorkProgress

  /// Restores the backup.
  ///
  /// The home gets a new writer, as the old one may have written events that
  /// the backup does not have.
  ///
  /// - Returns: The replaced journal, `nil` if there was none; and the error of
  ///   the last flush, if it failed.
  /// - Throws: `BackupError`, `LMDBError` or `FileSystemError`; the journal is
  ///   then unchanged.
  func restore() throws -> (
    replaced: ReplacedJournal?, fault: FileSystemError?
  ) {
    try JournalHome(path: home.backupsDirectory).create()
    PartialBackup.removeDead(in: home.backupsDirectory)
    let staged = try stage()
    let wasThere: Bool
    do {
      wasThere = try putInPlace(staged)
    } catch {
      BackupFiles.remove(staged)
      throw error
    }
    // From here on, the staged place holds the old journal, which must not be
    // removed.
    var fault: FileSystemError?
    do throws(FileSystemError) {
      try FileSystem.flush(home.path)
    } catch {
      fault = error
    }
    let replaced =
      wasThere ? ReplacedJournal(place: staged, problem: seal(staged)) : nil
    if replaced == nil {
      BackupFiles.remove(staged)
      BackupFiles.hideEmpty(staged, in: home.backupsDirectory)
      try? FileSystem.flush(home.backupsDirectory)
    }
    return (replaced, fault)
  }

  /// Copies the backup's data to a hidden place, checks the copy, and gives it
  /// the future name of the old journal. It does so last: an unnamed copy has
  /// replaced nothing, and is removed after a crash.
  private func stage() throws -> BackupPlace {
    try backup.checkSize()
    let name = BackupName.replaced(at: now)
    let maker = try PartialBackup(named: name, in: home.backupsDirectory)
    defer { maker.release() }
    let place = maker.place
    do {
      try JournalHome(path: place.home.dataDirectory).create()
      let copy = try BackupFiles.digest(
        of: backup.place.home.dataFile, copyingTo: place.home.dataFile
      ) { progress(.reading, $0, backup.manifest.byteCount) }
      try backup.check(copy.hash)
      try backup.check(
        BackupContents(of: place) {
          progress(.checking, $0, backup.manifest.events)
        })
      try FileSystem.flush(place.home.dataDirectory)
      try FileSystem.flush(place.path)
      return try BackupName.claim(name, in: home.backupsDirectory) {
        try FileSystem.rename(place.path, to: $0.path)
      }
    } catch {
      BackupFiles.remove(place)
      throw error
    }
  }

  /// Makes the next action create a writer, whatever the data file's inode.
  private func retireWriter() throws {
    do {
      guard let identity = try home.identity() else { return }
      try home.setIdentity(
        Identity(writer: identity.writer, inode: 0, machine: identity.machine))
    } catch let error as StorageError {
      // A damaged identity must not prevent restoring an intact journal.
      guard case .identity = error else { throw error }
      try home.removeIdentity()
    }
  }

  /// Exchanges the journal, which may be damaged, with the staged copy while
  /// nobody uses it.
  ///
  /// - Returns: Whether there was a journal with data.
  private func putInPlace(_ staged: BackupPlace) throws -> Bool {
    let (own, new) = (home.dataDirectory, staged.home.dataDirectory)
    while true {
      do {
        let wasThere = try Environment.whileUnused(directory: own) {
          try retireWriter()
          try FileSystem.exchange(own, new)
          return FileSystem.mayExist(staged.home.dataFile)
        }
        if let wasThere { return wasThere }
        try retireWriter()
        try FileSystem.rename(new, to: own)
        return false
      } catch let error as FileSystemError where error.isNotExchangeable {
        throw BackupError.notExchangeable(path: home.path)
      } catch let error as FileSystemError
        where [EEXIST, ENOTEMPTY].contains(error.code)
      {
        // Somebody has made a journal meanwhile.
        continue
      }
    }
  }

  /// Makes a backup of the replaced journal. If that fails, it stays as it is,
  /// without a manifest.
  ///
  /// - Returns: The error, if any.
  private func seal(_ replaced: BackupPlace) -> (any Error)? {
    let seal = {
      _ = try Backup.seal(
        replaced, photosOf: home, at: now, program: program,
        progress: { _, _, _ in })
    }
    BackupFiles.removeLock(of: replaced)
    defer { BackupFiles.removeLock(of: replaced) }
    do {
      switch try ChildTrial.outcome(of: seal) {
      case .returned: return nil
      case .ended:
        return LMDBError(
          code: .invalid, operation: "mdb_env_open",
          path: replaced.home.dataFile)
      // This throws the same error again, outside of the check.
      case .threw: try seal()
      }
      return nil
    } catch {
      return error
    }
  }
}

/// The outcome of a restore.
public struct Restoration: Sendable {
  /// The outcome for the files of the backup's photos.
  public let photos: BroughtPhotos
  /// The replaced journal; `nil` if there was none, and after a rehearsal.
  public internal(set) var replaced: ReplacedJournal?
  /// The faults that make it incomplete, although the backup is in its place;
  /// the gravest first.
  public internal(set) var faults: [BackupError] = []
  /// The reason why erased text may remain in the data file, or among the
  /// photos.
  public internal(set) var remains: ErrorFacts?
}

/// A journal that a restore has replaced.
public struct ReplacedJournal: Sendable {
  /// The place where it is kept.
  public let place: BackupPlace
  /// The error that prevented a backup of it, such as damage; `nil` if it is a
  /// backup.
  public let problem: (any Error)?
  /// The number of events that were erased again in the restored journal; `nil`
  /// if unknown.
  public internal(set) var erasedAgain: Int?
}

extension FileSystemError {
  var isNotExchangeable: Bool {
    operation == "renameat2"
      && [EINVAL, ENOSYS, EXDEV].contains(code)
  }
}
