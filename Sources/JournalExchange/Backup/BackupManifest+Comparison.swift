internal import JournalEvents
internal import JournalLog
public import JournalProjections
public import LMDBKit

extension BackupManifest {
  /// Whether the backup has every event that `journal` holds.
  public func covers(
    _ journal: Journal,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    let held = try journal.log.vector(in: transaction).map { writer, tips in
      Branches(
        writer: writer,
        tips: tips.tips.map { Tip(sequence: $0.sequence, hash: $0.hash) })
    }
    return held == vector
  }
}
