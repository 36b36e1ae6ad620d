internal import Glibc
internal import POSIXKit

/// Backups that are being made: hidden directories, which name the process
/// that makes them.
enum PartialBackup {
  private static let ending = "partial"

  /// Where this process makes a backup.
  static func place(named name: String, in directory: String) -> BackupPlace {
    BackupPlace(path: "\(directory)/.\(name).\(getpid()).\(ending)")
  }

  /// Removes what processes have left behind that died in the middle.
  static func removeDead(in directory: String) {
    for name in (try? FileSystem.names(in: directory)) ?? []
    where name.hasPrefix(".") {
      let parts = name.split(separator: ".")
      guard parts.count == 3, parts[2] == ending, let maker = pid_t(parts[1]),
        kill(maker, 0) != 0, errno == ESRCH
      else { continue }
      BackupFiles.remove(BackupPlace(path: "\(directory)/\(name)"))
    }
  }
}
