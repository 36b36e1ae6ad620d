internal import CPOSIXShims
internal import Glibc

/// Operations on files by their paths.
public enum FileSystem {
  /// Returns whether something is at a path.
  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// Returns whether anything is at a path, even a link that leads nowhere.
  public static func isAnything(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false)) != nil
  }

  /// Returns whether something may be at a path. A place that cannot be looked
  /// into may hold anything; opening it then reports the reason.
  public static func mayExist(_ path: String) -> Bool {
    access(path, F_OK) == 0 || errno != ENOENT
  }

  /// Returns whether this process may read and write a file, and enter a
  /// directory.
  public static func isUsable(_ path: String, isDirectory: Bool) -> Bool {
    access(path, R_OK | W_OK | (isDirectory ? X_OK : 0)) == 0
  }

  /// Returns whether this process may execute a file.
  public static func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0
  }

  /// Returns whether a program of this name is in one of the directories of
  /// `path`.
  public static func isInstalled(
    _ name: String, path: String? = ProcessEnvironment["PATH"]
  ) -> Bool {
    (path ?? "").split(separator: ":").contains {
      isExecutable("\($0)/\(name)")
    }
  }

  /// Returns whether a directory is at a path.
  public static func isDirectory(_ path: String) -> Bool {
    (try? FileStatus(of: path))?.kind == .directory
  }

  /// Returns whether a link is at a path, wherever it leads.
  public static func isLink(_ path: String) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == .link
  }

  /// The target of a symbolic link; `nil` if there is no such link.
  public static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(
      decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The path without links and dots.
  ///
  /// - Throws: The system's refusal; `EILSEQ` if the path is no text.
  public static func canonicalPath(
    _ path: String
  ) throws(FileSystemError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw FileSystemError("realpath", path)
    }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else {
      throw FileSystemError(operation: "realpath", path: path, code: EILSEQ)
    }
    return text
  }

  /// The directory above, or nil above `/` and `.`.
  public static func parent(of path: String) -> String? {
    let slash = UInt8(ascii: "/")
    var trimmed = path.utf8[...]
    while trimmed.count > 1, trimmed.last == slash { trimmed.removeLast() }
    guard !trimmed.elementsEqual("/".utf8), !trimmed.elementsEqual(".".utf8)
    else { return nil }
    guard let last = trimmed.lastIndex(of: slash) else { return "." }
    return last == trimmed.startIndex
      ? "/" : String(Substring(trimmed[..<last]))
  }

  /// The names in a path. A slash is a byte to the system; Swift joins it with
  /// a mark after it into another character.
  public static func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map {
      String(Substring($0))
    }
  }

  /// The last part of a path.
  public static func name(of path: String) -> String {
    parts(of: path).last ?? ""
  }

  /// An entry of a directory. A link is no directory, wherever it leads.
  public typealias Entry = (name: String, isDirectory: Bool)

  /// The names in a directory, sorted; none if it is missing.
  public static func names(
    in path: String
  ) throws(FileSystemError) -> [String] {
    try entries(in: path).map(\.name)
  }

  /// The entries of a directory, sorted by name as bytes; none if it is
  /// missing.
  public static func entries(
    in path: String
  ) throws(FileSystemError) -> [Entry] {
    try unsortedEntries(in: path).sorted { $0.name < $1.name }
  }

  /// The entries of a directory in the system's order; none if it is missing.
  public static func unsortedEntries(
    in path: String
  ) throws(FileSystemError) -> [Entry] {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return [] }
      throw FileSystemError("opendir", path)
    }
    return try entries(closing: directory, path)
  }

  /// Reads an open directory to its end, and closes it.
  static func entries(
    closing directory: OpaquePointer, _ path: String
  ) throws(FileSystemError) -> [Entry] {
    defer { closedir(directory) }
    var entries: [Entry] = []
    // Only this tells its end from a failure.
    errno = 0
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let type = Int32(entry.pointee.d_type)
      entries.append(
        (
          name,
          type == DT_DIR
            || type == DT_UNKNOWN
              && (try? FileStatus(of: "\(path)/\(name)", followsLinks: false))?
                .kind == .directory
        ))
      errno = 0
    }
    // A part of the list must not pass for the whole.
    guard errno == 0 else { throw FileSystemError("readdir", path) }
    return entries
  }
}

// MARK: Changes

extension FileSystem {
  /// Waits until a file, or the entries of a directory, are on the disk.
  public static func flush(_ path: String) throws(FileSystemError) {
    try File(path, .reading).flush()
  }

  /// Renames, replacing the entry at the new path unless that is a directory
  /// that holds something.
  public static func rename(
    _ old: String, to new: String
  ) throws(FileSystemError) {
    try checked("rename", new, Glibc.rename(old, new))
  }

  /// Exchanges two files or directories of one file system in one step: others
  /// see both before or both after (`renameat2(2)`).
  ///
  /// - Throws: `EINVAL`, `ENOSYS` or `EXDEV` if the file system cannot do this.
  public static func exchange(
    _ one: String, _ other: String
  ) throws(FileSystemError) {
    try checked("renameat2", one, posixkit_exchange(one, other))
  }

  /// Removes a file.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public static func remove(_ path: String) throws(FileSystemError) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw FileSystemError("unlink", path) }
    return false
  }

  /// Removes a file, and flushes the directory: no crash brings it back.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public static func removeDurably(
    _ path: String
  ) throws(FileSystemError) -> Bool {
    let wasThere = try remove(path)
    let parent = parent(of: path) ?? "."
    // One that was removed before may not have been flushed.
    if wasThere || exists(parent) { try flush(parent) }
    return wasThere
  }

  /// Sets the time of change of a file to now, if possible.
  public static func touch(_ path: String) {
    utimensat(AT_FDCWD, path, nil, 0)
  }

  /// Makes a file read-only, if possible.
  public static func makeUnchangeable(_ path: String) {
    chmod(path, 0o400)
  }

  /// Removes a directory if nothing is in it.
  public static func removeDirectoryIfEmpty(_ path: String) {
    rmdir(path)
  }

  /// Removes a directory and its contents as far as possible, following no
  /// links.
  public static func removeTree(_ path: String) {
    (try? Folder(holding: path))?.removeTree(name(of: path))
  }

  /// The bits of a mode that this process withholds from new files. Only one
  /// thread may ask.
  static var mask: mode_t {
    let mask = umask(0o077)
    umask(mask)
    return mask
  }

  /// Makes a directory, and those above it, and flushes their parents.
  ///
  /// - Parameters:
  ///   - path: The directory.
  ///   - isShared: Whether the process's mask of modes decides who may enter
  ///     them, instead of the owner alone.
  /// - Throws: The system's refusal.
  public static func makeDirectory(
    _ path: String, isShared: Bool = false
  ) throws(FileSystemError) {
    let mode: mode_t = isShared ? 0o777 : 0o700
    // Meanwhile other processes may make and remove it and its parent.
    let deadline = Deadline(seconds: 2)
    var wasMissing = false
    while true {
      let reason = mkdir(path, mode) == 0 ? 0 : errno
      let parent = parent(of: path)
      if reason == 0 || (reason == EEXIST && isDirectory(path)) {
        guard reason == 0 || wasMissing, let parent else { return }
        do throws(FileSystemError) {
          return try flush(parent)
        } catch {
          guard error.code == ENOENT, deadline.millisecondsLeft > 0 else {
            throw error
          }
        }
      } else if reason == ENOENT, let parent, deadline.millisecondsLeft > 0 {
        wasMissing = true
        // A parent that exists and yet cannot hold anything, such as a link
        // that leads nowhere, is refused when it is made.
        if !exists(parent) { try makeDirectory(parent, isShared: isShared) }
      } else if reason != EEXIST || deadline.millisecondsLeft == 0
        || !mayBecomeDirectory(path)
      {
        // Such a link exists, but not for a process that follows it.
        let isMissing = reason == EEXIST && !exists(path)
        throw FileSystemError(
          operation: "mkdir", path: path, code: isMissing ? ENOENT : reason)
      }
      if wasMissing { usleep(500) }
    }
  }

  /// Returns whether nothing is at a path, or a directory made meanwhile.
  private static func mayBecomeDirectory(_ path: String) -> Bool {
    let status = try? FileStatus(of: path, followsLinks: false)
    return status == nil || status?.kind == .directory
  }
}

// MARK: Temporary files

extension FileSystem {
  /// The directory for files that are needed only for a while.
  public static var temporaryDirectory: String {
    ProcessEnvironment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Runs `body` with an empty directory in the system's place for temporary
  /// files, then removes it, and those that killed processes have left.
  public static func withTemporaryDirectory<R>(
    _ body: (_ path: String) throws -> R
  ) throws -> R {
    removeDeadTemporaryDirectories()
    let directory = try PartialDirectory(
      named: "plantguide", in: temporaryDirectory)
    defer { directory.remove() }
    return try body(directory.path)
  }

  /// Removes the directories that killed processes of this user have left in
  /// the system's place for temporary files.
  public static func removeDeadTemporaryDirectories() {
    PartialDirectory.forEachDead(in: temporaryDirectory) { $0.removeTree($1) }
  }

  /// Makes an empty file with a name of its own, readable by its owner alone.
  ///
  /// - Parameters:
  ///   - directory: The directory in which it is made.
  ///   - suffix: The end of its name, such as `.txt`.
  /// - Returns: Its path.
  /// - Throws: The system's refusal.
  public static func makeTemporaryFile(
    in directory: String, suffix: String
  ) throws(FileSystemError) -> String {
    try Folder(directory).temporaryFile(suffix: suffix).path
  }

  private static let temporaryPrefix = "plantguide-"
  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private static let letterCount = 6

  /// A name that nobody can guess.
  static func temporaryName(_ suffix: String) -> String {
    let random = (0..<letterCount).map { _ in
      letters[Int.random(in: letters.indices)]
    }
    return temporaryPrefix + String(random) + suffix
  }

  /// Returns whether a name has the form that ``temporaryName(_:)`` gives.
  public static func isTemporaryName(_ name: String, _ suffix: String) -> Bool {
    let random = name.dropFirst(temporaryPrefix.count).dropLast(suffix.count)
    return name == temporaryPrefix + random + suffix
      && random.count == letterCount && random.allSatisfy(letters.contains)
  }
}
