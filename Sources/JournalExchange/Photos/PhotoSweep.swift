public import ErrorKit
internal import Glibc
public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// The files of photos that were removed because nothing needs them.
public struct PhotoSweep: Sendable {
  /// A removed file.
  public struct File: Sendable {
    /// The purpose of a file.
    public enum Kind: String, Sendable {
      case photo, original, thumbnail
      /// A file that backups shared.
      case backup
    }

    /// The reason why nothing needs a file.
    public enum Reason: String, Sendable {
      /// No event names it.
      case unnamed
      /// The photo was removed or undone long ago.
      case removed
    }

    /// The hash that names it; for a thumbnail in the cache, that of its photo.
    public let name: BlobName
    /// The purpose of the file.
    public let kind: Kind
    /// The reason why nothing needs it.
    public let reason: Reason
    /// The number of bytes that it had.
    public let byteCount: Int
  }

  /// The removed files.
  public private(set) var files: [File] = []
  /// The number of files that stay only because they changed within a day.
  public private(set) var young = 0
  /// The number of files that killed commands left while writing.
  public private(set) var parts = 0
  private let isRehearsal: Bool

  fileprivate init(isRehearsal: Bool) { self.isRehearsal = isRehearsal }

  /// The number of bytes of all files.
  public var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  fileprivate mutating func sweepParts(of folder: BlobFolder) {
    parts += folder.deadParts.count
    if !isRehearsal { folder.removeOldParts(now: time(nil)) }
  }

  /// Sweeps a folder.
  ///
  /// - `kept`: The files that stay.
  /// - `named`: The files that events name, kept or not.
  /// - `newest`: The latest time of change of a swept file, in seconds since
  ///   1970; `nil` for any.
  fileprivate mutating func sweep(
    _ kind: File.Kind, _ entries: [BlobFolder.Entry],
    keeping kept: Set<BlobName>, named: Set<BlobName> = [], newest: Int?,
    _ remove: (BlobName) throws -> Void
  ) throws {
    for entry in entries where !kept.contains(entry.name) {
      if let newest, entry.modifiedAt > newest {
        young += 1
        continue
      }
      if !isRehearsal { try remove(entry.name) }
      files.append(
        File(
          name: entry.name, kind: kind,
          reason: named.contains(entry.name) ? .removed : .unnamed,
          byteCount: entry.byteCount))
    }
  }
}

/// An error that keeps all files of photos from being swept.
public enum PhotoSweepError: DescribedError, Hashable {
  /// This many events of a newer program may name files.
  case unknownEvents(Int)

  public var facts: ErrorFacts {
    switch self {
    case .unknownEvents(let count):
      ErrorFacts(
        .newerFormat,
        "\(count) \(count == 1 ? "event" : "events") of a newer program may name files of photos",
        "install the newer program", outcome: .nothingRemoved)
    }
  }
}

extension CareJournal {
  /// The milliseconds that the file of a removed or undone photo stays.
  private static let removedTime: Int64 = 30 * 86_400_000
  /// The least age of a swept file, in seconds: a newer one may be on its way
  /// into a journal.
  private static let leastAge = 86_400

  /// Removes files of photos that no event names, of any replica, and those of
  /// photos that were removed or undone more than thirty days ago. Files stay
  /// while photos are being added, and for a day, unless erased photos have
  /// files left.
  ///
  /// - Parameter mode: The mode; other modes than `commit` only list the files.
  /// - Returns: The removed files.
  /// - Throws: ``PhotoSweepError``, `StorageError.missingCommits`, and the
  ///   errors of the store and the file system.
  public func sweepPhotos(
    _ mode: ActionMode = .commit
  ) throws -> PhotoSweep {
    let isRehearsal = mode != .commit
    let oldest = now.milliseconds - Self.removedTime
    let photos = BlobFolder(of: home)
    guard
      photos.isUsed || BlobFolder(ofOriginalsOf: home).isUsed
        || FileSystem.isDirectory(home.cacheDirectory)
    else { return PhotoSweep(isRehearsal: isRehearsal) }
    let lock = isRehearsal ? nil : try photos.locked(isShared: false)
    defer { lock?.unlock() }
    var sweep = try sweep(
      isRehearsal: isRehearsal,
      newest: home.mark(of: .photos) == nil ? time(nil) - Self.leastAge : nil
    ) { photo in
      photo.isShown || photo.changed.milliseconds >= oldest
    }
    guard let shared = try filesOfBackups() else { return sweep }
    let folder = BlobFolder(ofBackupsIn: home.backupsDirectory)
    sweep.sweepParts(of: folder)
    try sweep.sweep(
      .backup, folder.entries(), keeping: shared,
      newest: time(nil) - Self.leastAge
    ) { _ = try folder.remove($0) }
    return sweep
  }

  /// If photos were erased, removes the files that no event names any more, at
  /// once; files of backups stay until somebody removes the backups.
  ///
  /// - Parameter waits: `true` to wait while others add photos; otherwise the
  ///   method does nothing as long as they do.
  /// - Throws: As ``sweepPhotos(_:)``; the next call resumes.
  public func sweepErasedPhotos(waits: Bool = true) throws {
    guard home.mark(of: .photos) != nil else { return }
    let photos = BlobFolder(of: home)
    guard let lock = try photos.lockedAlone(waits: waits) else { return }
    defer { lock.unlock() }
    _ = try sweep(isRehearsal: false, newest: nil) { _ in true }
  }

  /// Sweeps the files while they are locked.
  private func sweep(
    isRehearsal: Bool, newest: Int?,
    keeping isKept: (NamedPhotos.Photo) -> Bool
  ) throws -> PhotoSweep {
    // The open journal may have been replaced by a restore since.
    if !isRehearsal { try close() }
    let photos = BlobFolder(of: home)
    let originals = BlobFolder(ofOriginalsOf: home)
    var sweep = PhotoSweep(isRehearsal: isRehearsal)
    // This comes before the events are read, as more may be erased meanwhile.
    // Whoever made the mark may not have committed yet, so this waits.
    let mark = home.mark(of: .photos)
    if mark != nil, !isRehearsal {
      try open(.readWrite).environment.write(commits: false) { _ in }
    }
    let named = try read { snapshot in
      guard try !snapshot.journal.isMissingCommits() else {
        throw StorageError.missingCommits
      }
      return try NamedPhotos(in: snapshot)
    }
    guard named.unknownEvents == 0 else {
      throw PhotoSweepError.unknownEvents(named.unknownEvents)
    }
    let kept = named.photos.filter(isKept)
    let (small, whole) = (named.thumbnails, try photos.entries())
    for kind in [PhotoSweep.File.Kind.photo, .thumbnail] {
      try sweep.sweep(
        kind,
        whole.filter { small.contains($0.name) == (kind == .thumbnail) },
        keeping: Set(kept.flatMap(\.files)), named: named.files, newest: newest
      ) { _ = try photos.remove($0) }
    }
    try sweep.sweep(
      .original, originals.entries(),
      keeping: Set(kept.compactMap(\.original)), named: named.originals,
      newest: newest
    ) { _ = try originals.remove($0) }
    try sweep.sweep(
      .thumbnail, thumbnails(), keeping: Set(kept.map(\.name)),
      named: named.names,
      newest: newest
    ) { try FileSystem.remove(home.thumbnailFile(of: $0)) }
    for folder in [photos, originals] { sweep.sweepParts(of: folder) }
    guard !isRehearsal else { return sweep }
    // Thumbnails can be made again.
    if let cache = try? Folder(home.cacheDirectory) {
      cache.removeDeadParts()
      // Earlier versions left these.
      for entry in try cache.entries() where entry.name.hasSuffix(".tmp") {
        try cache.remove(entry.name)
      }
    }
    // Removals must last through a crash before the mark goes.
    if mark != nil || !sweep.files.isEmpty {
      for folder in [photos, originals] { try folder.flush() }
      if FileSystem.isDirectory(home.cacheDirectory) {
        try FileSystem.flush(home.cacheDirectory)
      }
    }
    if let mark { home.unmark(.photos, mark) }
    return sweep
  }

  private func thumbnails() throws(FileSystemError) -> [BlobFolder.Entry] {
    try home.thumbnails().compactMap { name in
      let status = try? FileStatus(of: home.thumbnailFile(of: name))
      return status.map {
        BlobFolder.Entry(
          name: name, byteCount: $0.byteCount, modifiedAt: $0.modifiedAt)
      }
    }
  }

  /// Returns the files that the backups in the home name; `nil` if one of them
  /// cannot be read and may name any.
  private func filesOfBackups() throws -> Set<BlobName>? {
    var names: Set<BlobName> = []
    for entry in try backups() {
      guard let backup = try? entry.result.get() else { return nil }
      names.formUnion(backup.manifest.heldFiles)
    }
    return names
  }
}
