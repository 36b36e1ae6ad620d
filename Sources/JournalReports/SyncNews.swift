package import JournalQueries
package import JournalSync

/// What somebody was told who watches syncs, so that what stays wrong is told
/// once.
package struct SyncNews {
  private var told: [String: [String]] = [:]

  /// Nothing was told yet.
  package init() {}

  /// Notes what there is to tell of a sync.
  ///
  /// - Returns: Whether there is something that was not told the last time.
  package mutating func note(
    _ outcome: SyncOutcome, _ names: NewsNames, _ wording: Wording
  ) -> Bool {
    let news = outcome.news(names, wording)
    defer { told[outcome.remote.name] = news }
    return !news.isEmpty && news != told[outcome.remote.name]
  }
}
