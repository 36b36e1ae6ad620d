internal import ErrorKit
internal import Glibc
public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import LMDBKit
internal import POSIXKit

/// How large a data file was and is.
public struct Compaction: Sendable, Hashable {
  /// In bytes.
  public let before: Int
  /// In bytes; of a rehearsal what it would be.
  public let after: Int
}

extension CareJournal {
  /// Writes the data file anew without free pages, and puts it in the place of
  /// the old one in one step, while nobody else writes. The home goes on under
  /// its writer.
  ///
  /// - Parameter mode: Whether it is only said what would come of it.
  /// - Returns: How large the file was and is.
  /// - Throws: ``BackupError/compactedWithFault(_:)`` where only the last flush
  ///   failed; else ``BackupError``, `StorageError`, `LMDBError` or
  ///   `FileSystemError`, and the journal is then as it was.
  public func compact(_ mode: ActionMode = .commit) throws -> Compaction {
    guard home.exists else { throw StorageError.noJournal(path: home.path) }
    let journal = try open(mode == .commit ? .readWrite : .readOnly)
    let before = try FileStatus(of: home.dataFile).byteCount
    guard mode == .commit else {
      return try home.withTrial { trial in
        Compaction(
          before: before,
          after: try compact(journal, to: BackupPlace(path: trial.path)))
      }
    }
    PartialBackup.removeDead(in: home.path)
    let maker = try PartialBackup(named: "compact", in: home.path)
    defer { maker.release() }
    let staged = maker.place
    defer { BackupFiles.remove(staged) }
    // Folds again where needed, which cannot be done while nobody may write.
    try journal.read { _ in }
    let after = try journal.environment.whileUnused {
      let after = try compact(journal, to: staged)
      try takePlace(of: journal, staged)
      return after
    }
    noteWriting()
    try close()
    do throws(FileSystemError) {
      try FileSystem.flush(home.path)
      // It may hold what was erased.
      try FileSystem.removeDurably(staged.home.dataFile)
    } catch {
      if staged.home.mayHoldDroppedBytes { try home.markDropped() }
      throw BackupError.compactedWithFault(error)
    }
    return Compaction(before: before, after: after)
  }

  /// Writes the data file anew where it may still hold bytes of payloads that
  /// were erased: LMDB leaves what it frees as it is. What the disk itself
  /// keeps of a file that is removed is beyond that. Files of photos that were
  /// erased go, too.
  ///
  /// - Returns: Whether it was written anew.
  /// - Throws: ``BackupError/erasedBytesRemain(_:)`` and
  ///   ``BackupError/erasedPhotosRemain(_:)``; the payloads are erased
  ///   all the same.
  public func removeErasedBytes() throws -> Bool {
    // What was killed in the midst of its work may have left them, too.
    PartialBackup.removeDead(in: home.path)
    FileSystem.removeDeadTemporaryDirectories()
    let photos = Result { try sweepErasedPhotos() }
    let holdsBytes = home.mayHoldDroppedBytes
    if holdsBytes {
      do {
        _ = try compact()
      } catch BackupError.compactedWithFault(let error) {
        throw BackupError.compactedWithFault(error)
      } catch {
        throw BackupError.erasedBytesRemain(ErrorFacts(of: error))
      }
    }
    do {
      try photos.get()
    } catch {
      throw BackupError.erasedPhotosRemain(ErrorFacts(of: error))
    }
    return holdsBytes
  }

  /// The backups in ``backupsDirectory``, and where automatic ones are kept
  /// now, that hold any of these events, or of
  /// which that cannot be told, by their paths.
  ///
  /// - Throws: `FileSystemError`.
  public func backups(
    holding events: [RecordedEvent]
  ) throws -> [String] {
    let last = Dictionary(
      events.map { ($0.header.writer, $0.header.sequence) },
      uniquingKeysWith: min)
    return try backups().filter { entry in
      guard let backup = try? entry.result.get() else { return true }
      return backup.manifest.vector.contains { branches in
        guard let sequence = last[branches.writer] else { return false }
        return branches.tips.contains { $0.sequence >= sequence }
      }
    }.map(\.place.path)
  }

  /// Makes the copy, and checks that it holds the same.
  private func compact(
    _ journal: Journal, to staged: BackupPlace
  ) throws -> Int {
    // A new file says nothing of what the old one lacks.
    guard try !journal.isMissingCommits() else {
      throw StorageError.missingCommits
    }
    try journal.environment.copy(
      to: staged.home.dataDirectory, compact: true)
    // LMDB makes it for everybody to read, as far as the directory lets them.
    chmod(staged.home.dataFile, 0o600)
    let vector = try journal.read {
      try BackupManifest.vector(of: journal, in: $0)
    }
    let copy = try BackupContents(of: staged)
    guard copy.vector == vector else {
      throw BackupError.otherData(
        path: staged.path, reason: "it holds other events")
    }
    return try FileStatus(of: staged.home.dataFile).byteCount
  }

  /// Exchanges the files, with an identity that names the new one before: who
  /// finds one that names neither begins a new writer, which does no harm.
  private func takePlace(of journal: Journal, _ staged: BackupPlace) throws {
    let found = try home.identity()
    let inode = try FileStatus(of: staged.home.dataFile).inode
    let isOwn = try found?.inode == journal.environment.dataFileInode
    if let found, isOwn {
      try home.setIdentity(
        Identity(writer: found.writer, inode: inode, machine: found.machine))
    }
    do {
      try FileSystem.flush(staged.path)
      try FileSystem.exchange(home.dataDirectory, staged.home.dataDirectory)
    } catch {
      if let found, isOwn { try home.setIdentity(found) }
      guard error.isNotExchangeable else { throw error }
      throw BackupError.notExchangeable(path: home.path)
    }
  }
}
