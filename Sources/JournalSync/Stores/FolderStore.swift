internal import ErrorKit
internal import Glibc
public import JournalTime
internal import LMDBKit
internal import POSIXKit

/// A store that is a folder: on a disk that is carried about, on another
/// machine, or one that other programs keep the same on several.
public final class FolderStore: ObjectStore {
  private let path: String
  private let clock: Instant
  private var used = TransferCost()

  public var cost: TransferCost { used }
  public var room: Int? {
    get throws { try Volume(of: path).freeByteCount }
  }
  public var keepsNoHours: Bool { true }

  /// Where all objects lie.
  private static let root = "v1"

  /// Uses the folder at `path`.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - clock: The moment that is now.
  /// - Throws: ``StoreError`` where nothing was ever made there: a disk that
  ///   is not mounted must not look like an empty store.
  public init(at path: String, clock: Instant) throws(StoreError) {
    guard FileSystem.isDirectory("\(path)/\(Self.root)") else {
      throw StoreError(
        .notFound,
        "\(path) is not there, or no folder that was added as a remote; its disk may not be mounted"
      )
    }
    self.path = path
    self.clock = clock
  }

  /// Makes the folder where it is missing.
  ///
  /// - Throws: `FileSystemError`.
  public static func make(at path: String) throws {
    try FileSystem.makeDirectory("\(path)/\(root)", isShared: true)
  }

  public func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    try walk(prefix, after: start, body)
    return StoreHour(of: clock)
  }

  private func walk(
    _ directory: String, after start: String, _ body: (String) throws -> Void
  ) throws {
    for entry in try FileSystem.entries(in: "\(path)/\(directory)") {
      let name = directory + entry.name
      guard entry.isDirectory else {
        guard !entry.name.hasSuffix(File.partialSuffix) else {
          removeIfOld("\(path)/\(name)")
          continue
        }
        if name > start { try body(name) }
        continue
      }
      let below = name + "/"
      // What comes before all that is asked for need not be opened.
      if below > start || start.hasPrefix(below) {
        try walk(below, after: start, body)
      }
    }
  }

  /// Removes what a put that was killed has left. Another one may be at work.
  private func removeIfOld(_ path: String) {
    guard let status = try? FileStatus(of: path, followsLinks: false),
      status.modifiedAt + 86_400 < clock.milliseconds / 1_000
    else { return }
    _ = try? FileSystem.remove(path)
  }

  public func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    try checkLinks(to: name)
    do throws(FileSystemError) {
      let bytes = try File.contents(of: "\(path)/\(name)", atMost: limit)
      used.bytesReceived += bytes?.count ?? 0
      return bytes
    } catch {
      guard error.code == EFBIG else { throw error }
      throw StoreError(.tooLarge, "\(path)/\(name) is too long")
    }
  }

  /// Refuses what lies behind a link: whoever may write here could lead reads
  /// and writes to any place of this machine.
  private func checkLinks(to name: String) throws(StoreError) {
    var place = path
    for component in name.split(separator: "/") {
      place += "/" + component
      guard !FileSystem.isLink(place) else {
        throw StoreError(.invalid, "\(place) is a link, which is not followed")
      }
    }
  }

  public func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    try checkLinks(to: name)
    let target = "\(path)/\(name)"
    let directory = FileSystem.parent(of: target) ?? path
    do {
      // Others who share the folder are to read what is put there.
      try FileSystem.makeDirectory(directory, isShared: true)
      guard try File.make(target, with: bytes, isShared: true) else {
        // What cannot be read is no better than other bytes.
        let held = try? File.contents(of: target, atMost: bytes.count)
        guard held == bytes else {
          throw StoreError(.conflict, "\(target) is there with other bytes")
        }
        return false
      }
    } catch let error as FileSystemError {
      guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
      throw StoreError(.credentials, error.description)
    }
    used.bytesSent += bytes.count
    return true
  }

  public func remove(_ name: String) throws -> Bool {
    try checkLinks(to: name)
    return try FileSystem.removeDurably("\(path)/\(name)")
  }
}
