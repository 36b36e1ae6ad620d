internal import Glibc
internal import JournalLog
internal import TerminalKit

/// Looks at the journal's directory: whose it is and who may enter it.
enum HomeCheck {
  private static let name = "home"

  static func findings(_ home: JournalHome) -> [Finding] {
    let quoted = ShellQuoting.quoted(home.path)
    var status = stat()
    guard lstat(home.path, &status) == 0 else {
      guard errno == ENOENT else {
        return [
          .problem(
            name,
            FileSystemError(
              operation: "lstat", path: home.path, code: errno))
        ]
      }
      return [
        .note(
          name,
          "there is no \(home.path) yet; the first command that writes makes it"
        )
      ]
    }
    var findings: [Finding] = []
    if status.st_mode & S_IFMT == S_IFLNK {
      findings.append(.note(name, "\(home.path) is a link to elsewhere"))
      guard stat(home.path, &status) == 0 else {
        return [
          .problem(
            name, StorageError.danglingLink(path: home.path))
        ]
      }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return findings + [
        .problem(
          name, "\(home.path) is no directory",
          remedy: "set PLANTGUIDE_HOME to a directory", .system)
      ]
    }
    findings += access(of: home, status, quoted)
    guard findings.isEmpty else { return findings }
    return [.ok(name, "\(home.path), yours alone")]
  }

  private static func access(
    of home: JournalHome, _ status: stat, _ quoted: String
  ) -> [Finding] {
    guard Glibc.access(home.path, R_OK | W_OK | X_OK) == 0 else {
      return [
        .problem(
          name, "you may not read and write in \(home.path)",
          remedy: "chmod u+rwx \(quoted)", .system)
      ]
    }
    if status.st_uid != geteuid() {
      return [
        .warning(
          name, "\(home.path) belongs to another user",
          remedy: "use a home of your own: set PLANTGUIDE_HOME")
      ]
    }
    if status.st_mode & 0o077 != 0 {
      return [
        .warning(
          name, "other users may look into \(home.path)",
          remedy: "chmod 700 \(quoted)")
      ]
    }
    return []
  }
}
