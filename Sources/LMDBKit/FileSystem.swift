internal import CLMDBShims
internal import Glibc

/// Which file systems can hold an environment.
///
/// LMDB needs a memory map that agrees with writes, and locks that hold
/// between all who open the file. File systems that reach other machines
/// promise neither.
enum FileSystem {
  /// Says of a `statfs` type whether it is a network file system.
  typealias Verdict = @Sendable (_ type: UInt32) -> Bool

  /// The `f_type` numbers of Linux's `statfs(2)` that are refused.
  ///
  /// All of FUSE is among them, since its type does not tell sshfs from a
  /// local file system. An array, since a set of them takes longer to make
  /// than to look through.
  static let networkTypes: [UInt32] = [
    0x0000_6969,  // NFS
    0x0000_517B,  // SMB
    0xFF53_4D42,  // CIFS
    0xFE53_4D42,  // SMB 2
    0x0102_1997,  // 9P
    0x6573_5546,  // FUSE
    0x5346_414F,  // AFS
    0x6B41_4653,  // AFS of the kernel
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x0116_1970,  // GFS2
    0x7461_636F,  // OCFS2
    0x4750_4653,  // GPFS
    0x7375_7245,  // Coda
    0x0000_564C,  // NCP
    0x786F_4256,  // shared folders of VirtualBox
  ]

  static let verdict: Verdict = { networkTypes.contains($0) }

  /// Throws if the nearest directory that exists is on a network.
  static func checkIsLocal(
    _ directory: String, isNetwork: Verdict
  ) throws(LMDBError) {
    var type: UInt32 = 0
    var path = directory
    var status = lmdbkit_file_system_type(path, &type)
    while status == ENOENT, let parent = parent(of: path) {
      path = parent
      status = lmdbkit_file_system_type(path, &type)
    }
    try check("statfs", status, path: path)
    guard !isNetwork(type) else {
      throw LMDBError(
        code: .networkFileSystem, operation: "statfs", path: directory)
    }
  }

  /// Whether not even a few pages have room in the file system of a path.
  static func isFull(_ path: String) -> Bool {
    var information = statvfs()
    guard statvfs(path, &information) == 0 else { return false }
    let (bytes, overflows) = information.f_bavail
      .multipliedReportingOverflow(by: information.f_frsize)
    return !overflows && bytes < 64 << 10
  }

  /// Makes a directory, and those above it, for its owner alone.
  static func makeDirectory(_ path: String) throws(LMDBError) {
    if mkdir(path, 0o700) == 0 {
      try parent(of: path).map { parent throws(LMDBError) in
        try synchronize(parent)
      }
      return
    }
    let reason = errno
    if reason == EEXIST, isDirectory(path) { return }
    // A parent that is there and yet cannot hold anything, such as a link
    // that leads nowhere, must not be tried for ever.
    guard reason == ENOENT, let parent = parent(of: path),
      access(parent, F_OK) != 0
    else {
      throw LMDBError(
        code: .init(rawValue: reason), operation: "mkdir", path: path)
    }
    try makeDirectory(parent)
    guard mkdir(path, 0o700) == 0 || (errno == EEXIST && isDirectory(path))
    else {
      throw LMDBError(
        code: .init(rawValue: errno), operation: "mkdir", path: path)
    }
    try synchronize(parent)
  }

  private static func isDirectory(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  /// Waits until a file, or the entries of a directory, are on the disk.
  static func synchronize(_ path: String) throws(LMDBError) {
    let descriptor = try checkErrno(
      "open", open(path, O_RDONLY | O_CLOEXEC), path: path)
    defer { _ = Glibc.close(descriptor) }
    try checkErrno("fsync", fsync(descriptor), path: path)
  }

  /// The path without links and dots.
  static func canonicalPath(_ path: String) throws(LMDBError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw LMDBError(
        code: .init(rawValue: errno), operation: "realpath", path: path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The directory above, or nil above `/` and `.`.
  static func parent(of path: String) -> String? {
    var trimmed = path[...]
    while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
    guard trimmed != "/", trimmed != "." else { return nil }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }
}
