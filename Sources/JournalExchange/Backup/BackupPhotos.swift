public import JournalActions
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import POSIXKit

/// The outcome of copying files of photos.
public struct BroughtPhotos: Sendable, Hashable {
  /// The number of copied files.
  public internal(set) var copied = 0
  /// The files missing in the source.
  public internal(set) var missing: [BlobName] = []
  /// The files damaged in the source, which were not copied.
  public internal(set) var damaged: [BlobName] = []
  /// The files of the target that were damaged and are intact now.
  public internal(set) var mended: [BlobName] = []
  /// The damaged files of the target without an intact source.
  public internal(set) var unmended: [BlobName] = []

  /// Copies files, durably.
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
  /// The thumbnails, as far as the journal has them.
  var thumbnails: [BlobName] = []
  /// The original files of some photos.
  var originals: [BlobName] = []
  /// The files of photos that the journal lacked, or had damaged.
  var missing: [BlobName] = []
  /// The outcome for all files.
  var brought = BroughtPhotos()

  init() {}

  /// Copies the files that the events name to the files shared by the backups
  /// of the directory.
  ///
  /// - `home`: The home of the files.
  init(
    of place: BackupPlace, from home: JournalHome, progress: WorkProgress
  ) throws {
    let named = try NamedPhotos(in: place)
    guard !named.photos.isEmpty else { return }
    let target = place.sharedPhotos
    // A killed backup may have left parts; no other process writes parts here.
    target.removeOldParts(now: 0)
    photos = try brought.bring(
      named.names, from: BlobFolder(of: home), to: target, progress: progress)
    // The files of photos that no longer show may have been swept.
    let shown = named.shownNames
    missing = (brought.missing.filter(shown.contains) + brought.damaged)
      .sorted()
    // None of these counts as missing: damaged thumbnails can be made again,
    // and originals are optional.
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
  /// The folder of files that the backups of its directory share.
  var sharedPhotos: BlobFolder {
    BlobFolder(ofBackupsIn: FileSystem.parent(of: path) ?? ".")
  }
}

extension Backup {
  /// Returns the missing and damaged files of photos, by their hashes.
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
  /// Copies the files of a backup's photos that this home lacks or has damaged,
  /// and changes nothing else.
  ///
  /// - Parameters:
  ///   - backup: The backup.
  ///   - mode: The mode; other modes than `commit` only count the files.
  ///   - progress: Receives the progress.
  /// - Returns: The outcome. Missing or damaged files do not stop the others.
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

  /// Does the same, with the files already locked.
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

  /// Removes the files of photos after a backup. Damaged files stay, as no
  /// backup copies them.
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
  /// The problem in a few words: `2 files of photos are missing`.
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

  /// The problem of each file.
  var details: [String] {
    missing.map { "missing: \($0)" } + damaged.map { "damaged: \($0)" }
  }
}

extension NamedPhotos {
  /// Gathers the named files from the events of a copy that nobody writes to.
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
