/// The schedule of a long-running process for its remotes. Times are
/// milliseconds of a monotonic clock.
public struct SyncSchedule {
  private struct Entry {
    var due: Int64
    /// The time of the last sync.
    var last = Int64.min / 2
    /// The number of failures since the last success.
    var failures = 0
  }

  private let interval: Int64
  private var entries: [String: Entry] = [:]

  /// The delay after a change, so that changes soon after join the same sync.
  private static let settling: Int64 = 1_000
  /// The least time between two syncs because of changes.
  private static let distance: Int64 = 10_000
  /// The delays before a failing remote is retried: the first and the last.
  private static let patience: (first: Int64, last: Int64) = (30_000, 900_000)

  /// Creates a schedule.
  ///
  /// - Parameter interval: The milliseconds after which a remote is synced even
  ///   without a known change.
  public init(every interval: Int64) { self.interval = interval }

  /// Sets the remotes. New ones are due at once.
  public mutating func keep(_ names: [String], at now: Int64) {
    entries = entries.filter { names.contains($0.key) }
    for name in names where entries[name] == nil {
      entries[name] = Entry(due: now)
    }
  }

  /// Notes that the journal has changed.
  ///
  /// - Parameters:
  ///   - near: The remotes that cost nothing to sync with.
  ///   - now: The current time.
  public mutating func noteChange(near: Set<String>, at now: Int64) {
    for name in entries.keys {
      noteChange(of: name, isNear: near.contains(name), at: now)
    }
  }

  /// Notes that a remote, or its part of the journal, has changed. A failing
  /// remote is not retried earlier for that.
  public mutating func noteChange(of name: String, isNear: Bool, at now: Int64)
  {
    guard let entry = entries[name], entry.failures == 0 else { return }
    let soon = max(
      now + Self.settling, entry.last + (isNear ? 0 : Self.distance))
    entries[name]?.due = min(entry.due, soon)
  }

  /// Records the outcome of a sync with a remote.
  ///
  /// - Returns: Whether syncing has begun to fail, or to succeed again.
  public mutating func note(
    _ name: String, succeeded: Bool, at now: Int64,
    chance: (ClosedRange<Int64>) -> Int64 = { Int64.random(in: $0) }
  ) -> Bool {
    guard var entry = entries[name] else { return false }
    let before = entry.failures
    entry.last = now
    entry.failures = succeeded ? 0 : before + 1
    let first = min(interval, Self.patience.first)
    let wait = min(
      first << Int64(min(before, 16)), max(interval, Self.patience.last))
    // Random delays keep machines that lost the same server from returning all
    // at once.
    entry.due = now + (succeeded ? interval : chance(wait / 2...wait))
    entries[name] = entry
    return succeeded == (before > 0)
  }

  /// Notes that another process is syncing with a remote.
  public mutating func noteBusy(_ name: String, at now: Int64) {
    entries[name]?.due = now + Self.settling
  }

  /// Returns the remotes that are due, by name.
  public func due(at now: Int64) -> [String] {
    entries.filter { $0.value.due <= now }.map(\.key).sorted()
  }

  /// Returns the milliseconds until a remote is due.
  public func wait(at now: Int64) -> Int64 {
    max(0, (entries.values.map(\.due).min() ?? now + interval) - now)
  }
}
