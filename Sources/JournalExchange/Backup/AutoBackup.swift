internal import ErrorKit
internal import Glibc
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// The automatic backups after changes, as this machine's settings say. They
/// run in a process of their own, at most one for each home.
///
/// A command needs only the directory entry of a file in the home. The file is
/// written when a backup is made or fails, and holds a line break or the error.
/// The process that makes a backup locks it.
public struct AutoBackup: Sendable {
  /// The variable of a process that makes a backup in the background, without
  /// anybody to report to.
  public static let variable = "PLANTGUIDE_AUTO_BACKUP"

  /// The time between two backups.
  public enum Period: String, CaseIterable, Sendable {
    case daily
    case weekly
    case monthly

    /// The number of days, counted in UTC.
    fileprivate var days: Int {
      switch self {
      case .daily: 1
      case .weekly: 7
      case .monthly: 30
      }
    }
  }

  /// The time between two backups.
  public let period: Period
  /// The directory of the backups.
  public let directory: String
  private let home: JournalHome

  /// The state of the file's entry.
  public struct Look: Sendable {
    fileprivate let status: FileStatus?

    /// The time of the last backup or failure; `nil` before the first.
    fileprivate var last: Instant? {
      guard let status, status.byteCount > 0 else { return nil }
      return Instant(milliseconds: Int64(status.modifiedAt) * 1_000)
    }
    fileprivate var hasFailed: Bool { (status?.byteCount ?? 0) > 1 }
  }

  /// Reads the settings; `nil` if no backups are wanted.
  ///
  /// - Parameters:
  ///   - path: The home.
  ///   - setting: Returns the effective value of a setting.
  public init?(
    ofHomeAt path: String, setting: (MachineSettingKey) -> SettingValue
  ) {
    guard case .text(let word) = setting(.autoBackup),
      let period = Period(rawValue: word)
    else { return nil }
    self.period = period
    home = JournalHome(path: path)
    directory =
      if case .text(let directory) = setting(.autoBackupDirectory) {
        directory
      } else {
        home.backupsDirectory
      }
  }

  /// Reads the settings; `nil` if no backups are wanted.
  ///
  /// - Parameters:
  ///   - path: The home.
  ///   - settings: The settings of this machine.
  public init?(ofHomeAt path: String, _ settings: MachineSettings) {
    self.init(ofHomeAt: path, setting: settings.value(of:))
  }

  // MARK: Schedule

  /// Returns the state of the last backup, without opening a file.
  public func look() -> Look {
    let status = try? FileStatus(of: home.autoBackupFile, followsLinks: false)
    return Look(status: status?.kind == .file ? status : nil)
  }

  /// Returns whether the file is plain, or missing: a link could lead out of
  /// the home, and opening a pipe would block.
  private var hasPlainFile: Bool {
    do throws(FileSystemError) {
      return try FileStatus(of: home.autoBackupFile, followsLinks: false).kind
        == .file
    } catch {
      return error.code == ENOENT
    }
  }

  /// Returns whether a backup is due: none was made in the period, or the last
  /// one failed an hour ago or more.
  func isDue(_ look: Look, at now: Instant) -> Bool {
    guard let last = look.last, last <= now else { return true }
    if look.hasFailed {
      return now.milliseconds - last.milliseconds >= Self.pauseAfterFailure
    }
    return last.utcDay.advanced(by: period.days) <= now.utcDay
  }

  private static let pauseAfterFailure: Int64 = 3_600_000

  /// Returns whether a change requires a new process, because a backup is due
  /// and no process makes one.
  public func needsStart(_ look: Look, at now: Instant) -> Bool {
    isDue(look, at: now) && lock() != nil
  }

  /// The file, locked; `nil` if another process has it.
  private func lock() -> File? {
    guard
      (try? FileSystem.makeDirectory(home.backupsDirectory)) != nil,
      hasPlainFile, let file = try? File(home.autoBackupFile, .keeping),
      file.isLockedAtOnce()
    else { return nil }
    return file
  }

  // MARK: Making backups

  /// Makes a backup if one is due and no other process makes one. It then
  /// removes the backups that ``BackupRetention`` does not keep. It records a
  /// failure for ``failureToTell(_:)`` and ``report()``.
  ///
  /// - Returns: The backup; `nil` for none.
  /// - Throws: Errors of making a backup.
  @discardableResult
  public func run(on journal: CareJournal) throws -> Backup? {
    guard let lock = lock() else { return nil }
    defer { lock.unlock() }
    guard try isDue(Look(status: lock.status), at: journal.now) else {
      return nil
    }
    do {
      let isOwn = directory == home.backupsDirectory
      // The directory must not be created on another disk if its own is not
      // mounted.
      guard isOwn || FileSystem.isDirectory(directory) else {
        throw BackupError.directoryMissing(path: directory)
      }
      let backup = try journal.backUp(to: directory, isAutomatic: true)
      removeOld(besides: backup)
      guard backup.photos.unmended.isEmpty else {
        throw BackupError.sharedPhotosDamaged(
          path: backup.place.path, backup.photos.unmended)
      }
      try record("\n")
      return backup
    } catch {
      try? record(ErrorFacts(of: error).message + "\n")
      throw error
    }
  }

  private func record(_ text: String) throws(FileSystemError) {
    try File(home.autoBackupFile, .replacing).write(Array(text.utf8)[...])
  }

  /// Returns the automatic backups of some journals, the oldest first; of all
  /// journals if `nil`.
  private func backups(
    of journals: [JournalID]? = nil
  ) throws -> [(backup: Backup, at: Instant)] {
    try BackupList.entries(in: directory).compactMap { entry in
      guard let at = BackupName.automaticTime(entry.place.name),
        let backup = try? entry.result.get(),
        journals?.contains(where: backup.manifest.journals.contains) ?? true
      else { return nil }
      return (backup, at)
    }
  }

  /// Removes the backups of the same journal that are not kept. If a removal
  /// fails, the next run tries again.
  private func removeOld(besides made: Backup) {
    let backups = (try? backups(of: made.manifest.journals)) ?? []
    let kept = BackupRetention.kept(of: backups.map(\.at))
    for (backup, at) in backups
    where !kept.contains(at) && backup.place != made.place {
      BackupFiles.hide(backup.place, in: directory)
    }
    PartialBackup.removeDead(in: directory)
  }

  // MARK: Outcomes

  /// Returns the error of the last backup, but only once.
  public func failureToTell(_ look: Look) -> String? {
    guard look.hasFailed, let failure, failure.hasSuffix("\n"),
      let lock = lock()
    else { return nil }
    defer { lock.unlock() }
    let text = String(failure.dropLast())
    try? record(text)
    return text
  }

  private var failure: String? {
    guard hasPlainFile,
      let bytes = try? File.contents(of: home.autoBackupFile)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The state of the automatic backups.
  public struct Report: Sendable {
    /// The newest backup and its time.
    public let newest: (name: String, at: Instant)?
    /// The number of backups.
    public let count: Int
    /// A Boolean value that indicates whether one was ever tried.
    public let hasBegun: Bool
    /// The error of the last backup; `nil` if it succeeded.
    public let failure: String?
    /// A Boolean value that indicates whether a backup was due at the last
    /// change, but was not made.
    public let isOverdue: Bool
  }

  /// Returns the state of the automatic backups.
  ///
  /// - Throws: `FileSystemError`.
  public func report() throws -> Report {
    let backups = try backups()
    let look = look()
    let lastWriting = (try? FileStatus(of: home.dataFile)).map {
      Instant(milliseconds: Int64($0.modifiedAt) * 1_000)
    }
    var isOverdue = false
    if let last = look.last, let lastWriting, lastWriting > last {
      isOverdue = isDue(look, at: lastWriting)
    }
    return Report(
      newest: backups.max { $0.at < $1.at }.map {
        ($0.backup.place.name, $0.at)
      },
      count: backups.count, hasBegun: look.last != nil,
      failure: look.hasFailed ? failure?.trimmingNewline : nil,
      // Another process may be making one.
      isOverdue: isOverdue && lock() != nil)
  }
}

extension String {
  fileprivate var trimmingNewline: String {
    hasSuffix("\n") ? String(dropLast()) : self
  }
}
