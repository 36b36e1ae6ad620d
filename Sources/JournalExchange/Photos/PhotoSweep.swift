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

/// Files of photos that were removed because nothing needs them.
public struct PhotoSweep: Sendable {
  /// A file.
  public struct File: Sendable {
    /// What it was for.
    public enum Kind: String, Sendable {
      case photo, original, thumbnail
      /// A file that backups shared.
      case backup
    }

    /// Why nothing needs it.
    public enum Reason: String, Sendable {
      /// No event names it.
      case unnamed
      /// Its photo was taken away or undone long ago.
      case removed
    }

    /// The hash by which it was named; of a thumbnail in the cache that of its
    /// photo.
    public let name: BlobName
    /// What it was for.
    public let kind: Kind
    /// Why nothing needs it.
    public let reason: Reason
    /// How many bytes it had.
    public let byteCount: Int
  }

  /// The files.
  public private(set) var files: [File] = []
  /// How many stay only because they were changed within the last day.
  public private(set) var young = 0
  /// How many killed commands have left in the midst of writing.
  public private(set) var parts = 0
  private let isRehearsal: Bool

  fileprivate init(isRehearsal: Bool) { self.isRehearsal = isRehearsal }

  /// How many bytes they had.
  public var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

  fileprivate mutating func sweepParts(of folder: BlobFolder) {
    parts += folder.deadParts.count
    if !isRehearsal { folder.removeOldParts(now: time(nil)) }
  }

  /// Sweeps a folder.
  ///
  /// - `kept`: The files that stay.
  /// - `named`: Those that events name, kept or not.
  /// - `newest`: When a file may have been changed last that is swept, in
  ///   seconds since 1970; `nil` for any.
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

/// Why no file of a photo is swept.
public enum PhotoSweepError: DescribedError, Hashable {
  /// So many events of a newer program may name files.
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
  /// How long the file of a photo stays that was taken away or undone.
  private static let removedTime: Int64 = 30 * 86_400_000
  /// How old a file is at least that is swept, in seconds: one may be on its
  /// way into a journal.
  private static let leastAge = 86_400

  /// Removes files of photos that no event names, whichever replica wrote it,
  /// and those of photos that were taken away or undone more than thirty days
  /// ago; none while photos are being added, and none of a day or less, unless
  /// photos were erased whose files were not removed yet.
  ///
  /// - Parameter mode: Whether it is only said what would go.
  /// - Returns: What went.
  /// - Throws: ``PhotoSweepError``, `StorageError.missingCommits`, and what
  ///   the store and the file system throw.
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

  /// Removes files of photos that no event names any more, at once, where some
  /// were erased; those of backups stay until somebody removes these.
  ///
  /// - Parameter waits: Whether it waits for who adds photos; else it does
  ///   nothing as long as somebody does.
  /// - Throws: As ``sweepPhotos(_:)``; the next call goes on.
  public func sweepErasedPhotos(waits: Bool = true) throws {
    guard home.mark(of: .photos) != nil else { return }
    let photos = BlobFolder(of: home)
    guard let lock = try photos.lockedAlone(waits: waits) else { return }
    defer { lock.unlock() }
    _ = try sweep(isRehearsal: false, newest: nil) { _ in true }
  }

  /// Sweeps what is locked.
  private func sweep(
    isRehearsal: Bool, newest: Int?,
    keeping isKept: (NamedPhotos.Photo) -> Bool
  ) throws -> PhotoSweep {
    // What is open may be a journal that a restore has replaced since.
    if !isRehearsal { try close() }
    let photos = BlobFolder(of: home)
    let originals = BlobFolder(ofOriginalsOf: home)
    var sweep = PhotoSweep(isRehearsal: isRehearsal)
    // Before the events are read: more may be erased meanwhile. Who made it
    // may still be about to commit, and is waited for.
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
    // Of thumbnails, which can be made again.
    if let cache = try? Folder(home.cacheDirectory) {
      cache.removeDeadParts()
      // Those of earlier versions.
      for entry in try cache.entries() where entry.name.hasSuffix(".tmp") {
        try cache.remove(entry.name)
      }
    }
    // No crash brings back what was erased once nothing says so any more.
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

  /// The files that the backups in the home name; `nil` where one of them
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
