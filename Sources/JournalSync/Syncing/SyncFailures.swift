internal import Encodings
internal import ErrorKit
public import JournalQueries
public import JournalTime
internal import POSIXKit
internal import TextKit

/// The failures of syncs with a remote since the last success. They are kept
/// for a later look, as a sync in the background has nobody to tell.
public struct SyncFailures: Sendable, Hashable {
  /// The number of failures.
  public let count: Int
  /// The time of the first failure.
  public let since: Instant
  /// The message of the last failure.
  public let reason: String

  init(count: Int, since: Instant, reason: String) {
    self.count = count
    self.since = since
    self.reason = reason
  }

  /// Reads stored failures; `nil` if there are none that can be read.
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
  /// Returns the failures of syncs with a remote since the last success; `nil`
  /// if the last sync succeeded.
  public func failures(of remote: Remote) -> SyncFailures? {
    SyncFailures(at: failuresPath(of: remote))
  }

  /// Stores the failure of a sync, or clears it after a success. It ignores
  /// errors, as whoever started the sync gets the outcome as well.
  func note(_ outcome: Result<SyncReport, any Error>, of remote: Remote) {
    let path = failuresPath(of: remote)
    guard case .failure(let error) = outcome else {
      _ = try? FileSystem.remove(path)
      return
    }
    let facts = ErrorFacts(of: error)
    // A person's choice is no failure.
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
  /// Returns the failures in words; `since` is the formatted time.
  public func text(of remote: String, since time: String) -> String {
    "syncing with '\(remote)' failed \(Phrase.count(count, "time")) since \(time): \(SafeText.shown(reason))"
  }
}
