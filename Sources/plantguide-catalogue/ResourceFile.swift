import Glibc

/// Whole files of the source tree.
enum ResourceFile {
  /// A call of the system failed on a file.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path): \(String(cString: strerror(code)))" }
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw Failure(path: path, code: errno)
    }
    defer { fclose(file) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      contents += chunk[..<count]
      guard count < chunk.count else { continue }
      guard ferror(file) == 0 else { throw Failure(path: path, code: errno) }
      return contents
    }
  }

  /// Replaces a file at once, so that no build reads half of one.
  static func write(_ path: String, _ contents: [UInt8]) throws(Failure) {
    let temporary = "\(path).tmp"
    guard let file = fopen(temporary, "w") else {
      throw Failure(path: path, code: errno)
    }
    let written = fwrite(contents, 1, contents.count, file)
    guard fclose(file) == 0, written == contents.count,
      rename(temporary, path) == 0
    else {
      throw Failure(path: path, code: errno)
    }
  }
}
