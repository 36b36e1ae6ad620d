internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import LMDBKit

/// What the log of a copy holds, every hash of it recomputed.
struct BackupContents {
  let journals: [JournalID]
  let events: Int
  let vector: [BackupManifest.Branches]

  /// Looks into the copy at `place`, which nobody writes to.
  ///
  /// - `progress`: Is told how many events were checked.
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
        vector: try journal.log.vector(in: transaction)
      )
    }
    if let problem = found.check.problems.first {
      throw BackupError.damagedEvent(path: place.path, problem)
    }
    journals = found.journals
    events = found.check.events
    vector = found.vector.map { writer, tips in
      BackupManifest.Branches(
        writer: writer,
        tips: tips.tips.map { .init(sequence: $0.sequence, hash: $0.hash) })
    }
  }
}
