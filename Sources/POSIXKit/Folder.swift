internal import CPOSIXShims
internal import Glibc

/// An open directory that others may write into, too.
///
/// It reaches its files by name, step by step, whatever takes the place of its
/// path meanwhile. It follows no link: a link is an error whose
/// ``FileSystemError/isOfLink`` is `true`. It makes files under a random unused
/// name, and renames them once they are whole and on the disk.
public struct Folder: ~Copyable {
  /// The directory itself.
  let directory: File

  /// Opens a directory; links on the way to it are followed.
  public init(_ path: String) throws(FileSystemError) {
    self.init(try File(path, .directory))
  }

  /// Opens the directory that holds a path.
  public init(holding path: String) throws(FileSystemError) {
    try self.init(FileSystem.parent(of: path) ?? ".")
  }

  private init(_ directory: consuming File) { self.directory = directory }

  private func path(of name: String) -> String {
    name == "." ? directory.path : "\(directory.path)/\(name)"
  }

  /// Opens a file or directory by its name, and waits for no pipe.
  func opened(
    _ name: String, _ flags: Int32
  ) throws(FileSystemError) -> File {
    let path = path(of: name)
    guard name != "..", FileSystem.parts(of: name) == [name] else {
      throw FileSystemError(operation: "open", path: path, code: EINVAL)
    }
    let always = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = openat(directory.descriptor, name, flags | always, 0o600)
    guard descriptor < 0 else {
      return File(owning: descriptor, called: path)
    }
    let error = FileSystemError("open", path)
    guard (try? status(of: name))?.kind == .link else { throw error }
    throw .link(path)
  }

  // MARK: Looking

  /// The entries, sorted by name as bytes.
  public func entries() throws(FileSystemError) -> [FileSystem.Entry] {
    // Opened once more: reading moves the place that a descriptor has.
    let descriptor = openat(
      directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else {
      let error = FileSystemError("opendir", directory.path)
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    return try FileSystem.entries(closing: stream, directory.path)
      .sorted { $0.name < $1.name }
  }

  /// Returns the status of the entry with a name; `nil` if there is none.
  public func status(of name: String) throws(FileSystemError) -> FileStatus? {
    var status = stat()
    if fstatat(directory.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return FileStatus(status)
    }
    guard errno == ENOENT else { throw FileSystemError("stat", path(of: name)) }
    return nil
  }

  /// The directory at a path below.
  public func folder(_ path: String) throws(FileSystemError) -> Folder {
    try walk(path) { parent, name throws(FileSystemError) in
      try parent.opened(name, O_RDONLY | O_DIRECTORY)
    }
  }

  private func walk(
    _ path: String,
    _ step: (borrowing Folder, String) throws(FileSystemError) -> File
  ) throws(FileSystemError) -> Folder {
    var folder = Folder(try opened(".", O_RDONLY | O_DIRECTORY))
    for name in FileSystem.parts(of: path) {
      folder = Folder(try step(folder, name))
    }
    return folder
  }

  /// The file at a path below, to be read.
  ///
  /// - Throws: `EISDIR` for a directory, `EINVAL` if it is otherwise no file.
  public func file(_ path: String) throws(FileSystemError) -> File {
    let file = try folder(FileSystem.parent(of: path) ?? ".").opened(
      FileSystem.name(of: path), O_RDONLY)
    try file.checkIsFile()
    return file
  }

  /// The bytes of the file at a path below; `nil` if there is none.
  ///
  /// - Throws: As ``file(_:)``; `EFBIG` for a file of more than `limit` bytes.
  public func contents(
    of path: String, atMost limit: Int = File.usualLimit
  ) throws(FileSystemError) -> [UInt8]? {
    do throws(FileSystemError) {
      return try file(path).contents(atMost: limit)
    } catch {
      if error.operation == "open", error.code == ENOENT { return nil }
      throw error
    }
  }

  // MARK: Making

  /// The directory at a path below, made durably if it is missing.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - isShared: Whether the process's mask of modes decides who may enter
  ///     new directories, instead of the owner alone.
  /// - Returns: The directory.
  /// - Throws: The system's refusal.
  public func makeFolder(
    _ path: String, isShared: Bool = false
  ) throws(FileSystemError) -> Folder {
    try walk(path) { parent, name throws(FileSystemError) in
      do throws(FileSystemError) {
        return try parent.opened(name, O_RDONLY | O_DIRECTORY)
      } catch {
        guard error.code == ENOENT else { throw error }
      }
      // Others may make it at the same time.
      if try parent.isNew(name, isShared ? 0o777 : 0o700) {
        try parent.directory.flush()
      }
      return try parent.opened(name, O_RDONLY | O_DIRECTORY)
    }
  }

  /// Makes a directory; returns `false` if its name was in use.
  func isNew(
    _ name: String, _ mode: mode_t = 0o700
  ) throws(FileSystemError) -> Bool {
    if mkdirat(directory.descriptor, name, mode) == 0 { return true }
    guard errno == EEXIST else {
      throw FileSystemError("mkdir", path(of: name))
    }
    return false
  }

  /// Makes an empty file with a random name, for its owner alone, to be read
  /// and written.
  func temporaryFile(suffix: String) throws(FileSystemError) -> File {
    while true {
      do throws(FileSystemError) {
        return try opened(
          FileSystem.temporaryName(suffix), O_RDWR | O_CREAT | O_EXCL)
      } catch {
        guard error.code == EEXIST else {
          // Nobody knows the random name.
          throw FileSystemError(
            operation: "create", path: directory.path, code: error.code)
        }
      }
    }
  }

  /// Makes a file with a passing name, to be written and renamed. Its lock,
  /// held as long as it is open, tells others that its process is alive.
  func part() throws(FileSystemError) -> File {
    while true {
      let part = try temporaryFile(suffix: File.partialSuffix)
      // Another process may take it for a dead one's before it is locked.
      // Portable disks may know no locks.
      _ = try? part.lock()
      let found = try status(of: FileSystem.name(of: part.path))
      if try found?.isSameFile(as: part.status) == true { return part }
    }
  }

  /// Makes a file under an unused name. It is on the disk when this returns,
  /// whole or not at all.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - contents: Its bytes.
  ///   - isShared: Whether the process's mask of modes decides who may read it,
  ///     instead of the owner alone.
  /// - Returns: Whether it was made; otherwise its name is in use.
  /// - Throws: The system's refusal.
  public func make(
    _ name: String, with contents: [UInt8], isShared: Bool = false
  ) throws(FileSystemError) -> Bool {
    guard try status(of: name) == nil else { return false }
    let part = try part()
    defer { unlink(part) }
    try part.write(contents[...])
    return try rename(part, to: name, replaces: false, isShared: isShared)
  }

  /// Replaces a file, so that a crash leaves the old or the new; a link of that
  /// name gives way. Removes unfinished files that killed processes have left
  /// here.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - contents: Its bytes.
  ///   - isFlushed: Whether to wait for the disk; otherwise a power cut may
  ///     leave neither.
  /// - Throws: The system's refusal.
  public func replace(
    _ name: String, with contents: [UInt8], isFlushed: Bool = true
  ) throws(FileSystemError) {
    removeDeadParts()
    let part = try part()
    defer { unlink(part) }
    try part.write(contents[...])
    _ = try rename(part, to: name, replaces: true, isFlushed: isFlushed)
  }

  /// Makes a file from the output of `body`, on the disk when this returns,
  /// whole or not at all. The process's mask of modes says who may read it.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - replaces: Whether an existing file of the name gives way. Links,
  ///     devices and pipes never do.
  ///   - body: Writes to an empty file, which then gets the name.
  /// - Returns: The result of `body`.
  /// - Throws: `EEXIST` if something of the name does not give way, the
  ///   system's refusal, or the error of `body`.
  func make<R>(
    _ name: String, replaces: Bool, _ body: (borrowing File) throws -> R
  ) throws -> R {
    let taken = FileSystemError(
      operation: "rename", path: path(of: name), code: EEXIST)
    if let found = try status(of: name), found.kind != .file { throw taken }
    let part = try part()
    defer { unlink(part) }
    let result = try body(part)
    guard try rename(part, to: name, replaces: replaces, isShared: true)
    else { throw taken }
    return result
  }

  /// Gives a part its name; returns `false` if an entry of that name does not
  /// give way.
  private func rename(
    _ part: borrowing File, to name: String, replaces: Bool,
    isShared: Bool = false, isFlushed: Bool = true
  ) throws(FileSystemError) -> Bool {
    // Portable disks may know no modes.
    if isShared { fchmod(part.descriptor, 0o644 & ~FileSystem.mask) }
    if isFlushed { try part.flush() }
    let old = FileSystem.name(of: part.path)
    let place = directory.descriptor
    if replaces {
      try checked(
        "rename", path(of: name), renameat(place, old, place, name))
    } else if try !isNamed(old, name) {
      return false
    }
    if isFlushed { try directory.flush() }
    return true
  }

  /// Gives a file an unused name; returns `false` if the name is in use.
  private func isNamed(
    _ old: String, _ new: String
  ) throws(FileSystemError) -> Bool {
    let place = directory.descriptor
    if linkat(place, old, place, new, 0) == 0 { return true }
    if errno == EEXIST { return false }
    // Portable disks have file systems without links.
    if posixkit_rename_new(place, old, new) == 0 { return true }
    if errno == EEXIST { return false }
    guard [EINVAL, ENOSYS].contains(errno) else {
      throw FileSystemError("link", path(of: new))
    }
    guard try status(of: new) == nil else { return false }
    try checked("rename", path(of: new), renameat(place, old, place, new))
    return true
  }

  // MARK: Removing

  /// Removes a file.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func remove(_ name: String) throws(FileSystemError) -> Bool {
    if unlinkat(directory.descriptor, name, 0) == 0 { return true }
    guard errno == ENOENT else {
      throw FileSystemError("unlink", path(of: name))
    }
    return false
  }

  /// Removes a file, and flushes the directory: no crash brings it back.
  ///
  /// - Returns: Whether there was one.
  public func removeDurably(_ name: String) throws(FileSystemError) -> Bool {
    let wasThere = try remove(name)
    // A file that was removed before may not have been flushed.
    try directory.flush()
    return wasThere
  }

  private func unlink(_ part: borrowing File) {
    unlinkat(directory.descriptor, FileSystem.name(of: part.path), 0)
  }

  /// Removes a directory if nothing is in it.
  public func removeFolderIfEmpty(_ name: String) {
    unlinkat(directory.descriptor, name, AT_REMOVEDIR)
  }

  /// Removes a directory and its contents as far as possible.
  public func removeTree(_ name: String) {
    guard let folder = try? folder(name) else { return }
    for entry in (try? folder.entries()) ?? [] {
      if entry.isDirectory {
        folder.removeTree(entry.name)
      } else {
        _ = try? folder.remove(entry.name)
      }
    }
    removeFolderIfEmpty(name)
  }

  /// The names of the unfinished files that killed processes of this user have
  /// left.
  public var deadParts: [String] {
    var names: [String] = []
    forEachDeadPart { names.append($0) }
    return names
  }

  /// Removes these files, each while it is locked: a process that has just made
  /// one then sees that it is gone, and makes another.
  public func removeDeadParts() {
    forEachDeadPart { _ = try? remove($0) }
  }

  private func forEachDeadPart(_ body: (String) -> Void) {
    for name in ((try? entries()) ?? []).map(\.name) where File.isPart(name) {
      guard let part = try? file(name), (try? part.status)?.isOwn == true,
        part.isLockedAtOnce()
      else { continue }
      body(name)
      part.unlock()
    }
  }
}
