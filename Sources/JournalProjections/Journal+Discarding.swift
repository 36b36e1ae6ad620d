internal import JournalLog
internal import LMDBKit

extension Journal {
  /// Removes the files of a journal that holds no event, and its identity: a
  /// first command that was refused leaves nothing behind.
  ///
  /// A journal into which another process has written meanwhile stays. One
  /// that waits to write finds the file gone, and refuses.
  public func discardIfEmpty() throws {
    do {
      try environment.write { transaction in
        if try log.count(in: transaction) == 0 { home.removeJournal() }
        // Nothing was changed, and there may be no file left to commit to.
        throw Discarded()
      }
    } catch is Discarded {}
    try environment.close()
  }

  private struct Discarded: Error {}
}
