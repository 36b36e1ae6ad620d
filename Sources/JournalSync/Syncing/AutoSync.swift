internal import Glibc
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// The remotes that sync automatically after a change, as this machine's
/// setting says.
public enum AutoSyncChoice: Sendable, Hashable {
  /// No remotes.
  case none
  /// Every remote.
  case all
  /// The remotes of these names.
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

  /// Returns whether a remote is included.
  public func includes(_ name: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .named(let names): names.contains(name)
    }
  }
}

/// The automatic syncs after changes. They run in a process of their own, at
/// most one for each home, with at most one sync in an interval.
///
/// The process that holds the lock is the only one. It notices changes until it
/// releases the lock; a later writer finds the lock free and starts a new
/// process.
public struct AutoSync {
  /// The variable of a process that syncs in the background, without anybody to
  /// report to or ask.
  public static let variable = "PLANTGUIDE_AUTO_SYNC"

  private let home: JournalHome
  private let interval: Int64

  /// Prepares automatic syncs, without touching any file.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - seconds: The least time between the starts of two syncs.
  public init(of journal: CareJournal, everySeconds seconds: Int64) {
    home = journal.home
    interval = seconds * 1_000
  }

  /// Prepares automatic syncs, without touching any file; `nil` if no remote is
  /// to be synced.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - setting: Returns the effective value of a setting.
  public init?(
    of journal: CareJournal, setting: (MachineSettingKey) -> SettingValue
  ) {
    guard AutoSyncChoice(setting(.autoSync)) != AutoSyncChoice.none else {
      return nil
    }
    let seconds: Int64 =
      if case .integer(let seconds) = setting(.autoSyncSeconds) {
        seconds
      } else {
        60
      }
    self.init(of: journal, everySeconds: seconds)
  }

  // Its modification time is the start of the last sync.
  private var lockPath: String { "\(home.syncDirectory)/auto.lock" }

  /// A Boolean value that indicates whether a change requires a new process,
  /// because none is running that will notice it.
  public var needsStart: Bool {
    guard FileSystem.exists(home.remotesFile),
      (try? FileSystem.makeDirectory(home.syncDirectory)) != nil,
      let lock = try? File(lockPath, .keeping)
    else { return false }
    return lock.isLockedAtOnce()
  }

  /// Syncs until a sync ends without new changes. If another process does so,
  /// it returns at once.
  ///
  /// - Parameters:
  ///   - clock: Returns the current time.
  ///   - pause: Waits so many milliseconds, and returns whether to go on.
  ///   - sync: Syncs once.
  /// - Throws: Errors of the lock's file, and of `sync`.
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

  /// The path of the log of automatic syncs.
  public var recordPath: String { "\(home.syncDirectory)/auto.log" }

  private static let longestRecord = 1 << 16

  /// Appends to the log, of which only the end is kept.
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
  /// The remotes that sync automatically; the default if the settings cannot be
  /// read.
  public var autoSync: AutoSyncChoice {
    let key = MachineSettingKey.autoSync
    return AutoSyncChoice(
      (try? machineSettings())?.value(of: key) ?? key.defaultValue)
  }

  /// Renames a remote in the setting of automatic syncs.
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
