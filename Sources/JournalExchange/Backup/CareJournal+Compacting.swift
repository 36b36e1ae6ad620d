internal import ErrorKit
internal import Glibc
public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import LMDBKit
internal import POSIXKit

/// The sizes of a data file before and after compaction.
public struct Compaction: Sendable, Hashable {
  /// The number of bytes before.
  public let before: Int
  /// The number of bytes after; in a rehearsal, as it would be.
  public let after: Int
}

extension CareJournal {
  /// Rewrites the data file without free pages, and replaces the old one in one
  /// step while nobody else writes. The home keeps its writer.
  ///
  /// - Parameter mode: The mode; other modes than `commit` only find the sizes.
  /// - Returns: The sizes of the file before and after.
  /// - Throws: ``BackupError/compactedWithFault(_:)`` if only the last flush
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
    // Folds again if needed, which cannot be done while nobody may write.
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
      // It may hold erased payloads.
      try FileSystem.removeDurably(staged.home.dataFile)
    } catch {
      if staged.home.mayHoldDroppedBytes { try home.markDropped() }
      throw BackupError.compactedWithFault(error)
    }
    return Compaction(before: before, after: after)
  }

  /// Rewrites the data file if it may still hold bytes of erased payloads, as
  /// LMDB does not overwrite what it frees. The disk may keep bytes of a
  /// removed file. Files of erased photos are removed, too.
  ///
  /// - Returns: `true` if it was rewritten.
  /// - Throws: ``BackupError/erasedBytesRemain(_:)`` and
  ///   ``BackupError/erasedPhotosRemain(_:)``; the payloads are erased all the
  ///   same.
  public func removeErasedBytes() throws -> Bool {
    // Killed commands may have left erased payloads, too.
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

  /// Returns the paths of the backups in ``backupsDirectory``, and in the
  /// current directory of automatic ones, that hold any of these events or
  /// cannot be read.
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

  /// Makes the copy, and checks that its contents are the same.
  private func compact(
    _ journal: Journal, to staged: BackupPlace
  ) throws -> Int {
    // A new file does not show what the old one lacks.
    guard try !journal.isMissingCommits() else {
      throw StorageError.missingCommits
    }
    try journal.environment.copy(
      to: staged.home.dataDirectory, compact: true)
    // LMDB makes it readable for everybody, as far as the directory allows.
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

  /// Exchanges the files after writing an identity that also names the new
  /// file. A process that finds a file named by neither begins a new writer,
  /// which does no harm.
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
