public import ErrorKit
internal import Glibc
public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
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

    /// The hash by which it was named; of a small form that of its photo.
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
  private let isRehearsal: Bool

  fileprivate init(isRehearsal: Bool) { self.isRehearsal = isRehearsal }

  /// How many bytes they had.
  public var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

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
      if let newest, entry.modifiedAt > newest { continue }
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
  /// ago; none of a day or less, and none while photos are being added.
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
    return try sweep(
      isRehearsal: isRehearsal, newest: time(nil) - Self.leastAge
    ) { photo in
      photo.isShown || photo.changed.milliseconds >= oldest
    }
  }

  /// Removes files of photos that no event names any more, at once.
  func sweepErasedPhotos() throws {
    _ = try sweep(isRehearsal: false, newest: nil) { _ in true }
  }

  private func sweep(
    isRehearsal: Bool, newest: Int?,
    keeping isKept: (NamedPhotos.Photo) -> Bool
  ) throws -> PhotoSweep {
    let photos = BlobFolder(of: home)
    let originals = BlobFolder(ofOriginalsOf: home)
    var sweep = PhotoSweep(isRehearsal: isRehearsal)
    guard
      photos.isUsed || originals.isUsed
        || FileSystem.isDirectory(home.cacheDirectory)
    else { return sweep }
    let lock = isRehearsal ? nil : try photos.locked(isShared: false)
    defer { lock?.unlock() }
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
    let names = Set(kept.map(\.name))
    try sweep.sweep(
      .photo, photos.entries(), keeping: names, named: named.names,
      newest: newest
    ) { _ = try photos.remove($0) }
    try sweep.sweep(
      .original, originals.entries(),
      keeping: Set(kept.compactMap(\.original)), named: named.originals,
      newest: newest
    ) { _ = try originals.remove($0) }
    try sweep.sweep(
      .thumbnail, thumbnails(), keeping: names, named: named.names,
      newest: newest
    ) { try FileSystem.remove(home.thumbnailFile(of: $0)) }
    // Backups stay as they are, whatever is erased, until somebody removes
    // them.
    guard newest != nil, let shared = try filesOfBackups() else {
      return sweep
    }
    let folder = BlobFolder(ofBackupsIn: home.backupsDirectory)
    try sweep.sweep(
      .backup, folder.entries(), keeping: shared, newest: newest
    ) { _ = try folder.remove($0) }
    return sweep
  }

  private func thumbnails() throws(FileSystemError) -> [BlobFolder.Entry] {
    let files = try FileSystem.names(in: home.cacheDirectory)
    return files.compactMap { file in
      guard file.hasSuffix(".jpg"), let name = BlobName(file.dropLast(4)),
        let status = try? FileStatus(of: home.thumbnailFile(of: name))
      else { return nil }
      return BlobFolder.Entry(
        name: name, byteCount: status.byteCount,
        modifiedAt: status.modifiedAt)
    }
  }

  /// The files that the backups in the home name; `nil` where one of them
  /// cannot be read and may name any.
  private func filesOfBackups() throws -> Set<BlobName>? {
    var names: Set<BlobName> = []
    for entry in try backups() {
      guard let backup = try? entry.result.get() else { return nil }
      names.formUnion(backup.manifest.photos + backup.manifest.originals)
    }
    return names
  }
}
