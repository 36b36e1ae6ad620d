internal import Encodings
internal import ErrorKit
public import JournalQueries
public import JournalTime
internal import POSIXKit
internal import TextKit

/// How syncing with a remote has failed since it last succeeded. Who looks
/// later learns of it: a sync in the background has nobody to tell.
public struct SyncFailures: Sendable, Hashable {
  /// How often.
  public let count: Int
  /// When it failed first.
  public let since: Instant
  /// Why it failed last.
  public let reason: String

  init(count: Int, since: Instant, reason: String) {
    self.count = count
    self.since = since
    self.reason = reason
  }

  /// Reads what was kept; `nil` where there is nothing that can be read.
  init?(at path: String) {
    guard let bytes = try? File.contents(of: path),
      let value = try? JSONReader.parse(bytes.span.bytes),
      case .integer(let count) = value["count"],
      case .string(let since) = value["since"],
      let moment = OffsetInstant(since)?.instant,
      case .string(let reason) = value["reason"]
    else { return nil }
    self.init(count: Int(clamping: count), since: moment, reason: reason)
  }

  /// Keeps it.
  func write(to path: String) throws {
    var writer = JSONWriter()
    writer.object {
      $0.member("count", count)
      $0.member("since", since.rfc3339)
      $0.member("reason", reason)
    }
    writer.newline()
    try File.replace(path, with: writer.bytes)
  }
}

extension CareJournal {
  /// How syncing with a remote has failed since it last succeeded; `nil` where
  /// it has not.
  public func failures(of remote: Remote) -> SyncFailures? {
    SyncFailures(at: failuresPath(of: remote))
  }

  /// Keeps how a sync failed, or that it did not. Best effort: whoever started
  /// it is told as well.
  func note(_ outcome: Result<SyncReport, any Error>, of remote: Remote) {
    let path = failuresPath(of: remote)
    guard case .failure(let error) = outcome else {
      _ = try? FileSystem.remove(path)
      return
    }
    let facts = ErrorFacts(of: error)
    // What a person did not want is no failure.
    guard facts.kind != .interrupted, facts.kind != .nothingMatched else {
      return
    }
    let before = SyncFailures(at: path)
    let failures = SyncFailures(
      count: (before?.count ?? 0) + 1, since: before?.since ?? now,
      reason: String(facts.message.prefix(1_000)))
    try? failures.write(to: path)
  }
}

extension SyncFailures {
  /// The failures in words, `since` a time as it is shown.
  public func text(of remote: String, since time: String) -> String {
    "syncing with '\(remote)' failed \(Phrase.count(count, "time")) since \(time): \(SafeText.shown(reason))"
  }
}
