internal import JournalLog
internal import LMDBKit

/// Commits that were acknowledged and are not there.
struct MissingCommits {
  /// The number of the last one.
  let last: UInt64
  /// Whether nobody has written since.
  let isNew: Bool
}

extension Journal {
  /// Runs `body` in a transaction that writes, and keeps beside the data file
  /// what was committed.
  ///
  /// - Parameters:
  ///   - commits: Whether the changes are kept; else all are taken back.
  ///   - body: Gets the transaction and what is missing, and returns what is
  ///     to be kept, where it wrote anything.
  /// - Returns: What `body` returned.
  /// - Throws: `LMDBError`, or what `body` threw.
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
      // What was about to be erased is still there; where that is not known,
      // the mark stays.
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
    // What is missing may have been shipped: its writer must not go on.
    let shared = transaction.shared
    if var meta = try meta(in: shared) {
      _ = try meta.isStale()
      meta.needsNewWriter = true
      try setMeta(meta, in: shared)
    }
    let (result, kept) = try body(transaction, missing)
    return (result, try kept ?? head(in: shared, missing: missing))
  }

  /// What is to be kept of the commit of a transaction.
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

  /// What is missing where a transaction begins on less than what was kept, or
  /// on what another one has begun so; `nil` for nothing.
  private func missingCommits(
    _ head: JournalHead?, before transaction: borrowing WriteTransaction
  ) throws -> MissingCommits? {
    guard let head, head.inode == (try environment.dataFileInode) else {
      return nil
    }
    // The transaction has the number that its commit is going to have.
    if try isBehind(head, transaction.number - 1, in: transaction) {
      return MissingCommits(last: head.commit, isNew: true)
    }
    return head.missing == 0
      ? nil : MissingCommits(last: head.missing, isNew: false)
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
