internal import Glibc

/// A hidden directory in which something is made: locked as long as somebody
/// works on it, so that others know what a dead process has left.
public struct PartialDirectory: ~Copyable {
  /// Where it lies.
  public let path: String
  private let lock: File

  private static let ending = "partial"

  /// Makes a directory with a name of its own.
  ///
  /// - Parameters:
  ///   - name: What its name tells of.
  ///   - directory: Where it is made; made where it is missing.
  /// - Throws: What the system refuses.
  public init(
    named name: String, in directory: String
  ) throws(FileSystemError) {
    while true {
      let path = Self.path(for: name, in: directory)
      try FileSystem.makeDirectory(path)
      let lock: File?
      do throws(FileSystemError) {
        lock = try Self.locked(path)
      } catch {
        FileSystem.removeDirectoryIfEmpty(path)
        throw error
      }
      // Another may take it for a dead one's before it is locked.
      guard let lock else { continue }
      self.path = path
      self.lock = lock
      return
    }
  }

  /// A path that such a directory may have.
  public static func path(for name: String, in directory: String) -> String {
    let number = UInt32.random(in: .min ... .max)
    return "\(directory)/.\(name).\(number).\(ending)"
  }

  /// The directory, locked; `nil` where it was taken for a dead one's before.
  private static func locked(_ path: String) throws(FileSystemError) -> File? {
    do throws(FileSystemError) {
      let lock = try File(path, .directory)
      try lock.lock()
      guard try lock.isAtItsPath else { return nil }
      return lock
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Lets others remove what is left of it.
  public func release() { lock.unlock() }

  /// Removes it and all that is in it.
  public func remove() {
    FileSystem.removeTree(path)
    release()
  }

  /// Hands over the directories that processes have left which died, each
  /// while it is locked.
  public static func forEachDead(
    in directory: String, _ body: (_ path: String) -> Void
  ) {
    for name in (try? FileSystem.names(in: directory)) ?? []
    where name.hasPrefix(".") && name.hasSuffix(".\(ending)") {
      let path = "\(directory)/\(name)"
      guard let lock = try? File(path, .directory), lock.isLockedAtOnce()
      else { continue }
      body(path)
      lock.unlock()
    }
  }
}
