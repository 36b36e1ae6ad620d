internal import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalQueries
internal import POSIXKit

// The file `searches.json` in the home stores searches for this replica alone.
extension CareJournal {
  /// The number of searches that are kept.
  private static let mostSearches = 20

  /// Stores a search as the newest. It ignores errors, does not wait for the
  /// disk, and creates no home.
  public func keep(_ search: RecentSearch) {
    guard home.hasDirectory else { return }
    let name = search.query.foldedName
    let before = (try? recentSearches()) ?? []
    let others = before.filter { $0.query.foldedName != name }
    var writer = JSONWriter()
    writer.object {
      $0.recent(([search] + others).prefix(Self.mostSearches))
    }
    writer.newline()
    try? File.replace(
      home.searchesFile, with: writer.bytes, isFlushed: false)
  }

  /// Forgets all searches.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: `FileSystemError`.
  public func forgetSearches() throws -> Bool {
    try FileSystem.removeDurably(home.searchesFile)
  }
}
