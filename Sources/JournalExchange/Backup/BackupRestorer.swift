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
  /// - Returns: Where the journal that was replaced lies now; `nil` where
  ///   there was none.
  /// - Throws: `BackupError`, `LMDBError` or `FileSystemError`; the journal is
  ///   then as it was.
  func restore() throws -> BackupPlace? {
    try JournalHome(path: home.backupsDirectory).create()
    PartialBackup.removeDead(in: home.backupsDirectory)
    let staged = try claim(stage())
    do {
      try retireWriter()
      let wasThere = FileSystem.exists(home.dataDirectory)
      if wasThere {
        try exchange(staged)
      } else {
        try FileSystem.rename(
          staged.home.dataDirectory, to: home.dataDirectory)
      }
      guard wasThere else {
        BackupFiles.remove(staged)
        try FileSystem.flush(home.path)
        return nil
      }
    } catch {
      BackupFiles.remove(staged)
      throw error
    }
    // From here on the old journal lies there, which must not be removed.
    try FileSystem.flush(home.path)
    finish(staged)
    return staged
  }

  /// Copies the backup's data to a hidden place, and checks the copy.
  private func stage() throws -> BackupPlace {
    try backup.checkSize()
    let place = PartialBackup.place(
      named: BackupName.replaced(at: now), in: home.backupsDirectory)
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
      return place
    } catch {
      BackupFiles.remove(place)
      throw error
    }
  }

  /// Gives the copy the name that the old journal will have when both are
  /// exchanged. Not before: a copy that is not named yet has replaced nothing,
  /// and is removed where a killed process left it.
  private func claim(_ staged: BackupPlace) throws -> BackupPlace {
    do {
      return try BackupName.claim(
        BackupName.replaced(at: now), in: home.backupsDirectory
      ) { place in try FileSystem.rename(staged.path, to: place.path) }
    } catch {
      BackupFiles.remove(staged)
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

  /// Exchanges the journal with the staged copy while nobody writes.
  private func exchange(_ staged: BackupPlace) throws {
    let swap = { () throws(FileSystemError) in
      try FileSystem.exchange(
        home.dataDirectory, staged.home.dataDirectory)
    }
    do {
      guard ChildTrial.succeeds({ try whileNobodyWrites {} }) else {
        // Damaged beyond use: nobody can be writing to it.
        return try swap()
      }
      try whileNobodyWrites(swap)
    } catch let error as FileSystemError where error.isNotExchangeable {
      throw BackupError.notExchangeable(path: home.path)
    }
  }

  /// Runs `body` as the only one who may write to the journal in the home.
  private func whileNobodyWrites(
    _ body: () throws -> Void
  ) throws {
    // Without databases nothing is looked at that might be damaged.
    let environment = try Environment.open(
      directory: home.dataDirectory, databases: [], access: .readWrite,
      expectsData: true)
    defer { try? environment.close() }
    try environment.write { _ in try body() }
  }

  /// Makes a backup of what was replaced. One that is damaged is kept as it
  /// is, without a manifest.
  private func finish(_ replaced: BackupPlace) {
    BackupFiles.removeLock(of: replaced)
    let isSealed = ChildTrial.succeeds {
      try Backup.seal(
        replaced, at: now, program: program, progress: { _, _, _ in })
    }
    if !isSealed { BackupFiles.removeLock(of: replaced) }
  }
}

extension FileSystemError {
  fileprivate var isNotExchangeable: Bool {
    operation == "renameat2"
      && [EINVAL, ENOSYS, EXDEV].contains(code)
  }
}
