internal import ErrorKit
internal import Glibc
internal import JournalEvents
public import JournalTime
internal import LMDBKit
internal import POSIXKit

/// A store in a folder: on a portable disk, on another machine, or kept the
/// same on several machines by other programs.
///
/// Others may write into it, so no verb follows a link below it. The folder
/// itself may be reached by a link, as its owner has named it.
public final class FolderStore: ObjectStore {
  private let folder: Folder
  private let path: String
  private let clock: Instant
  private let isRehearsal: Bool
  private var used = TransferCost()

  public var cost: TransferCost { used }
  public var room: Int? {
    get throws { try Volume(of: path).freeByteCount }
  }
  public var keepsNoHours: Bool { true }

  /// The directory of all objects.
  private static let root = "v1"
  /// The directories of a journal there.
  private static let kinds = ["b", "e", "keys", "photos", "s"]

  /// Uses the folder at `path`.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - clock: The moment that is now.
  ///   - isRehearsal: `true` to keep the remains of killed puts.
  /// - Throws: ``StoreError`` if nothing was ever made there: a disk that is
  ///   not mounted must not look like an empty store.
  public init(
    at path: String, clock: Instant, isRehearsal: Bool = false
  ) throws {
    guard let folder = try? Folder(path),
      try folder.status(of: Self.root) != nil
    else {
      throw StoreError(
        .notFound,
        "\(path) does not exist, or was not added as a remote; its disk may not be mounted"
      )
    }
    self.folder = folder
    self.path = path
    self.clock = clock
    self.isRehearsal = isRehearsal
  }

  /// Makes the folder if it is missing.
  ///
  /// - Throws: `FileSystemError`.
  public static func make(at path: String) throws {
    try FileSystem.makeDirectory(path, isShared: true)
    _ = try Folder(path).makeFolder(root, isShared: true)
  }

  public func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    try walk(folder, prefix, as: prefix, after: start, body)
    return StoreHour(of: clock)
  }

  /// The most directories above an object: `v1`, the journal, `s`, the hour.
  private static let mostDepth = 4

  /// Lists the objects of a directory, if it exists; `name` is its name in the
  /// store.
  private func walk(
    _ parent: borrowing Folder, _ path: String, as name: String,
    after start: String, _ body: (String) throws -> Void
  ) throws {
    guard let folder = try opened(path, in: parent) else { return }
    for entry in try folder.entries() {
      let found = name + entry.name
      guard entry.isDirectory else {
        if File.isPart(entry.name) {
          removeIfOld(entry.name, in: folder, name)
        } else if found > start {
          try body(found)
        }
        continue
      }
      guard name.utf8.count(where: { $0 == UInt8(ascii: "/") }) < Self.mostDepth
      else { continue }
      let below = found + "/"
      // Directories that end before `start` need not be opened.
      if below > start || start.hasPrefix(below) {
        try walk(folder, entry.name, as: below, after: start, body)
      }
    }
  }

  /// Opens a directory below another; returns `nil` if it is missing.
  private func opened(
    _ path: String, in folder: borrowing Folder
  ) throws -> Folder? {
    do {
      return try withoutLinks { try folder.folder(path) }
    } catch let error as FileSystemError where error.code == ENOENT {
      return nil
    }
  }

  /// Reports a link in the way, which is not followed: whoever may write here
  /// could lead reads and writes to any place of this machine.
  private func withoutLinks<R: ~Copyable>(
    _ body: () throws -> R
  ) throws -> R {
    do {
      return try body()
    } catch let error as FileSystemError where error.isOfLink {
      throw StoreError(.invalid, error.description)
    }
  }

  /// Removes what a killed put left, if it is old: another put may be at work.
  private func removeIfOld(
    _ name: String, in folder: borrowing Folder, _ directory: String
  ) {
    let parts = directory.split(separator: "/")
    guard !isRehearsal, parts.count > 2, parts[0] == Self.root,
      JournalID(pathDigits: parts[1]) != nil,
      Self.kinds.contains(String(parts[2])),
      let status = try? folder.status(of: name), status.kind == .file,
      status.modifiedAt + 86_400 < clock.milliseconds / 1_000
    else { return }
    _ = try? folder.remove(name)
  }

  public func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    do {
      let bytes = try withoutLinks {
        try folder.contents(of: name, atMost: limit)
      }
      used.bytesReceived += bytes?.count ?? 0
      return bytes
    } catch let error as FileSystemError where error.code == EFBIG {
      throw StoreError(.tooLarge, "\(path)/\(name) is too long")
    }
  }

  public func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    let last = FileSystem.name(of: name)
    do {
      // Others who share the folder are to read the object.
      let isNew = try withoutLinks {
        let place = try folder.makeFolder(
          FileSystem.parent(of: name) ?? ".", isShared: true)
        if try place.make(last, with: bytes, isShared: true) { return true }
        // An unreadable object is no better than one with other bytes.
        let held = try? place.contents(of: last, atMost: bytes.count)
        guard held == bytes else {
          throw StoreError(
            .conflict, "\(path)/\(name) already exists with other contents")
        }
        return false
      }
      if isNew { used.bytesSent += bytes.count }
      return isNew
    } catch let error as FileSystemError
      where [EACCES, EPERM, EROFS].contains(error.code)
    {
      throw StoreError(.credentials, error.description)
    }
  }

  public func remove(_ name: String) throws -> Bool {
    let place = try opened(FileSystem.parent(of: name) ?? ".", in: folder)
    return try place?.removeDurably(FileSystem.name(of: name)) ?? false
  }
}
