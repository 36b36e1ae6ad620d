public import JournalEvents
public import POSIXKit

/// The directory in which a journal lives, and the places within it.
public struct JournalHome: Sendable, Hashable {
  /// The directory.
  public let path: String

  /// Creates the home at `path`; nothing is touched.
  public init(path: String) {
    self.path = path
  }

  /// Where LMDB's files lie.
  public var dataDirectory: String { "\(path)/\(Self.dataName)" }

  /// The name of that directory in any home.
  public static let dataName = "lmdb"

  /// LMDB's data file.
  public var dataFile: String { dataDirectory + "/data.mdb" }

  /// What the last commit was.
  var headFile: String { dataDirectory + "/head" }

  /// Is there while the data file may still hold bytes of payloads that were
  /// erased; it goes with the file.
  private var droppedFile: String { dataDirectory + "/erased" }

  /// Whether the data file may still hold bytes of payloads that were erased:
  /// LMDB leaves what it frees as it is.
  public var mayHoldDroppedBytes: Bool { FileSystem.mayExist(droppedFile) }

  /// Is there while files of photos that were erased may still be here.
  private var erasedPhotosFile: String { path + "/blobs/erased" }

  /// Says of what may still be here that was erased; `nil` for nothing.
  public enum Erased: Sendable {
    /// Bytes of payloads, in the data file.
    case bytes
    /// Files of photos.
    case photos
  }

  private func mark(_ erased: Erased) -> String {
    erased == .bytes ? droppedFile : erasedPhotosFile
  }

  /// The mark that says so; `nil` where there is none.
  public func mark(of erased: Erased) -> FileStatus? {
    try? FileStatus(of: mark(erased))
  }

  /// Takes a mark away, unless another one was made since.
  public func unmark(_ erased: Erased, _ status: FileStatus) {
    guard mark(of: erased)?.isSameFile(as: status) == true else { return }
    _ = try? FileSystem.remove(mark(erased))
  }

  /// Notes that payloads are about to be erased, before that is committed.
  public func markDropped() throws(FileSystemError) {
    try File.replace(droppedFile, with: [])
    if FileSystem.isDirectory(path + "/blobs") {
      try File.replace(erasedPhotosFile, with: [])
    }
  }

  /// What the last commit was; `nil` where that is not known.
  public var head: JournalHead? { JournalHead.read(headFile) }

  /// Keeps what the last commit was.
  public func setHead(_ head: JournalHead) { head.write(headFile) }

  /// The settings of this machine alone.
  public var settingsFile: String { path + "/settings.json" }

  /// What was searched for on this machine last.
  public var searchesFile: String { path + "/searches.json" }

  /// The remotes of this machine.
  public var remotesFile: String { path + "/remotes.json" }

  /// Where what remotes are known to hold is kept.
  public var syncDirectory: String { path + "/sync" }

  /// Where open keys of remotes are kept.
  public var keysDirectory: String { path + "/keys" }

  /// Where the user's own programs lie.
  public var hooksDirectory: String { path + "/hooks" }

  /// Where what can be made again is kept: thumbnails of photos.
  public var cacheDirectory: String { path + "/cache" }

  /// Where the thumbnail of a photo lies, by the name of its file.
  public func thumbnailFile(of name: BlobName) -> String {
    "\(cacheDirectory)/\(name).jpg"
  }

  /// The photos whose thumbnails are kept, by the names of their files.
  public func thumbnails() throws(FileSystemError) -> [BlobName] {
    try FileSystem.names(in: cacheDirectory).compactMap {
      $0.hasSuffix(".jpg") ? BlobName($0.dropLast(4)) : nil
    }
  }

  /// By which files of photos are known that were taken in, also where these
  /// were erased.
  public var importedFile: String { path + "/imported" }

  /// Where backups are kept, unless the user says another place.
  public var backupsDirectory: String { path + "/backups" }

  /// What became of the last automatic backup.
  public var autoBackupFile: String { backupsDirectory + "/.auto" }

  /// Has the next automatic backup be the first.
  public func forgetAutoBackup() {
    _ = try? FileSystem.remove(autoBackupFile)
  }

  /// LMDB's file of locks.
  public var lockFile: String { dataDirectory + "/lock.mdb" }

  /// How the name begins under which a removed journal waits to be deleted.
  public static let removedPrefix = "lmdb.removed-"

  /// Which installation this is.
  public var identityFile: String { path + "/identity" }

  /// The identity of this home's writer; `nil` before the first action.
  public func identity() throws -> Identity? {
    try Identity.read(identityFile)
  }

  /// Replaces the identity.
  public func setIdentity(_ identity: Identity) throws {
    try identity.write(identityFile)
  }

  /// Removes the identity, so that the next action makes a new one.
  public func removeIdentity() throws(FileSystemError) {
    try FileSystem.remove(File.temporaryPath(for: identityFile))
    (try? Folder(path))?.removeDeadParts()
    try FileSystem.remove(identityFile)
  }

  /// Whether something was written here once: an identity or a data file.
  public var exists: Bool {
    FileSystem.mayExist(identityFile) || FileSystem.mayExist(dataFile)
  }

  /// Whether the directory is there.
  public var hasDirectory: Bool { FileSystem.mayExist(path) }

  /// Whether an identity says that there must be data.
  public var expectsData: Bool { FileSystem.mayExist(identityFile) }

  /// Throws where a link on the way to the home leads nowhere, as when its
  /// disk is not mounted: what lies there is not known then.
  ///
  /// - Throws: ``StorageError/danglingLink(path:)``.
  public func checkLinks() throws(StorageError) {
    guard !FileSystem.mayExist(path) else { return }
    var partial = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      partial += "/" + component
      guard !FileSystem.exists(partial) else { continue }
      guard FileSystem.isLink(partial) else { return }
      throw .danglingLink(path: partial)
    }
  }

  /// Makes the directory, readable by its owner alone, where it is missing.
  public func create() throws(FileSystemError) {
    try FileSystem.makeDirectory(path)
  }

  /// Whether there is a data file that holds anything.
  public var hasData: Bool {
    ((try? FileStatus(of: dataFile))?.byteCount ?? 0) > 0
  }

  /// The inode of the data file that lies here; `nil` for none.
  public var dataFileInode: UInt64? {
    (try? FileStatus(of: dataFile))?.inode
  }

  /// Removes the identity and LMDB's files, which nobody may use meanwhile.
  ///
  /// - Throws: What the system refuses, while the data is still there.
  public func removeJournal() throws(FileSystemError) {
    // The identity first: without it, data that stays is a copy's, and a
    // copy goes on under a new writer.
    try removeIdentity()
    Self.removeData(in: dataDirectory)
  }

  /// Removes LMDB's files, and the directory where nothing else is in it.
  public static func removeData(in directory: String) {
    if let folder = try? Folder(directory) { removeData(in: folder) }
    FileSystem.removeDirectoryIfEmpty(directory)
  }

  /// Removes LMDB's files in an open directory.
  public static func removeData(in folder: borrowing Folder) {
    for file in ["data.mdb", "data.mdb.new", "lock.mdb", "head", "erased"] {
      _ = try? folder.remove(file)
    }
    folder.removeDeadParts()
  }

  /// Takes the journal away in one step, under a name at which no journal
  /// is looked for. Nobody may use it meanwhile.
  ///
  /// - Parameter number: Tells it from others that were set aside.
  /// - Returns: Where LMDB's files lie now.
  /// - Throws: What the system refuses; the journal is then in its place.
  public func setJournalAside(
    number: UInt64
  ) throws(FileSystemError) -> String {
    let aside = "\(path)/\(Self.removedPrefix)\(number)"
    // The identity first: without data it would say that some is missing.
    try removeIdentity()
    try FileSystem.rename(dataDirectory, to: aside)
    return aside
  }

  /// Removes the directory where nothing is in it.
  public func removeIfEmpty() {
    FileSystem.removeDirectoryIfEmpty(path)
  }
}
