public import JournalLog
public import LMDBKit

extension Journal {
  /// Verifies the log, and compares the stored folds with the log. Either may
  /// be damaged alone.
  ///
  /// - Parameters:
  ///   - begin: Called with the number of events.
  ///   - progress: Called from time to time with the number of checked events.
  /// - Returns: The result of the verification.
  /// - Throws: An error of the store.
  /// - Complexity: O(*n*) for *n* events and folded entries.
  public func verify(
    beginning begin: (Int) -> Void = { _ in },
    progress: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    // Read before the snapshot: a commit in between is not missing.
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

  /// Returns the misplaced pages in the snapshot of the commit `number`.
  func damagedPages(at number: UInt64) throws -> [StorageError] {
    guard number > 0, let use = try environment.pageUse(at: number),
      !use.isWhole
    else { return [] }
    return [.damagedPages(use.damaged.sorted())]
  }

  /// Returns whether commits are missing from the current data.
  ///
  /// - Throws: An error of the store.
  public func isMissingCommits() throws -> Bool {
    // Read before the snapshot: a commit in between is not missing.
    guard let head = home.head else { return false }
    return try environment.read { try isMissingCommits(head, in: $0) }
  }

  /// Returns whether commits are missing, or were at a later write.
  ///
  /// - Throws: An error of the store.
  public func isMissingCommits(
    _ head: JournalHead, in transaction: borrowing some Transaction
  ) throws -> Bool {
    guard head.inode == (try environment.dataFileInode) else { return false }
    if try head.missing > 0
      || isBehind(head, transaction.number, in: transaction)
    {
      return true
    }
    // The number of events is equal, but the events differ.
    return try UInt64(log.count(in: transaction)) == head.events
      && projections.writers.digest(in: transaction).sum != head.tips
  }
}
