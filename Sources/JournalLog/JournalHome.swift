public import JournalEvents
public import POSIXKit

/// The directory of a journal, and the places within it.
public struct JournalHome: Sendable, Hashable {
  public let path: String

  /// Creates the home at `path` without touching the file system.
  public init(path: String) {
    self.path = path
  }

  /// The directory of LMDB's files.
  public var dataDirectory: String { "\(path)/\(Self.dataName)" }

  /// The name of that directory in any home.
  public static let dataName = "lmdb"

  /// LMDB's data file.
  public var dataFile: String { dataDirectory + "/data.mdb" }

  /// The record of the last commit.
  var headFile: String { dataDirectory + "/head" }

  /// A mark that exists while the data file may still hold bytes of erased
  /// payloads; it goes with the file.
  private var droppedFile: String { dataDirectory + "/erased" }

  /// A Boolean value that indicates whether the data file may still hold bytes
  /// of erased payloads, as LMDB does not overwrite what it frees.
  public var mayHoldDroppedBytes: Bool { FileSystem.mayExist(droppedFile) }

  /// A mark that exists while files of erased photos may still be here.
  private var erasedPhotosFile: String { path + "/blobs/erased" }

  /// The kinds of erased contents that may still be here.
  public enum Erased: Sendable {
    /// Bytes of payloads, in the data file.
    case bytes
    /// Files of photos.
    case photos
  }

  private func mark(_ erased: Erased) -> String {
    erased == .bytes ? droppedFile : erasedPhotosFile
  }

  /// The mark of such contents; `nil` if there is none.
  public func mark(of erased: Erased) -> FileStatus? {
    try? FileStatus(of: mark(erased))
  }

  /// Removes a mark, unless another one was made since.
  public func unmark(_ erased: Erased, _ status: FileStatus) {
    guard mark(of: erased)?.isSameFile(as: status) == true else { return }
    _ = try? FileSystem.remove(mark(erased))
  }

  /// Notes that payloads are about to be erased, before the commit.
  public func markDropped() throws(FileSystemError) {
    try File.replace(droppedFile, with: [])
    if FileSystem.isDirectory(path + "/blobs") {
      try File.replace(erasedPhotosFile, with: [])
    }
  }

  /// The last commit; `nil` if it is unknown.
  public var head: JournalHead? { JournalHead.read(headFile) }

  /// Keeps the record of the last commit.
  public func setHead(_ head: JournalHead) { head.write(headFile) }

  /// The settings of this machine alone.
  public var settingsFile: String { path + "/settings.json" }

  /// The latest searches on this machine.
  public var searchesFile: String { path + "/searches.json" }

  /// The remotes of this machine.
  public var remotesFile: String { path + "/remotes.json" }

  /// The channels of this machine's reminders.
  public var channelsFile: String { path + "/channels.json" }

  /// The services on the network that this machine asks.
  public var servicesFile: String { path + "/services.json" }

  /// The key that signs the links that answer reminders.
  public var answerKeyFile: String { path + "/answers.key" }

  /// The record of the messages that these channels got.
  public var remindersFile: String { path + "/reminders.json" }

  /// The directory that records what remotes are known to hold.
  public var syncDirectory: String { path + "/sync" }

  /// The directory of the open keys of remotes.
  public var keysDirectory: String { path + "/keys" }

  /// The directory of the user's own programs.
  public var hooksDirectory: String { path + "/hooks" }

  /// The directory of thumbnails, which can be made again.
  public var cacheDirectory: String { path + "/cache" }

  /// The path of a photo's thumbnail, by the name of the photo's file.
  public func thumbnailFile(of name: BlobName) -> String {
    "\(cacheDirectory)/\(name).jpg"
  }

  /// The photos with stored thumbnails, by the names of their files.
  public func thumbnails() throws(FileSystemError) -> [BlobName] {
    try FileSystem.names(in: cacheDirectory).compactMap {
      $0.hasSuffix(".jpg") ? BlobName($0.dropLast(4)) : nil
    }
  }

  /// The list that identifies imported photo files, even if these were erased.
  public var importedFile: String { path + "/imported" }

  /// The directory of backups by default.
  public var backupsDirectory: String { path + "/backups" }

  /// The outcome of the last automatic backup.
  public var autoBackupFile: String { backupsDirectory + "/.auto" }

  /// Forgets the last automatic backup, so that the next is the first.
  public func forgetAutoBackup() {
    _ = try? FileSystem.remove(autoBackupFile)
  }

  /// LMDB's file of locks.
  public var lockFile: String { dataDirectory + "/lock.mdb" }

  /// The beginning of the name of a removed journal that is to be deleted.
  public static let removedPrefix = "lmdb.removed-"

  /// The identity of this installation.
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

  /// A Boolean value that indicates whether there is an identity or data file.
  public var exists: Bool {
    FileSystem.mayExist(identityFile) || FileSystem.mayExist(dataFile)
  }

  /// A Boolean value that indicates whether the directory exists.
  public var hasDirectory: Bool { FileSystem.mayExist(path) }

  /// A Boolean value that indicates whether an identity says that data exist.
  public var expectsData: Bool { FileSystem.mayExist(identityFile) }

  /// The places in the home at which links are followed.
  private var followedPlaces: [String] {
    [
      dataDirectory, dataFile, syncDirectory, keysDirectory, cacheDirectory,
      backupsDirectory, "\(path)/blobs", "\(path)/originals",
    ]
  }

  /// Throws if a link on the way to the home leads nowhere, for example because
  /// its disk is not mounted: its contents are then unknown. Throws as well if
  /// another user could have put a link into the home.
  ///
  /// - Throws: ``StorageError/danglingLink(path:)``, `UntrustedFile`, and what
  ///   the system refuses.
  public func checkLinks() throws {
    guard !FileSystem.mayExist(path) else {
      for place in followedPlaces { try WeakPlace.checkLink(place) }
      return
    }
    var partial = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      partial += "/" + component
      guard !FileSystem.exists(partial) else { continue }
      guard FileSystem.isLink(partial) else { return }
      throw StorageError.danglingLink(path: partial)
    }
  }

  /// Makes the directory, readable by its owner alone, if it is missing.
  public func create() throws(FileSystemError) {
    try FileSystem.makeDirectory(path)
  }

  /// A Boolean value that indicates whether the data file holds anything.
  public var hasData: Bool {
    ((try? FileStatus(of: dataFile))?.byteCount ?? 0) > 0
  }

  /// The inode of the data file; `nil` for none.
  public var dataFileInode: UInt64? {
    (try? FileStatus(of: dataFile))?.inode
  }

  /// Removes the identity and LMDB's files, which nobody may use meanwhile.
  ///
  /// - Throws: `FileSystemError`, while the data is still there.
  public func removeJournal() throws(FileSystemError) {
    // The identity goes first: without it, data that stays is a copy's, and a
    // copy goes on under a new writer.
    try removeIdentity()
    Self.removeData(in: dataDirectory)
  }

  /// Removes LMDB's files, and the directory if nothing else is in it.
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

  /// Renames the journal in one step, so that it is no longer found. Nobody may
  /// use it meanwhile.
  ///
  /// - Parameter number: Tells it from others that were set aside.
  /// - Returns: The new path of LMDB's files.
  /// - Throws: `FileSystemError`; the journal is then in its place.
  public func setJournalAside(
    number: UInt64
  ) throws(FileSystemError) -> String {
    let aside = "\(path)/\(Self.removedPrefix)\(number)"
    // The identity goes first: without data it would report a loss.
    try removeIdentity()
    try FileSystem.rename(dataDirectory, to: aside)
    return aside
  }

  /// Removes the directory if it is empty.
  public func removeIfEmpty() {
    FileSystem.removeDirectoryIfEmpty(path)
  }
}
