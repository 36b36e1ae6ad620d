public import JournalLog
public import LMDBKit

extension Journal {
  /// Verifies the log, and compares what is folded of it with what was stored:
  /// both may be damaged by themselves.
  ///
  /// - Parameters:
  ///   - transaction: The transaction, which only reads.
  ///   - progress: Is told now and then how many events were checked.
  /// - Returns: What was found.
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) for *n* events and folded entries.
  public func verify(
    in transaction: borrowing some Transaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> LogVerification {
    var result = try log.verify(in: transaction, progress: progress)
    let meta = try meta(in: transaction)
    guard result.isClean, meta?.reducerVersion == Self.reducerVersion else {
      return result
    }
    let digests = try FoldDigests(in: projections, transaction)
    var damaged: [String] = []
    for database in projections.digested {
      let found = try? database.digest(in: transaction)
      if found != digests[database] { damaged.append(database.name) }
    }
    if !damaged.isEmpty { result.faults.append(.damagedFolds(damaged)) }
    return result
  }
}
