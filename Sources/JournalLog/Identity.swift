internal import Encodings
internal import Glibc
public import JournalEvents
internal import POSIXKit

/// The identity of the installation that writes into a home. It is stored
/// beside the data, so that a copied or restored journal is recognized before
/// it reuses sequence numbers of another copy.
public struct Identity: Sendable, Hashable {
  /// The writer of this home.
  public let writer: WriterID
  /// The inode of the data file at the time of writing.
  public let inode: UInt64
  /// The machine's id; empty if the system has none.
  public let machine: String

  public init(writer: WriterID, inode: UInt64, machine: String) {
    self.writer = writer
    self.inode = inode
    self.machine = machine
  }

  /// Returns whether both identities are of the same file and machine.
  public func isSamePlace(as other: Identity) -> Bool {
    inode == other.inode && machine == other.machine
  }

  /// Returns whether this identity was copied from another home to that of
  /// `other`. A restored identity has no inode.
  public func isCopied(to other: Identity) -> Bool {
    inode != 0 && !isSamePlace(as: other)
  }

  /// Returns the machine's id from `/etc/machine-id`, or else its host name.
  public static func currentMachine() -> String {
    if let bytes = try? File.contents(of: "/etc/machine-id"),
      let text = String(checking: bytes.span.bytes)
    {
      let id = text.utf8.prefix { $0 > UInt8(ascii: " ") }
      if !id.isEmpty { return String(Substring(id)) }
    }
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self)
  }
}

extension Identity {
  private static let name = "plantguide identity "
  private static let form = "1"

  /// Reads the identity file; `nil` if it does not exist.
  static func read(_ path: String) throws -> Identity? {
    guard let bytes = try contents(of: path) else { return nil }
    // Splitting characters instead of bytes would take 5 % of a write.
    let lines =
      bytes.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
      )
      .map { String(decoding: $0, as: UTF8.self) }
    guard let heading = lines.first, heading.hasPrefix(name) else {
      throw notAnIdentity(path)
    }
    let found = String(heading.dropFirst(name.count))
    guard found == form else {
      guard Int(found).map({ $0 > 1 }) == true else {
        throw notAnIdentity(path)
      }
      throw StorageError.newerIdentity(path: path, form: found)
    }
    guard lines.count >= 4, let writer = WriterID(lines[1]),
      let inode = UInt64(lines[2])
    else {
      throw notAnIdentity(path)
    }
    return Identity(writer: writer, inode: inode, machine: lines[3])
  }

  private static func contents(of path: String) throws -> [UInt8]? {
    do throws(FileSystemError) {
      return try File.contents(of: path)
    } catch {
      // The path is a pipe or a directory, for example.
      guard [EINVAL, EISDIR].contains(error.code) else { throw error }
      throw notAnIdentity(path)
    }
  }

  private static func notAnIdentity(_ path: String) -> StorageError {
    .identity(path: path, reason: "is not an identity file of this program")
  }

  func write(_ path: String) throws {
    let text = "\(Self.name)\(Self.form)\n\(writer)\n\(inode)\n\(machine)\n"
    try File.replace(path, with: Array(text.utf8))
  }
}
