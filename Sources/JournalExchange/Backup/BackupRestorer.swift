public import ErrorKit
internal import Glibc
internal import JournalLog
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// Puts a backup in the place of a journal.
///
/// The copy is made and checked beside the journal, then both directories are
/// exchanged in one step. So a process that dies at any moment leaves the old
/// journal or the new one, and the old one is kept in any case.
struct BackupRestorer {
  let backup: Backup
  /// Where the journal is to live; it may hold one.
  let home: JournalHome
  let now: OffsetInstant
  /// The program and its version, for the manifest of what is replaced.
  let program: String
  let progress: WorkProgress

  /// Restores the backup.
  ///
  /// The home goes on under a new writer: the old one may have written events
  /// that the backup does not know.
  ///
  /// - Returns: The journal that was replaced, `nil` where there was none; and
  ///   why the last flush failed, where it did.
  /// - Throws: `BackupError`, `LMDBError` or `FileSystemError`; the journal is
  ///   then as it was.
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
    // From here on the old journal lies there, which must not be removed.
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
  /// the name that the old journal will have when both are exchanged. Not
  /// before: a copy that is not named yet has replaced nothing, and is removed
  /// where a killed process left it.
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

  /// Makes the next action mint a writer, whatever inode the data file gets.
  private func retireWriter() throws {
    do {
      guard let identity = try home.identity() else { return }
      try home.setIdentity(
        Identity(writer: identity.writer, inode: 0, machine: identity.machine))
    } catch let error as StorageError {
      // A damaged identity must not keep a good journal from coming back.
      guard case .identity = error else { throw error }
      try home.removeIdentity()
    }
  }

  /// Exchanges the journal, which may be damaged, with the staged copy while
  /// nobody uses it.
  ///
  /// - Returns: Whether there was one: a directory without data is none.
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
        // Somebody has made a journal in between.
        continue
      }
    }
  }

  /// Makes a backup of what was replaced. One of which none can be made is
  /// kept as it is, without a manifest.
  ///
  /// - Returns: Why there is none.
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
      // What it threw is thrown again, and does not end the process.
      case .threw: try seal()
      }
      return nil
    } catch {
      return error
    }
  }
}

/// What a restore did.
public struct Restoration: Sendable {
  /// What became of the files of the backup's photos.
  public let photos: BroughtPhotos
  /// The journal that was replaced; `nil` where there was none, and of a
  /// rehearsal.
  public internal(set) var replaced: ReplacedJournal?
  /// What makes it incomplete, although the backup is in its place; the gravest
  /// first.
  public internal(set) var faults: [BackupError] = []
  /// Why what was erased may still lie in the data file, or among the photos.
  public internal(set) var remains: ErrorFacts?
}

/// A journal that a restore has put away.
public struct ReplacedJournal: Sendable {
  /// Where it lies.
  public let place: BackupPlace
  /// Why no backup could be made of it, as where it is damaged; `nil` where it
  /// is one.
  public let problem: (any Error)?
  /// How many events were erased again that the restored journal still told
  /// of; `nil` where that is not known.
  public internal(set) var erasedAgain: Int?
}

extension FileSystemError {
  var isNotExchangeable: Bool {
    operation == "renameat2"
      && [EINVAL, ENOSYS, EXDEV].contains(code)
  }
}
