internal import Glibc
internal import JournalLog
internal import POSIXKit
internal import TerminalKit

/// Looks at the files of the home, without opening what could be anything.
enum FileChecks {
  private static let name = "files"

  static func findings(_ home: JournalHome) -> [Finding] {
    var findings: [Finding] = []
    for path in [home.identityFile, home.dataFile, home.lockFile] {
      findings += look(at: path)
    }
    if home.expectsData, home.dataFileInode == nil {
      findings.append(
        .problem(
          name, "\(home.dataFile) is missing, but there was a journal here",
          remedy: "restore a backup", .damagedData))
    }
    findings += leftovers(in: home)
    guard findings.isEmpty else { return findings }
    return [.ok(name, "whole, and yours alone")]
  }

  private static func look(at path: String) -> [Finding] {
    let status: FileStatus
    do throws(FileSystemError) {
      status = try FileStatus(of: path)
    } catch {
      return error.code == ENOENT ? [] : [.problem(name, error)]
    }
    let quoted = ShellQuoting.quoted(path)
    guard status.kind == .file else {
      return [
        .problem(
          name, "\(path) is no file", remedy: "mv \(quoted) elsewhere",
          .damagedData)
      ]
    }
    guard FileSystem.isUsable(path, isDirectory: false) else {
      return [
        .problem(
          name, "you may not read and write \(path)",
          remedy: "chmod u+rw \(quoted)", .system)
      ]
    }
    guard status.permissions & 0o077 == 0 else {
      return [
        .warning(
          name, "other users may read or change \(path)",
          remedy: "chmod 600 \(quoted)")
      ]
    }
    return []
  }

  /// What a process that was killed left behind.
  private static func leftovers(in home: JournalHome) -> [Finding] {
    let found = (try? FileSystem.names(in: home.path)) ?? []
    let names = found.filter { name in
      name.hasSuffix(".tmp") || name.hasPrefix(JournalHome.removedPrefix)
    }
    return names.map { leftover in
      let path = ShellQuoting.quoted("\(home.path)/\(leftover)")
      return .note(
        name, "\(leftover) was left by a command that was killed",
        remedy: "rm -r \(path)")
    }
  }
}
