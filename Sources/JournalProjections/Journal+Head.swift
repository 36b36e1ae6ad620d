internal import JournalLog
internal import LMDBKit

/// Missing commits that were acknowledged.
struct MissingCommits {
  /// The number of the last missing commit.
  let last: UInt64
  /// A Boolean value that indicates whether there was no write since.
  let isNew: Bool
}

extension Journal {
  /// Runs `body` in a write transaction and records the commit beside the data
  /// file.
  ///
  /// - Parameters:
  ///   - commits: A Boolean value that indicates whether to commit; otherwise
  ///     all changes are rolled back.
  ///   - body: Receives the transaction and the missing commits, and returns
  ///     the head to record, if it wrote anything.
  /// - Returns: The result of `body`.
  /// - Throws: `LMDBError`, or the error of `body`.
  func commit<R>(
    commits: Bool = true,
    _ body: (consuming WriteTransaction, _ missing: MissingCommits?) throws ->
      (R, JournalHead?)
  ) throws -> R {
    let marked = home.mark(of: .bytes)
    var number: UInt64 = 0
    let outcome: (R, JournalHead?)
    do {
      outcome = try environment.writeKeeping(commits: commits) {
        transaction in
        number = transaction.number
        return try run(transaction, body)
      }
    } catch {
      // If nothing was committed, nothing was erased; if that is unknown, the
      // mark stays.
      if commits, marked == nil, let mark = home.mark(of: .bytes),
        let last = try? environment.read({ $0.number }), last < number
      {
        home.unmark(.bytes, mark)
      }
      throw error
    }
    if commits, let head = outcome.1 { home.setHead(head) }
    return outcome.0
  }

  private func run<R>(
    _ transaction: consuming WriteTransaction,
    _ body: (consuming WriteTransaction, _ missing: MissingCommits?) throws ->
      (R, JournalHead?)
  ) throws -> (R, JournalHead?) {
    let missing = try missingCommits(home.head, before: transaction)
    guard let missing, missing.isNew else {
      return try body(transaction, missing)
    }
    // Missing events may have been shared, so their writer must not continue.
    let shared = transaction.shared
    if var meta = try meta(in: shared) {
      _ = try meta.isStale()
      meta.needsNewWriter = true
      try setMeta(meta, in: shared)
    }
    let (result, kept) = try body(transaction, missing)
    return (result, try kept ?? head(in: shared, missing: missing))
  }

  /// Returns the head to record for a transaction's commit.
  func head(
    in transaction: borrowing WriteTransaction,
    missing: MissingCommits? = nil
  ) throws -> JournalHead {
    JournalHead(
      inode: try environment.dataFileInode, commit: transaction.number,
      events: UInt64(try log.count(in: transaction)),
      tips: try FoldDigests(in: projections, transaction)[projections.writers]
        .sum,
      missing: missing?.last ?? 0)
  }

  /// Returns the commits that are missing because the data is older than the
  /// head, or was when another transaction began; `nil` if none are.
  private func missingCommits(
    _ head: JournalHead?, before transaction: borrowing WriteTransaction
  ) throws -> MissingCommits? {
    guard let head, head.inode == (try environment.dataFileInode) else {
      return nil
    }
    // A transaction already has the number of its future commit.
    if try isBehind(head, transaction.number - 1, in: transaction) {
      return MissingCommits(last: head.commit, isNew: true)
    }
    return head.missing == 0
      ? nil : MissingCommits(last: head.missing, isNew: false)
  }

  /// Returns whether a snapshot of the commit `number` is older than `head`,
  /// which must be read before the snapshot is taken.
  func isBehind(
    _ head: JournalHead, _ number: UInt64,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    try number < head.commit
      || UInt64(log.count(in: transaction)) < head.events
  }
}
