public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// What became of files of photos that were to be brought somewhere.
public struct BroughtPhotos: Sendable, Hashable {
  /// How many were brought.
  public internal(set) var copied = 0
  /// Those that were not where they should come from.
  public internal(set) var missing: [BlobName] = []
  /// Those whose bytes were others there, and were not taken.
  public internal(set) var damaged: [BlobName] = []
  /// Those that were damaged where they were brought to, and are whole now.
  public internal(set) var mended: [BlobName] = []
  /// Those that are damaged there and came whole from nowhere.
  public internal(set) var unmended: [BlobName] = []

  /// Brings files, durably.
  mutating func bring(
    _ names: some Collection<BlobName>, from source: BlobFolder,
    to target: BlobFolder, isRehearsal: Bool = false, progress: WorkProgress
  ) throws -> [BlobName] {
    var held: [BlobName] = []
    for (index, name) in names.sorted().enumerated() {
      let isThere = target.byteCount(of: name) != nil
      switch try target.copy(name, from: source, isRehearsal: isRehearsal) {
      case .wasHere: held.append(name)
      case .copied:
        held.append(name)
        copied += 1
        if isThere { mended.append(name) }
      case .absent:
        missing.append(name)
        if isThere { unmended.append(name) }
      case .damaged:
        damaged.append(name)
        if isThere { unmended.append(name) }
      }
      progress(.copyingPhotos, index + 1, names.count)
    }
    if !isRehearsal { try target.flush() }
    return held
  }
}

/// The files that a backup keeps beside its events.
struct BackupPhotos {
  /// The files of photos.
  var photos: [BlobName] = []
  /// Their thumbnails, as far as the journal has them.
  var thumbnails: [BlobName] = []
  /// The files of which some were made.
  var originals: [BlobName] = []
  /// The files of photos that the journal did not have, or had damaged.
  var missing: [BlobName] = []
  /// What became of all.
  var brought = BroughtPhotos()

  /// None.
  init() {}

  /// Copies the files that events of a copy name to where the backups of its
  /// directory share them.
  ///
  /// - `home`: Where the files lie.
  init(
    of place: BackupPlace, from home: JournalHome, progress: WorkProgress
  ) throws {
    let named = try NamedPhotos(in: place)
    guard !named.photos.isEmpty else { return }
    let target = place.sharedPhotos
    // What a backup left that was killed; nothing else is brought in part.
    target.removeOldParts(now: 0)
    photos = try brought.bring(
      named.names, from: BlobFolder(of: home), to: target, progress: progress)
    // Those of photos that are shown no more may have been swept.
    let shown = named.shownNames
    missing = (brought.missing.filter(shown.contains) + brought.damaged)
      .sorted()
    // Of these none is missing: what is damaged can do without, and originals
    // are kept on demand only.
    let held = Set(try BlobFolder(of: home).names())
    var small = BroughtPhotos()
    thumbnails = try small.bring(
      named.thumbnails.subtracting(named.names).intersection(held),
      from: BlobFolder(of: home), to: target, progress: progress)
    let folder = BlobFolder(ofOriginalsOf: home)
    let kept = try folder.names()
    originals = try brought.bring(
      named.originals.intersection(kept), from: folder, to: target,
      progress: progress)
  }
}

extension BackupPlace {
  /// Where the backups of its directory keep the files that events name.
  var sharedPhotos: BlobFolder {
    BlobFolder(ofBackupsIn: FileSystem.parent(of: path) ?? ".")
  }
}

extension Backup {
  /// Which of its files of photos are missing or damaged, every hash
  /// recomputed.
  func checkPhotos(progress: WorkProgress) throws -> BroughtPhotos {
    var found = BroughtPhotos()
    let names = manifest.photos + manifest.originals
    for (index, name) in names.enumerated() {
      if place.sharedPhotos.byteCount(of: name) == nil {
        found.missing.append(name)
      } else if try !place.sharedPhotos.isWhole(name) {
        found.damaged.append(name)
      }
      progress(.checkingPhotos, index + 1, names.count)
    }
    return found
  }
}

extension CareJournal {
  /// Brings the files of a backup's photos that this home lacks or has
  /// damaged, and changes nothing else.
  ///
  /// - Parameters:
  ///   - backup: The backup.
  ///   - mode: Whether it is only said what would come.
  ///   - progress: Is told how far the work is.
  /// - Returns: What became of them; what is missing or damaged in the backup
  ///   keeps no other from coming.
  /// - Throws: `FileSystemError`.
  public func restorePhotos(
    of backup: Backup, _ mode: ActionMode = .commit,
    progress: WorkProgress = { _, _, _ in }
  ) throws -> BroughtPhotos {
    guard !backup.manifest.heldFiles.isEmpty else { return BroughtPhotos() }
    let lock =
      mode == .commit ? try BlobFolder(of: home).locked(isShared: true) : nil
    defer { lock?.unlock() }
    return try bringPhotos(of: backup, mode, progress: progress)
  }

  /// The same, where the files are locked already.
  func bringPhotos(
    of backup: Backup, _ mode: ActionMode, progress: WorkProgress
  ) throws -> BroughtPhotos {
    var brought = BroughtPhotos()
    let manifest = backup.manifest
    let folder = BlobFolder(of: home)
    let isRehearsal = mode != .commit
    for (names, target) in [
      (manifest.photos, folder),
      (manifest.originals, BlobFolder(ofOriginalsOf: home)),
    ] {
      _ = try brought.bring(
        names, from: backup.place.sharedPhotos, to: target,
        isRehearsal: isRehearsal, progress: progress)
    }
    var small = BroughtPhotos()
    _ = try small.bring(
      manifest.thumbnails, from: backup.place.sharedPhotos, to: folder,
      isRehearsal: isRehearsal, progress: progress)
    return brought
  }

  /// Removes the files of photos, of which a backup was made. Damaged ones,
  /// which no backup takes, stay.
  func removePhotoFiles() throws(FileSystemError) {
    for folder in [
      BlobFolder(of: home), BlobFolder(ofOriginalsOf: home),
    ] {
      for name in try folder.names() where try folder.isWhole(name) {
        _ = try folder.remove(name)
      }
      if try folder.names().isEmpty { folder.removeAll() }
    }
    FileSystem.removeTree(home.cacheDirectory)
    try FileSystem.remove(home.importedFile)
  }
}

extension BroughtPhotos {
  /// What is wrong, in a few words: `2 files of photos are missing`.
  var words: String {
    func text(_ count: Int, _ what: String) -> String? {
      guard count > 0 else { return nil }
      return
        "\(count) \(count == 1 ? "file of a photo is" : "files of photos are") \(what)"
    }
    return [
      text(missing.count, "missing"), text(damaged.count, "damaged"),
    ].compactMap(\.self).joined(separator: " and ")
  }

  /// The files, one each.
  var details: [String] {
    missing.map { "missing: \($0)" } + damaged.map { "damaged: \($0)" }
  }
}

extension NamedPhotos {
  /// Gathers what the events of a copy say to which nobody writes.
  init(in place: BackupPlace) throws {
    let journal = try Journal.openAsStored(place.home)
    defer {
      try? journal.environment.close()
      BackupFiles.removeLock(of: place)
    }
    let hasOwnFolds = try journal.read {
      try journal.meta(in: $0)?.reducerVersion == Journal.reducerVersion
    }
    self =
      try hasOwnFolds
      ? journal.snapshot(clock: Instant(milliseconds: 0)) {
        try NamedPhotos(in: $0)
      }
      : journal.read {
        try NamedPhotos(of: journal.log, in: $0, shown: nil)
      }
  }
}
