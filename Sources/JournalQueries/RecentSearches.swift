public import Encodings
internal import JournalLog
public import JournalTime

/// A search of the catalogue on this machine.
public struct RecentSearch: Sendable, Hashable {
  /// The search text.
  public let query: String
  /// The time of the latest search.
  public let at: Instant
  /// The number of plants found.
  public let total: Int
  /// The best match, or the group of that name; `nil` for none.
  public let best: String?

  /// Creates a search.
  public init(query: String, at: Instant, total: Int, best: String?) {
    self.query = query
    self.at = at
    self.total = total
    self.best = best
  }
}

extension CareJournal {
  /// Returns the latest searches, newest first; none if the file does not
  /// exist, or for somebody who acts through the home, whose searches they are
  /// not.
  ///
  /// - Throws: `FileSystemError`, or `StorageError` if the file is invalid.
  public func recentSearches() throws -> [RecentSearch] {
    guard person == nil else { return [] }
    let path = home.searchesFile
    let file = HomeFile(path: path, error: StorageError.searchesFile)
    let members = try file.members()
    guard !members.isEmpty else { return [] }
    guard
      case .array(let searches)? = members.first(where: {
        $0.name == "searches"
      })?.value
    else {
      throw StorageError.searchesFile(path: path, reason: "has no searches")
    }
    let read = searches.compactMap(RecentSearch.init(_:))
    guard read.count == searches.count else {
      throw StorageError.searchesFile(
        path: path, reason: "has entries that are no searches")
    }
    return read
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
  /// Writes the member `searches`, for the file and for output.
  public mutating func recent(_ searches: some Sequence<RecentSearch>) {
    objects("searches", searches) { writer, search in
      writer.member("query", search.query)
      writer.member("at", search.at.rfc3339)
      writer.member("total", search.total)
      writer.member("best", search.best)
    }
  }
}
