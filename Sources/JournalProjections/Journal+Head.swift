internal import JournalLog
internal import LMDBKit

extension Journal {
  /// Runs `body` in a transaction that writes, and keeps beside the data file
  /// what was committed.
  ///
  /// - Parameters:
  ///   - commits: Whether the changes are kept; else all are taken back.
  ///   - body: Gets the transaction and the last commit that is missing, and
  ///     returns what is to be kept, where it wrote anything.
  /// - Returns: What `body` returned.
  /// - Throws: `LMDBError`, or what `body` threw.
  func commit<R>(
    commits: Bool = true,
    _ body: (consuming WriteTransaction, _ missing: UInt64?) throws -> (
      R, JournalHead?
    )
  ) throws -> R {
    let outcome = try environment.writeKeeping(commits: commits) {
      transaction in
      let missing = try missingCommit(home.head, before: transaction)
      return try body(transaction, missing)
    }
    if commits, let head = outcome.1 { home.setHead(head) }
    return outcome.0
  }

  /// What is to be kept of the commit of a transaction.
  func head(
    in transaction: borrowing WriteTransaction, missing: UInt64? = nil
  ) throws -> JournalHead {
    JournalHead(
      inode: try environment.dataFileInode, commit: transaction.number,
      events: UInt64(try log.count(in: transaction)),
      tips: try FoldDigests(in: projections, transaction)[projections.writers]
        .sum,
      missing: missing ?? 0)
  }

  /// The last commit that is missing, where a transaction begins on less than
  /// what was kept, or on what another one has begun so; `nil` for none.
  private func missingCommit(
    _ head: JournalHead?, before transaction: borrowing WriteTransaction
  ) throws -> UInt64? {
    guard let head, head.inode == (try environment.dataFileInode) else {
      return nil
    }
    // The transaction has the number that its commit is going to have.
    return try isBehind(head, transaction.number - 1, in: transaction)
      ? head.commit : head.missing == 0 ? nil : head.missing
  }

  /// Whether a snapshot of the commit `number` is older than `head`, which was
  /// read before it was taken.
  func isBehind(
    _ head: JournalHead, _ number: UInt64,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    try number < head.commit
      || UInt64(log.count(in: transaction)) < head.events
  }
}
