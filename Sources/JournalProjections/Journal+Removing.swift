internal import JournalLog
public import LMDBKit

extension Journal {
  /// Removes the journal from its home while nobody else writes to it, and
  /// closes it. Who waits to write then finds it gone, and refuses.
  ///
  /// A process that dies meanwhile leaves all events in the home, or none and
  /// maybe a directory that nothing looks at.
  ///
  /// - `isWanted`: Decides, with no other writer at work.
  /// - Returns: Whether it was removed.
  public func remove(
    if isWanted: (borrowing WriteTransaction) throws -> Bool
  ) throws -> Bool {
    var waste: String?
    do {
      try environment.write { transaction in
        if try isWanted(transaction) {
          waste = try home.setJournalAside(
            number: try environment.dataFileInode)
        }
        // Nothing was changed, and nothing is to be committed.
        throw Decided()
      }
    } catch is Decided {}
    guard let waste else { return false }
    try environment.close()
    JournalHome.removeData(in: waste)
    return true
  }

  private struct Decided: Error {}
}
