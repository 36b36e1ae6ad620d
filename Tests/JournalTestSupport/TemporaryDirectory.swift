import Glibc

/// A directory that is removed with its last reference.
public final class TemporaryDirectory: Sendable {
  /// The path of the directory.
  public let path: String

  /// Makes an empty directory, in memory where the system has such a place:
  /// commits are flushed, which takes no time there.
  public init() throws {
    _ = Self.childrenThrowFreely
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/plantguide-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TestFailure("mkdtemp: error \(errno)")
    }
    path = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)),
      as: UTF8.self)
  }

  deinit {
    Self.removeTree(path)
  }

  /// Swift Testing notes where each error is thrown, under a lock that another
  /// thread may hold while a test forks. The child has no such thread, and
  /// would wait for it for ever: there nothing is noted.
  private static let childrenThrowFreely: Void = {
    _ = throwHooks
    pthread_atfork(nil, nil) {
      for hook in TemporaryDirectory.throwHooks {
        UnsafeMutableRawPointer(bitPattern: hook)?.storeBytes(
          of: 0, as: UInt.self)
      }
    }
  }()

  private static let throwHooks = [
    "_swift_willThrow", "_swift_willThrowTypedImpl",
  ].compactMap { (name: String) in
    dlsym(nil, name).map(UInt.init(bitPattern:))
  }

  private static func removeTree(_ path: String) {
    if let listing = opendir(path) {
      defer { closedir(listing) }
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        let child = path + "/" + name
        // Fails for directories alone.
        if unlink(child) != 0 { removeTree(child) }
      }
    }
    rmdir(path)
  }
}

/// A test that cannot go on.
public struct TestFailure: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) {
    self.description = description
  }
}
