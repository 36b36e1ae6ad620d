package import JournalQueries
package import JournalSync

/// The news already reported to an observer of syncs, so that lasting problems
/// are reported once.
package struct SyncNews {
  private var told: [String: [String]] = [:]

  /// Creates empty news.
  package init() {}

  /// Records the news of a sync.
  ///
  /// - Returns: Whether the news is not empty and differs from that of the last
  ///   sync.
  package mutating func note(
    _ outcome: SyncOutcome, _ names: NewsNames, _ wording: Wording
  ) -> Bool {
    let news = outcome.news(names, wording)
    defer { told[outcome.remote.name] = news }
    return !news.isEmpty && news != told[outcome.remote.name]
  }
}
