internal import Glibc
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// Which remotes are synced with by themselves once something was written, as
/// this machine's setting says.
public enum AutoSyncChoice: Sendable, Hashable {
  /// None.
  case none
  /// All.
  case all
  /// Those of these names.
  case named([String])

  /// Reads the setting.
  public init(_ value: SettingValue) {
    switch value {
    case .text("on"): self = .all
    case .text("off"): self = .none
    case .text(let names):
      self = .named(names.split(separator: ",").map(String.init))
    default: self = .none
    }
  }

  /// Whether a remote is meant.
  public func includes(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .named(let names): names.contains(name)
    }
  }
}

/// The syncs that follow by themselves what commands write: in a process of
/// their own, of which there is one for a home at most, and at most one sync
/// in an interval.
///
/// The process that has a lock is the one. What is written before it has given
/// the lock back it notices itself; what is written later is noticed by who
/// wrote it, who finds the lock free and starts another one.
public struct AutoSync {
  private let home: JournalHome
  private let interval: Int64

  /// Prepares; nothing is touched.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - seconds: The least time between the beginnings of two syncs.
  public init(of journal: CareJournal, everySeconds seconds: Int64) {
    home = journal.home
    interval = seconds * 1_000
  }

  // When it was written last says when the last sync began.
  private var lockPath: String { "\(home.syncDirectory)/auto.lock" }

  /// Whether a process has to be started after something was written: none is
  /// at work that will see it.
  public var needsStart: Bool {
    guard FileSystem.exists(home.remotesFile),
      (try? FileSystem.makeDirectory(home.syncDirectory)) != nil,
      let lock = try? File(lockPath, .keeping)
    else { return false }
    return lock.isLockedAtOnce()
  }

  /// Syncs until nothing was written meanwhile, where no other process does.
  ///
  /// - Parameters:
  ///   - clock: Says what time it is.
  ///   - pause: Waits so many milliseconds, and says whether to go on.
  ///   - sync: Syncs once.
  /// - Throws: What the lock's file throws, and what `sync` throws.
  public func run(
    clock: () -> Instant, pause: (_ milliseconds: Int64) -> Bool,
    sync: () throws -> Void
  ) throws {
    try FileSystem.makeDirectory(home.syncDirectory)
    while true {
      let lock = try File(lockPath, .keeping)
      guard lock.isLockedAtOnce() else { return }
      let status = try lock.status
      let passed = clock().milliseconds - Int64(status.modifiedAt) * 1_000
      if status.byteCount > 0, 0..<interval ~= passed,
        !pause(interval - passed)
      {
        return
      }
      try lock.write([UInt8(ascii: "\n")])
      let head = home.head
      try sync()
      lock.unlock()
      guard home.head != head else { return }
    }
  }

  // MARK: Its record

  /// Where it is written what came of syncs.
  public var recordPath: String { "\(home.syncDirectory)/auto.log" }

  private static let longestRecord = 1 << 16

  /// Adds to the record, of which only the end is kept.
  ///
  /// - Throws: `FileSystemError`.
  public func record(_ text: String) throws {
    let before = try? File.contents(of: recordPath)
    let bytes = (before ?? []) + Array(text.utf8)
    var kept = bytes.suffix(Self.longestRecord)
    if kept.count < bytes.count {
      kept = kept.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    try File.replace(recordPath, with: Array(kept))
  }
}

extension CareJournal {
  /// Which remotes are synced with by themselves; none where the settings
  /// cannot be read.
  public var autoSync: AutoSyncChoice {
    let key = MachineSettingKey.autoSync
    guard let value = (try? machineSettings())?[key.rawValue],
      key.form.admits(value)
    else { return AutoSyncChoice(key.defaultValue) }
    return AutoSyncChoice(value)
  }

  /// Keeps a remote among those that are synced with by themselves.
  func renameInAutoSync(_ name: String, to new: String) throws {
    guard case .named(let names) = autoSync, names.contains(name) else {
      return
    }
    _ = try MachineSettings.update(of: home) {
      $0[MachineSettingKey.autoSync.rawValue] = .text(
        names.map { $0 == name ? new : $0 }.joined(separator: ","))
    }
  }
}
