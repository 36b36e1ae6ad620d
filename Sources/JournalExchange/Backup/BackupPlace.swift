internal import Glibc
internal import JournalEvents
internal import JournalLog
internal import JournalTime
internal import POSIXKit

/// The directory of one backup: laid out like a journal's home, so that any
/// program that reads one reads it, and with a manifest beside.
public struct BackupPlace: Sendable, Hashable {
  /// The directory.
  public let path: String

  /// Names a place; nothing is touched.
  public init(path: String) {
    self.path = path
  }

  /// The backup as a journal's home.
  var home: JournalHome { JournalHome(path: path) }

  var manifestFile: String { path + "/manifest.json" }

  /// Its directory's name.
  public var name: String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Whether its name says that a restore put it away: what somebody wanted
  /// to be rid of is not the latest backup.
  public var isReplaced: Bool { BackupName.isReplaced(name) }
}

/// What is done with the files of backups. Everything that must last is
/// flushed.
enum BackupFiles {
  /// Copies a file, or only reads it where `target` is `nil`.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - target: Where the copy is made.
  ///   - progress: Is told how many bytes were read.
  /// - Returns: The digest and the number of the bytes.
  /// - Throws: What the system refuses.
  static func digest(
    of source: String, copyingTo target: String? = nil,
    progress: (Int) -> Void
  ) throws(FileSystemError) -> (hash: EventHash, count: Int) {
    let input = try File(source, .reading)
    var output: File?
    if let target { output = try File(target, .making) }
    let digest = FileDigest()
    var count = 0
    while true {
      let bytes = try input.read(1 << 20)
      if bytes.isEmpty { break }
      digest.update(bytes.span.bytes)
      try output?.write(bytes[...])
      count += bytes.count
      progress(count)
    }
    try output?.flush()
    return (digest.finish(), count)
  }

  /// Throws where `path`, of which the end need not exist yet, lies within
  /// `directory`, which does.
  static func check(
    _ path: String, isOutside directory: String
  ) throws(BackupError) {
    guard let inner = try? FileSystem.canonicalPath(directory) else { return }
    var existing = path
    while true {
      if let found = try? FileSystem.canonicalPath(existing) {
        guard "\(found)/".hasPrefix("\(inner)/") else { return }
        throw .insideJournal(path: path)
      }
      guard let end = existing.lastIndex(of: "/"),
        end > existing.startIndex
      else { return }
      existing = String(existing[..<end])
    }
  }

  /// Removes a backup's files, and its directories where nothing else is in
  /// them. What is not there is no matter.
  static func remove(_ place: BackupPlace) {
    guard let folder = try? Folder(holding: place.path) else { return }
    remove(place.name, in: folder)
  }

  /// Removes a backup by its name and follows no link: others may have put one
  /// there that leads to a journal.
  static func remove(_ name: String, in parent: borrowing Folder) {
    guard let backup = try? parent.folder(name) else { return }
    backup.removeDeadParts()
    // Earlier versions wrote it under another name first.
    for name in ["manifest.json", "manifest.json.tmp"] {
      _ = try? backup.remove(name)
    }
    if let data = try? backup.folder(JournalHome.dataName) {
      JournalHome.removeData(in: data)
    }
    backup.removeFolderIfEmpty(JournalHome.dataName)
    parent.removeFolderIfEmpty(name)
  }

  /// Gives a backup the name of what a dead process has left, which is removed
  /// from then on whatever ends in between. One in which other files lie, at
  /// any depth, or that is or holds a link, is left alone.
  static func hide(_ place: BackupPlace, in directory: String) {
    let home = place.home
    guard
      holds(place.path, only: [place.manifestFile, home.dataDirectory]),
      holds(home.dataDirectory, only: [home.dataFile, home.lockFile]),
      isReal(place.manifestFile, .file), isReal(home.dataFile, .file)
    else { return }
    try? FileSystem.rename(
      place.path, to: PartialDirectory.path(for: place.name, in: directory))
  }

  /// The same of one whose directories alone could not be removed: its name
  /// would say that a journal was put away.
  static func hideEmpty(_ place: BackupPlace, in directory: String) {
    let data = place.home.dataDirectory
    guard holds(place.path, only: [data]),
      !FileSystem.isAnything(data) || holds(data, only: [])
    else { return }
    try? FileSystem.rename(
      place.path, to: PartialDirectory.path(for: place.name, in: directory))
  }

  /// Whether a path is that of a directory itself, in which nothing but some
  /// paths is.
  private static func holds(_ directory: String, only known: [String]) -> Bool {
    guard isReal(directory, .directory),
      let names = try? FileSystem.names(in: directory)
    else { return false }
    return names.allSatisfy { known.contains("\(directory)/\($0)") }
  }

  /// Whether a path is that of something of a kind, and not of a link to it.
  private static func isReal(_ path: String, _ kind: FileStatus.Kind) -> Bool {
    (try? FileStatus(of: path, followsLinks: false))?.kind == kind
  }

  /// Removes the lock file that LMDB leaves where a copy was looked into.
  static func removeLock(of place: BackupPlace) {
    // Others may have put a link in its place.
    guard let parent = try? Folder(holding: place.path),
      let data = try? parent.folder("\(place.name)/\(JournalHome.dataName)")
    else { return }
    _ = try? data.remove(FileSystem.name(of: place.home.lockFile))
  }
}

/// Names of backups: when they were made, in UTC, so that names sort by time.
enum BackupName {
  /// Such as `20261121T110000Z`.
  static func base(at now: OffsetInstant) -> String {
    let seconds = now.instant.milliseconds / 1_000 * 1_000
    let text = OffsetInstant(
      instant: Instant(milliseconds: seconds), offsetMinutes: 0
    ).description
    return text.filter { $0 != "-" && $0 != ":" }
  }

  /// The name of an automatic backup.
  static func automatic(at now: OffsetInstant) -> String {
    base(at: now) + automaticEnding
  }

  /// When the automatic backup of a name was made; `nil` for any other name:
  /// whoever renames one keeps it.
  static func automaticTime(_ name: String) -> Instant? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), "-\(parts[1])" == automaticEnding,
      parts.count == 2 || Int(parts[2]).map({ $0 > 1 }) == true,
      parts[0].utf8.count == 16
    else { return nil }
    var text = String(parts[0])
    for (place, sign) in [(4, "-"), (7, "-"), (13, ":"), (16, ":")] {
      let utf8 = text.utf8
      guard
        let index = text.utf8.index(
          text.startIndex, offsetBy: place, limitedBy: utf8.endIndex)
      else { return nil }
      text.insert(contentsOf: sign, at: index)
    }
    guard let time = OffsetInstant(text), base(at: time) == parts[0] else {
      return nil
    }
    return time.instant
  }

  private static let automaticEnding = "-auto"

  /// The name of what a restore puts away.
  static func replaced(at now: OffsetInstant) -> String {
    base(at: now) + replacedEnding
  }

  /// Whether `name` is one that ``replaced(at:)`` gave, with the number that
  /// ``claim(_:in:_:)`` may have added.
  static func isReplaced(_ name: String) -> Bool {
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return name.hasSuffix(replacedEnding) }
    return name.dropLast(digits.count).hasSuffix(replacedEnding + "-")
  }

  private static let replacedEnding = "-replaced"

  /// Gives the first free one of `name`, `name-2`, `name-3` … to `take`, which
  /// makes it.
  static func claim(
    _ name: String, in directory: String,
    _ take: (BackupPlace) throws -> Void
  ) throws -> BackupPlace {
    var number = 1
    while true {
      let suffix = number == 1 ? "" : "-\(number)"
      let place = BackupPlace(path: "\(directory)/\(name)\(suffix)")
      do {
        // A rename would take the place of an empty directory.
        guard !FileSystem.exists(place.path) else {
          throw FileSystemError(
            operation: "rename", path: place.path, code: EEXIST)
        }
        try take(place)
        return place
      } catch let error as FileSystemError
        where [EEXIST, ENOTEMPTY].contains(error.code)
      {
        number += 1
      }
    }
  }
}

/// A backup that is being made: a hidden directory, which is locked as long as
/// somebody works on it.
struct PartialBackup: ~Copyable {
  /// Where it lies until it has its name.
  let place: BackupPlace
  private let directory: PartialDirectory

  /// Makes a directory for a backup that will have a name.
  init(named name: String, in directory: String) throws(FileSystemError) {
    let made = try PartialDirectory(named: name, in: directory)
    place = BackupPlace(path: made.path)
    self.directory = made
  }

  /// Lets others remove what is left of it.
  func release() { directory.release() }

  /// Removes what processes have left behind that died in the middle.
  static func removeDead(in directory: String) {
    PartialDirectory.forEachDead(in: directory) {
      BackupFiles.remove($1, in: $0)
    }
  }
}
