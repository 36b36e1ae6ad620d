public import ErrorKit
internal import Glibc

/// A place on the way to a file at which another user could exchange the file.
public struct WeakPlace: Sendable, Hashable {
  /// The directory or link, or the file itself.
  public let path: String
  /// A Boolean value that indicates whether it belongs to another user; else
  /// others may change it.
  public let isForeign: Bool

  /// Follows the way to a file from the root, through all directories and
  /// links. Each has to belong to this user or to root, and nobody else may
  /// exchange its entries; in a directory such as `/tmp` others only add.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - includesFile: Whether to check the file itself, too.
  /// - Returns: The first weak place; `nil` if there is none.
  /// - Throws: The system's refusal.
  public static func first(
    onWayTo path: String, includingFile includesFile: Bool = false
  ) throws(FileSystemError) -> WeakPlace? {
    guard path.utf8.starts(with: "/".utf8) else {
      return try first(
        onWayTo: "\(FileSystem.canonicalPath("."))/\(path)",
        includingFile: includesFile)
    }
    var rest = FileSystem.parts(of: path)[...]
    var place = "/"
    var links = 0
    while true {
      if let weak = try WeakPlace(place) { return weak }
      guard let name = rest.popFirst() else { return nil }
      let next = FileSystem.child(name, of: place)
      if let target = FileSystem.target(ofLink: next) {
        links += 1
        guard links <= 40 else {
          throw FileSystemError(operation: "stat", path: path, code: ELOOP)
        }
        if let weak = try WeakPlace(next) { return weak }
        rest = FileSystem.parts(of: target) + rest
        if target.utf8.starts(with: "/".utf8) { place = "/" }
      } else if !rest.isEmpty || includesFile {
        place = next
      }
    }
  }

  private init?(_ path: String) throws(FileSystemError) {
    let status = try FileStatus(of: path, followsLinks: false)
    isForeign = !status.isOwn && !status.isRoots
    self.path = path
    let othersWrite = status.permissions & 0o022 != 0
    let othersOnlyAdd =
      status.kind == .directory && status.permissions & 0o1000 != 0
    // The mode of a link has no meaning.
    guard
      isForeign || (status.kind != .link && othersWrite && !othersOnlyAdd)
    else { return nil }
  }

  /// Refuses a file that names a program or a secret if another user could
  /// change or exchange it. A missing file is not refused.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``UntrustedFile``, and the system's refusal.
  public static func check(_ path: String) throws {
    do {
      guard let place = try first(onWayTo: path, includingFile: true) else {
        return
      }
      throw UntrustedFile(path: path, place: place)
    } catch let error as FileSystemError where error.code == ENOENT {}
  }

  /// Refuses a link that another user could have put in its place, or could
  /// lead elsewhere. Anything else is not refused.
  ///
  /// - Parameter path: The link.
  /// - Throws: ``UntrustedFile``, and the system's refusal.
  public static func checkLink(_ path: String) throws {
    guard FileSystem.isLink(path) else { return }
    do {
      guard let place = try first(onWayTo: path, includingFile: true) else {
        return
      }
      throw UntrustedFile(path: path, place: place, isLink: true)
    } catch let error as FileSystemError where error.code == ENOENT {}
  }
}

/// The error for a file that another user could change or exchange: one that
/// names a program or a secret, or a link.
public struct UntrustedFile: DescribedError, Sendable, Hashable {
  /// The file.
  public let path: String
  /// The place at which another user could do that.
  public let place: WeakPlace
  /// A Boolean value that indicates whether the file is a link.
  public let isLink: Bool

  init(path: String, place: WeakPlace, isLink: Bool = false) {
    self.path = path
    self.place = place
    self.isLink = isLink
  }

  public var facts: ErrorFacts {
    let fault =
      place.isForeign ? "belongs to another user" : "may be changed by others"
    let what =
      isLink
      ? "is a link and is not followed"
      : "is not trusted with programs and secrets"
    return .init(
      .system, "\(path) \(what), as \(place.path) \(fault)",
      place.isForeign
        ? "run this as the user to whom it belongs, or make it yours with chown"
        : .run(["chmod", "go-w", place.path]),
      canRetry: false)
  }
}

extension FileSystem {
  /// The path one step further.
  fileprivate static func child(_ name: String, of place: String) -> String {
    switch name {
    case ".": place
    case "..": parent(of: place) ?? "/"
    default: place == "/" ? "/\(name)" : "\(place)/\(name)"
    }
  }
}
