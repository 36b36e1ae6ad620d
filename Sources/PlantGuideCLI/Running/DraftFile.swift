internal import Glibc
internal import JournalLog

/// A file for one text that somebody is writing, readable by its owner alone.
struct DraftFile {
  /// Where it is.
  let path: String

  /// Makes a file in the directory for temporary files.
  init(_ text: String, in directory: String) throws(FileSystemError) {
    var template = Array("\(directory)/plantguide-XXXXXX.txt".utf8CString)
    let descriptor = mkstemps(&template, 4)
    guard descriptor >= 0 else {
      throw FileSystemError(
        operation: "mkstemps", path: directory, code: errno)
    }
    close(descriptor)
    path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)),
      as: UTF8.self)
    try write(text)
  }

  /// Replaces the text.
  func write(_ text: String) throws(FileSystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw FileSystemError(operation: "open", path: path, code: errno)
    }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        throw FileSystemError(operation: "write", path: path, code: errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Takes the file away.
  func remove() {
    unlink(path)
  }
}
