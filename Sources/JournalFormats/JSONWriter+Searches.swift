public import Encodings
public import JournalQueries
internal import JournalTime

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
