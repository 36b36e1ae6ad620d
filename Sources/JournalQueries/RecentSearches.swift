public import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalTime
internal import POSIXKit

/// A search of the catalogue that a person made on this machine.
public struct RecentSearch: Sendable, Hashable {
  /// What was typed.
  public let query: String
  /// When it was made last.
  public let at: Instant
  /// How many plants it found.
  public let total: Int
  /// The best of these, or the group that is called so; `nil` for none.
  public let best: String?

  /// Creates a search.
  public init(query: String, at: Instant, total: Int, best: String?) {
    self.query = query
    self.at = at
    self.total = total
    self.best = best
  }
}

// A file `searches.json` in the home keeps them, and no other replica sees it.
extension CareJournal {
  /// How many are kept.
  private static let mostSearches = 20

  /// What was searched for last, the newest first; none where the file cannot
  /// be read.
  public func recentSearches() -> [RecentSearch] {
    guard let bytes = try? File.contents(of: home.searchesFile),
      let file = try? JSONReader.parse(bytes.span.bytes),
      case .array(let searches)? = file["searches"]
    else { return [] }
    return searches.compactMap(RecentSearch.init(_:))
  }

  /// Keeps a search as the newest, as far as that can be done: nobody waits
  /// for the disk, and no home is made for it.
  public func keep(_ search: RecentSearch) {
    guard home.hasDirectory else { return }
    let name = search.query.foldedName
    let others = recentSearches().filter { $0.query.foldedName != name }
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
    try FileSystem.remove(home.searchesFile)
  }
}

extension RecentSearch {
  fileprivate init?(_ value: JSONValue) {
    guard case .string(let query)? = value["query"],
      case .string(let at)? = value["at"], let at = OffsetInstant(at),
      let total = value["total"]?.wholeNumber.flatMap(Int.init(exactly:))
    else { return nil }
    var best: String?
    if case .string(let name)? = value["best"] { best = name }
    self.init(query: query, at: at.instant, total: total, best: best)
  }
}

extension JSONWriter {
  /// Writes a member `searches`.
  public mutating func recent(_ searches: some Sequence<RecentSearch>) {
    objects("searches", searches) { writer, search in
      writer.member("query", search.query)
      writer.member("at", search.at.rfc3339)
      writer.member("total", search.total)
      writer.member("best", search.best)
    }
  }
}
