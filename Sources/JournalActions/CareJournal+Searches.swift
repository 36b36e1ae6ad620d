internal import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalQueries
internal import POSIXKit

// A file `searches.json` in the home keeps them, and no other replica sees it.
extension CareJournal {
  /// How many are kept.
  private static let mostSearches = 20

  /// Keeps a search as the newest, as far as that can be done: nobody waits
  /// for the disk, and no home is made for it.
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

  /// Forgets what was searched for.
  ///
  /// - Returns: Whether anything was kept.
  /// - Throws: `FileSystemError`.
  public func forgetSearches() throws -> Bool {
    try FileSystem.removeDurably(home.searchesFile)
  }
}
