internal import Glibc
internal import JournalLog

/// A journal's home that is gone when the work with it is done.
enum TemporaryHome {
  /// Runs `body` with an empty home in the system's directory for temporary
  /// files, and removes it afterwards.
  static func with<R>(_ body: (JournalHome) throws -> R) throws -> R {
    let directory = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(directory)/plantguide-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw FileSystemError(
        operation: "mkdtemp", path: directory, code: errno)
    }
    let path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    defer { remove(path) }
    return try body(JournalHome(path: path))
  }

  /// Removes a directory and what is in it, following no links.
  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
            String(cString: $0)
          }
        }
        guard name != ".", name != ".." else { continue }
        let child = "\(path)/\(name)"
        if entry.pointee.d_type == UInt8(DT_DIR) {
          remove(child)
        } else {
          unlink(child)
        }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
