internal import Glibc
internal import JournalEvents

/// The directory in which a journal lives, and the places within it.
public struct JournalHome: Sendable, Hashable {
  /// The directory.
  public let path: String

  /// Creates the home at `path`; nothing is touched.
  public init(path: String) {
    self.path = path
  }

  /// Where LMDB's files lie.
  public var dataDirectory: String { path + "/lmdb" }

  /// LMDB's data file.
  public var dataFile: String { dataDirectory + "/data.mdb" }

  /// The settings of this machine alone.
  public var settingsFile: String { path + "/settings.json" }

  /// Where the user's own programs lie.
  public var hooksDirectory: String { path + "/hooks" }

  /// Where backups are kept, unless the user says another place.
  public var backupsDirectory: String { path + "/backups" }

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
    try identity.write(identityFile, in: path)
  }

  /// Removes the identity, so that the next action makes a new one.
  public func removeIdentity() throws(FileSystemError) {
    guard unlink(identityFile) == 0 || errno == ENOENT else {
      throw FileSystemError(
        operation: "unlink", path: identityFile, code: errno)
    }
  }

  /// Whether something was written here once: an identity or a data file.
  public var exists: Bool {
    Self.mayExist(identityFile) || Self.mayExist(dataFile)
  }

  /// Whether the directory is there.
  public var hasDirectory: Bool { Self.mayExist(path) }

  /// Whether an identity says that there must be data.
  public var expectsData: Bool { Self.mayExist(identityFile) }

  /// A place that cannot be looked into may hold a journal; opening it then
  /// says why it cannot.
  private static func mayExist(_ path: String) -> Bool {
    access(path, F_OK) == 0 || errno != ENOENT
  }

  /// Throws where a link on the way to the home leads nowhere, as when its
  /// disk is not mounted: what lies there is not known then.
  ///
  /// - Throws: ``StorageError/danglingLink(path:)``.
  public func checkLinks() throws(StorageError) {
    guard access(path, F_OK) != 0, errno == ENOENT else { return }
    var partial = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      partial += "/" + component
      guard access(partial, F_OK) != 0 else { continue }
      var status = stat()
      guard lstat(partial, &status) == 0 else { return }
      throw .danglingLink(path: partial)
    }
  }

  /// Makes the directory, readable by its owner alone, where it is missing.
  public func create() throws(FileSystemError) {
    var partial = path.hasPrefix("/") ? "" : "."
    for component in path.split(separator: "/") {
      partial += "/" + component
      guard mkdir(partial, 0o700) != 0 else { continue }
      let reason = errno
      // A parent that exists can refuse with other errors than EEXIST, and a
      // link that leads nowhere exists, but not for those who follow it.
      guard access(partial, F_OK) != 0 else { continue }
      throw FileSystemError(
        operation: "mkdir", path: partial,
        code: reason == EEXIST ? ENOENT : reason)
    }
  }

  /// The inode of the data file that lies here; `nil` for none.
  public var dataFileInode: UInt64? {
    var status = stat()
    return stat(dataFile, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Removes the identity and LMDB's files. What cannot be removed stays.
  public func removeJournal() {
    // The identity first: without it, data that stays is a copy's, and a
    // copy goes on under a new writer.
    unlink(identityFile)
    Self.removeData(in: dataDirectory)
  }

  /// Removes LMDB's files, and the directory where nothing else is in it.
  public static func removeData(in directory: String) {
    unlink(directory + "/data.mdb")
    unlink(directory + "/lock.mdb")
    rmdir(directory)
  }

  /// Takes the journal away in one step, under a name at which nobody looks
  /// for one.
  ///
  /// - `number`: Tells it from others that were set aside.
  /// - Returns: Where LMDB's files lie now.
  public func setJournalAside(
    number: UInt64
  ) throws(FileSystemError) -> String {
    let aside = "\(path)/\(Self.removedPrefix)\(number)"
    // The identity first: without data it would say that some is missing.
    unlink(identityFile)
    guard rename(dataDirectory, aside) == 0 else {
      throw FileSystemError(operation: "rename", path: aside, code: errno)
    }
    try FileContents.flush(path)
    return aside
  }

  /// Removes the directory where nothing is in it.
  public func removeIfEmpty() {
    rmdir(path)
  }
}
