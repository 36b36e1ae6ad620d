internal import Glibc
package import JournalLog
internal import POSIXKit

extension JournalHome {
  /// Runs `body` with the home of a trial copy of the journal, and removes the
  /// copy afterwards.
  ///
  /// The copy is hidden in this home, where erasing also finds the remains of
  /// killed processes. If this user may not write there, and so not erase
  /// either, it is in the system's directory for temporary files.
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
