internal import JournalLog
public import LMDBKit

extension Journal {
  /// Removes the journal from its home while nobody else writes to it, and
  /// closes it. A process that waits to write then finds it gone, and refuses.
  ///
  /// A process that dies meanwhile leaves all events in the home, or none and
  /// maybe a directory that nothing looks at.
  ///
  /// - Parameter isWanted: Decides, with no other writer at work.
  /// - Returns: Whether it was removed.
  /// - Throws: What the store, the system or `isWanted` threw.
  public func remove(
    if isWanted: (borrowing WriteTransaction) throws -> Bool
  ) throws -> Bool {
    // Nothing is changed, and there is no file left to commit to.
    let waste = try environment.write(commits: false) { transaction in
      _ = try meta(in: transaction)?.isStale()
      guard try isWanted(transaction) else { return nil as String? }
      return try home.setJournalAside(number: try environment.dataFileInode)
    }
    guard let waste else { return false }
    try environment.close()
    JournalHome.removeData(in: waste)
    return true
  }

  /// Removes the files of a journal that holds no event, and its identity: a
  /// first command that was refused leaves nothing behind.
  ///
  /// A journal into which another process has written meanwhile stays. One
  /// that waits to write finds the file gone, and refuses.
  public func discardIfEmpty() throws {
    try environment.write(commits: false) { transaction in
      if try log.count(in: transaction) == 0 { home.removeJournal() }
    }
    try environment.close()
  }
}
