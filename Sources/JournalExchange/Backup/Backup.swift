internal import JournalLog
public import JournalProjections
public import JournalTime
internal import LMDBKit
internal import POSIXKit

/// A whole journal, copied into a directory of its own.
public struct Backup: Sendable, Hashable {
  /// Where it lies.
  public let place: BackupPlace
  /// What it says of itself.
  public let manifest: BackupManifest

  /// Copies a journal while others may go on writing to it.
  ///
  /// The copy is checked like any backup before it gets its name; a process
  /// that dies before leaves nothing but a hidden directory.
  ///
  /// - `directory`: Where backups are kept; made where it is missing.
  /// - `program`: The program and its version.
  /// - Throws: `BackupError`, `LMDBError` or `FileSystemError`.
  public static func make(
    of journal: Journal, in directory: String, at now: OffsetInstant,
    program: String, progress: (BackupStep, Int) -> Void = { _, _ in }
  ) throws -> Backup {
    try BackupFiles.check(directory, isOutside: journal.home.dataDirectory)
    try JournalHome(path: directory).create()
    let name = BackupName.base(at: now)
    PartialBackup.removeDead(in: directory)
    let partial = PartialBackup.place(named: name, in: directory)
    do {
      try journal.environment.copy(
        to: partial.home.dataDirectory, compact: true)
      try seal(partial, at: now, program: program, progress: progress)
      let place = try BackupName.claim(name, in: directory) { place in
        try FileSystem.rename(partial.path, to: place.path)
      }
      try FileSystem.flush(directory)
      return Backup(place: place, manifest: try BackupManifest(of: place))
    } catch {
      BackupFiles.remove(partial)
      // It is the journal that is damaged, not its copy.
      guard case BackupError.damagedEvent(_, let problem) = error else {
        throw error
      }
      throw StorageError.damagedEvent(problem.event, reason: problem.reason)
    }
  }

  /// Checks the data at `place` and writes its manifest.
  static func seal(
    _ place: BackupPlace, at now: OffsetInstant, program: String,
    progress: (BackupStep, Int) -> Void
  ) throws {
    let contents = try BackupContents(of: place) { progress(.events, $0) }
    let file = try BackupFiles.digest(of: place.home.dataFile) {
      progress(.bytes, $0)
    }
    let manifest = BackupManifest(
      createdAt: now, program: program, contents: contents,
      byteCount: file.count, hash: file.hash)
    try File.replace(place.manifestFile, with: manifest.json)
  }

  /// Finds the backup at `place`, without a look at its data.
  ///
  /// - Throws: `BackupError`, or `FileSystemError`.
  public init(at place: BackupPlace) throws {
    self.place = place
    manifest = try BackupManifest(of: place)
  }

  private init(place: BackupPlace, manifest: BackupManifest) {
    self.place = place
    self.manifest = manifest
  }

  /// Checks that the data is, to the bit, what was copied, and that every
  /// event in it is what was written.
  ///
  /// - Throws: `BackupError` that says what is wrong.
  public func verify(
    progress: (BackupStep, Int) -> Void = { _, _ in }
  ) throws {
    try checkSize()
    // Only then is it safe to let LMDB look into the file.
    let file = try BackupFiles.digest(of: place.home.dataFile) {
      progress(.bytes, $0)
    }
    try check(file.hash)
    try check(BackupContents(of: place) { progress(.events, $0) })
  }

  /// Throws unless the data file has the size that the manifest names.
  func checkSize() throws(BackupError) {
    guard let size = try? FileStatus(of: place.home.dataFile).byteCount
    else {
      throw .otherData(path: place.path, reason: "its data file is missing")
    }
    guard size == manifest.byteCount else {
      throw .otherData(
        path: place.path,
        reason: "its data file has \(size) bytes and should have "
          + "\(manifest.byteCount)")
    }
  }
}

/// What a long piece of work on backups counts.
public enum BackupStep: Sendable {
  /// Bytes that were read or copied.
  case bytes
  /// Events that were checked.
  case events
}
