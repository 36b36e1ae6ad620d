public import JournalLog
public import LMDBKit

extension Journal {
  /// Verifies the log, and compares what is folded of it with what was stored:
  /// both may be damaged by themselves.
  ///
  /// - Parameters:
  ///   - begin: Is told how many events there are.
  ///   - progress: Is told now and then how many were checked.
  /// - Returns: What was found.
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) for *n* events and folded entries.
  public func verify(
    beginning begin: (Int) -> Void = { _ in },
    progress: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    // Before the snapshot: what is committed in between is not missing.
    let head = home.head
    return try read { transaction in
      begin(try log.count(in: transaction))
      return try verify(head, in: transaction, progress: progress)
    }
  }

  private func verify(
    _ head: JournalHead?, in transaction: borrowing some Transaction,
    progress: (Int) -> Void
  ) throws -> LogVerification {
    var result = try log.verify(in: transaction, progress: progress)
    if let head, try isMissingCommits(head, in: transaction) {
      result.faults.append(.missingCommits)
    }
    result.faults += try damagedPages(at: transaction.number)
    let meta = try meta(in: transaction)
    let lacksMeta = try meta == nil && log.count(in: transaction) > 0
    if lacksMeta || (try? projections.meta.digest(in: transaction)) == nil {
      result.faults.append(.damagedFolds([ProjectionDatabase.meta]))
    }
    guard result.problems.isEmpty,
      meta?.reducerVersion == Self.reducerVersion
    else { return result }
    let digests = try FoldDigests(in: projections, transaction)
    var damaged: [String] = []
    for database in projections.digested {
      let found = try? database.digest(in: transaction)
      if found != digests[database] { damaged.append(database.name) }
    }
    if !damaged.isEmpty { result.faults.append(.damagedFolds(damaged)) }
    return result
  }

  /// Pages that the snapshot of the commit `number` has, and that are not where
  /// they belong.
  func damagedPages(at number: UInt64) throws -> [StorageError] {
    guard number > 0, let use = try environment.pageUse(at: number),
      !use.isWhole
    else { return [] }
    return [.damagedPages(use.damaged.sorted())]
  }

  /// Whether commits are missing from what is there now.
  ///
  /// - Throws: What the store throws.
  public func isMissingCommits() throws -> Bool {
    // Before the snapshot: what is committed in between is not missing.
    guard let head = home.head else { return false }
    return try environment.read { try isMissingCommits(head, in: $0) }
  }

  /// Whether commits are missing, or were when somebody wrote again.
  ///
  /// - Throws: What the store throws.
  public func isMissingCommits(
    _ head: JournalHead, in transaction: borrowing some Transaction
  ) throws -> Bool {
    guard head.inode == (try environment.dataFileInode) else { return false }
    if try head.missing > 0
      || isBehind(head, transaction.number, in: transaction)
    {
      return true
    }
    // As many events, but others.
    return try UInt64(log.count(in: transaction)) == head.events
      && projections.writers.digest(in: transaction).sum != head.tips
  }
}
