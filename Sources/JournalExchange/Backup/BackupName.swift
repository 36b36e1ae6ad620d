internal import Glibc
internal import JournalLog
internal import JournalTime
internal import POSIXKit

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
