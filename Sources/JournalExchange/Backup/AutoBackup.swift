internal import ErrorKit
internal import Glibc
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalQueries
public import JournalTime
internal import POSIXKit

/// Backups that follow by themselves what commands write, as this machine's
/// settings say: in a process of their own, of which there is one for a home
/// at most.
///
/// A file in the home tells all that a command needs to know by a look at its
/// entry alone: it was written when the last backup was made or failed, and
/// holds a line break, or why it failed. The process that makes one has a lock
/// on it.
public struct AutoBackup: Sendable {
  /// How much time lies between two.
  public enum Period: String, CaseIterable, Sendable {
    case daily
    case weekly
    case monthly

    /// In days, counted in UTC.
    fileprivate var days: Int {
      switch self {
      case .daily: 1
      case .weekly: 7
      case .monthly: 30
      }
    }
  }

  /// How much time lies between two.
  public let period: Period
  /// Where they are kept.
  public let directory: String
  private let home: JournalHome

  /// What a look at the file's entry tells.
  public struct Look: Sendable {
    fileprivate let status: FileStatus?

    /// When the last one was made or failed; `nil` before the first.
    fileprivate var last: Instant? {
      guard let status, status.byteCount > 0 else { return nil }
      return Instant(milliseconds: Int64(status.modifiedAt) * 1_000)
    }
    fileprivate var hasFailed: Bool { (status?.byteCount ?? 0) > 1 }
  }

  /// Reads what is wanted; `nil` for no backups.
  ///
  /// - Parameters:
  ///   - path: The home.
  ///   - setting: The values in force of settings of this machine.
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

  /// Reads what settings want; `nil` for no backups.
  ///
  /// - Parameters:
  ///   - path: The home.
  ///   - settings: The settings of this machine.
  public init?(ofHomeAt path: String, _ settings: MachineSettings) {
    self.init(ofHomeAt: path) { key in
      settings[key.rawValue].flatMap { key.form.admits($0) ? $0 : nil }
        ?? key.defaultValue
    }
  }

  // MARK: Whether one is due

  /// Looks at when the last one was made; nothing is opened.
  public func look() -> Look {
    let status = try? FileStatus(of: home.autoBackupFile, followsLinks: false)
    return Look(status: status?.kind == .file ? status : nil)
  }

  /// Whether its file is one, or is not there yet: a link would lead out of
  /// the home, and a pipe is waited for.
  private var hasPlainFile: Bool {
    do throws(FileSystemError) {
      return try FileStatus(of: home.autoBackupFile, followsLinks: false).kind
        == .file
    } catch {
      return error.code == ENOENT
    }
  }

  /// Whether one is due: none was made yet or so many days ago, or the last
  /// has failed an hour ago or more.
  func isDue(_ look: Look, at now: Instant) -> Bool {
    guard let last = look.last, last <= now else { return true }
    if look.hasFailed {
      return now.milliseconds - last.milliseconds >= Self.pauseAfterFailure
    }
    return last.utcDay.advanced(by: period.days) <= now.utcDay
  }

  private static let pauseAfterFailure: Int64 = 3_600_000

  /// Whether a process has to be started after something was written: one is
  /// due, and none is at work.
  public func needsStart(_ look: Look, at now: Instant) -> Bool {
    isDue(look, at: now) && lock() != nil
  }

  /// The file, locked; `nil` where another process has it.
  private func lock() -> File? {
    guard
      (try? FileSystem.makeDirectory(home.backupsDirectory)) != nil,
      hasPlainFile, let file = try? File(home.autoBackupFile, .keeping),
      file.isLockedAtOnce()
    else { return nil }
    return file
  }

  // MARK: Making one

  /// Makes a backup where one is due and no other process makes one, and then
  /// removes those that ``BackupRetention`` does not keep. How it failed is
  /// kept for ``failureToTell(_:)`` and ``report()``.
  ///
  /// - Returns: The backup; `nil` for none.
  /// - Throws: What making a backup throws.
  @discardableResult
  public func run(on journal: CareJournal) throws -> Backup? {
    guard let lock = lock() else { return nil }
    defer { lock.unlock() }
    guard try isDue(Look(status: lock.status), at: journal.now) else {
      return nil
    }
    do {
      let isOwn = directory == home.backupsDirectory
      // A disk that is not there must not become a directory of another.
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

  /// The automatic backups of some journals, the oldest first; of all where
  /// `nil` is given.
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

  /// Removes the backups of the same journal that are not kept. One that
  /// cannot be removed stays until the next time.
  private func removeOld(besides made: Backup) {
    let backups = (try? backups(of: made.manifest.journals)) ?? []
    let kept = BackupRetention.kept(of: backups.map(\.at))
    for (backup, at) in backups
    where !kept.contains(at) && backup.place != made.place {
      BackupFiles.hide(backup.place, in: directory)
    }
    PartialBackup.removeDead(in: directory)
  }

  // MARK: What became of them

  /// Why the last one failed, where nobody was told yet; from then on
  /// somebody was.
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

  /// What there is to tell of automatic backups.
  public struct Report: Sendable {
    /// The newest that is there, and when it was made.
    public let newest: (name: String, at: Instant)?
    /// How many are there.
    public let count: Int
    /// Whether one was made once.
    public let hasBegun: Bool
    /// Why the last one failed; `nil` where it did not.
    public let failure: String?
    /// Whether something was written when one was due, and none was made.
    public let isOverdue: Bool
  }

  /// Looks at what there is.
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
      // One may be in the making.
      isOverdue: isOverdue && lock() != nil)
  }
}

extension String {
  fileprivate var trimmingNewline: String {
    hasSuffix("\n") ? String(dropLast()) : self
  }
}
