/// With which remotes a process that keeps running syncs next. Times are
/// milliseconds of a clock that never goes back.
public struct SyncSchedule {
  private struct Entry {
    var due: Int64
    /// When it was synced with last.
    var last = Int64.min / 2
    /// How often syncing has failed since it succeeded.
    var failures = 0
  }

  private let interval: Int64
  private var entries: [String: Entry] = [:]

  /// What follows at once is synced with it.
  private static let settling: Int64 = 1_000
  /// The least time between two syncs because of changes.
  private static let distance: Int64 = 10_000
  /// How soon a remote that fails is tried again at first, and at last.
  private static let patience: (first: Int64, last: Int64) = (30_000, 900_000)

  /// Creates a schedule.
  ///
  /// - Parameter interval: After how many milliseconds a remote is synced with
  ///   though nothing is known to have changed.
  public init(every interval: Int64) { self.interval = interval }

  /// Says which remotes there are. New ones are due at once.
  public mutating func keep(_ names: [String], at now: Int64) {
    entries = entries.filter { names.contains($0.key) }
    for name in names where entries[name] == nil {
      entries[name] = Entry(due: now)
    }
  }

  /// Notes that the journal has changed.
  ///
  /// - Parameters:
  ///   - near: The remotes that cost nothing to be synced with.
  ///   - now: The moment that is now.
  public mutating func noteChange(near: Set<String>, at now: Int64) {
    for name in entries.keys {
      noteChange(of: name, isNear: near.contains(name), at: now)
    }
  }

  /// Notes that a remote has changed, or what is to be put there. One that
  /// fails is not tried sooner for that.
  public mutating func noteChange(of name: String, isNear: Bool, at now: Int64)
  {
    guard let entry = entries[name], entry.failures == 0 else { return }
    let soon = max(
      now + Self.settling, entry.last + (isNear ? 0 : Self.distance))
    entries[name]?.due = min(entry.due, soon)
  }

  /// Notes that it was synced with a remote.
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
    // Not all who lost the same server come back at once.
    entry.due = now + (succeeded ? interval : chance(wait / 2...wait))
    entries[name] = entry
    return succeeded == (before > 0)
  }

  /// Notes that somebody else syncs with a remote just now.
  public mutating func noteBusy(_ name: String, at now: Int64) {
    entries[name]?.due = now + Self.settling
  }

  /// The remotes that are due, by name.
  public func due(at now: Int64) -> [String] {
    entries.filter { $0.value.due <= now }.map(\.key).sorted()
  }

  /// How many milliseconds nothing is due.
  public func wait(at now: Int64) -> Int64 {
    max(0, (entries.values.map(\.due).min() ?? now + interval) - now)
  }
}
