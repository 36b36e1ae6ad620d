internal import Glibc
package import JournalLog
internal import POSIXKit

extension JournalHome {
  /// Runs `body` with the home of a copy of the journal that is only tried,
  /// and removes it afterwards.
  ///
  /// It lies hidden in this home, where whoever erases finds what a killed
  /// process has left. Only where this user may not write there, and so not
  /// erase either, it lies in the system's place for temporary files.
  package func withTrial<R>(_ body: (JournalHome) throws -> R) throws -> R {
    PartialBackup.removeDead(in: path)
    guard let trial = try trialDirectory() else {
      return try FileSystem.withTemporaryDirectory {
        try body(JournalHome(path: $0))
      }
    }
    defer { trial.remove() }
    return try body(JournalHome(path: trial.path))
  }

  private func trialDirectory() throws(FileSystemError) -> PartialDirectory? {
    do throws(FileSystemError) {
      return try PartialDirectory(named: "trial", in: path)
    } catch {
      guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
      return nil
    }
  }
}
