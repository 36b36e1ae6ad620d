internal import Glibc
internal import JournalLog
internal import POSIXKit
internal import TerminalKit

/// Looks at the journal's directory: whose it is and who may enter it.
enum HomeCheck {
  private static let name = "home"

  static func findings(_ home: JournalHome) -> [Finding] {
    let quoted = ShellQuoting.quoted(home.path)
    var status: FileStatus
    do throws(FileSystemError) {
      status = try FileStatus(of: home.path, followsLinks: false)
    } catch {
      guard error.code == ENOENT else { return [.problem(name, error)] }
      return [
        .note(
          name,
          "there is no \(home.path) yet; the first command that writes makes it"
        )
      ]
    }
    var findings: [Finding] = []
    if status.kind == .link {
      findings.append(.note(name, "\(home.path) is a link to elsewhere"))
      guard let target = try? FileStatus(of: home.path) else {
        return [
          .problem(
            name, StorageError.danglingLink(path: home.path))
        ]
      }
      status = target
    }
    guard status.kind == .directory else {
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
    of home: JournalHome, _ status: FileStatus, _ quoted: String
  ) -> [Finding] {
    guard FileSystem.isUsable(home.path, isDirectory: true) else {
      return [
        .problem(
          name, "you may not read and write in \(home.path)",
          remedy: "chmod u+rwx \(quoted)", .system)
      ]
    }
    if !status.isOwn {
      return [
        .warning(
          name, "\(home.path) belongs to another user",
          remedy: "use a home of your own: set PLANTGUIDE_HOME")
      ]
    }
    if status.permissions & 0o077 != 0 {
      return [
        .warning(
          name, "other users may look into \(home.path)",
          remedy: "chmod 700 \(quoted)")
      ]
    }
    return []
  }
}
