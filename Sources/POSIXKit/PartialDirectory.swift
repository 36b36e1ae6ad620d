internal import Glibc

/// A hidden directory in which something is made: locked while somebody works
/// on it, so that others recognise the remains of a dead process.
public struct PartialDirectory: ~Copyable {
  /// The path of the directory.
  public let path: String
  private let lock: File

  private static let ending = "partial"

  /// Makes a directory with a name of its own.
  ///
  /// - Parameters:
  ///   - name: A part of its name that says what it is for.
  ///   - directory: The directory in which it is made.
  /// - Throws: The system's refusal.
  public init(
    named name: String, in directory: String
  ) throws(FileSystemError) {
    let parent = try Folder(directory)
    while true {
      let path = Self.path(for: name, in: directory)
      let last = FileSystem.name(of: path)
      guard try parent.isNew(last) else { continue }
      do throws(FileSystemError) {
        let lock = try parent.opened(last, O_RDONLY | O_DIRECTORY)
        try lock.lock()
        // Another process may take it for a dead one's before it is locked.
        let found = try parent.status(of: last)
        guard try found?.isSameFile(as: lock.status) == true else { continue }
        self.path = path
        self.lock = lock
        return
      } catch {
        guard error.code == ENOENT else {
          parent.removeFolderIfEmpty(last)
          throw error
        }
      }
    }
  }

  /// A path that such a directory may have.
  public static func path(for name: String, in directory: String) -> String {
    let number = UInt32.random(in: .min ... .max)
    return "\(directory)/.\(name).\(number).\(ending)"
  }

  /// Returns whether a name has the form of such a directory's.
  public static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 3 && parts[0].isEmpty && parts.last == ending[...]
      && UInt32(parts[parts.count - 2]) != nil
  }

  /// Lets others remove the rest of it.
  public func release() { lock.unlock() }

  /// Removes it and all that is in it.
  public func remove() {
    FileSystem.removeTree(path)
    release()
  }

  /// Hands over the directories that dead processes of this user have left,
  /// each while it is locked.
  ///
  /// - Parameters:
  ///   - directory: The directory in which they are.
  ///   - body: Gets the parent and the name of each. It follows no link.
  public static func forEachDead(
    in directory: String,
    _ body: (borrowing Folder, String) -> Void
  ) {
    guard let parent = try? Folder(directory) else { return }
    for entry in (try? parent.entries()) ?? []
    where entry.isDirectory && isName(entry.name) {
      guard
        let lock = try? parent.opened(
          entry.name, O_RDONLY | O_DIRECTORY),
        (try? lock.status)?.isOwn == true, lock.isLockedAtOnce()
      else { continue }
      body(parent, entry.name)
      lock.unlock()
    }
  }
}
