internal import Glibc

/// Reads small files of the system.
enum SystemFile {
  /// A call failed with this code of `errno`.
  struct Failure: Error {
    let errno: Int32
  }

  /// The bytes of a file of at most `limit` bytes; `EFBIG` for a longer one.
  static func read(
    _ path: String,
    limit: Int = 1 << 18
  ) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(errno: errno) }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 8_192)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Failure(errno: errno) }
      if count == 0 { return contents }
      contents += chunk[..<count]
      guard contents.count <= limit else { throw Failure(errno: EFBIG) }
    }
  }

  /// What a symbolic link points at, or nil if there is no such link.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(
      decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A variable of the environment, or nil if it is not set.
  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
