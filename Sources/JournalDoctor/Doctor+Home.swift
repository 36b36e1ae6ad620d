internal import ErrorKit
internal import Glibc
internal import JournalLog
internal import LMDBKit
internal import POSIXKit

extension Doctor {
  /// Checks the owner and the permissions of the journal's directory.
  public func homeFindings() -> [Finding] {
    var status: FileStatus
    do throws(FileSystemError) {
      status = try FileStatus(of: home.path, followsLinks: false)
    } catch {
      guard error.code == ENOENT else { return [.problem(.home, error)] }
      return [
        .note(
          .home,
          "\(home.path) does not exist yet; the first command that writes creates it"
        )
      ]
    }
    var findings: [Finding] = []
    if status.kind == .link {
      findings.append(.note(.home, "\(home.path) is a link to another place"))
      guard let target = try? FileStatus(of: home.path) else {
        return [.problem(.home, StorageError.danglingLink(path: home.path))]
      }
      status = target
    }
    guard status.kind == .directory else {
      return findings + [
        .problem(
          .home, "\(home.path) is not a directory", .useHome("a directory"),
          .system)
      ]
    }
    findings += access(status)
    guard findings.isEmpty else { return findings }
    return [.ok(.home, "\(home.path), readable for you alone")]
  }

  private func access(_ status: FileStatus) -> [Finding] {
    guard FileSystem.isUsable(home.path, isDirectory: true) else {
      return [
        .problem(
          .home, "you cannot read and write in \(home.path)",
          .run(["chmod", "u+rwx", home.path]), .system)
      ]
    }
    if !status.isOwn {
      return [
        .warning(
          .home, "\(home.path) belongs to another user", .useOwnHome)
      ]
    }
    if status.permissions & 0o077 != 0 {
      return [
        .warning(
          .home, "other users can read \(home.path)",
          .run(["chmod", "700", home.path]))
      ]
    }
    return []
  }

  /// Checks the kind and the free space of the home's file system.
  public func volumeFindings() -> [Finding] {
    Finding.guarded(.volume) {
      let volume = try Volume(of: home.path)
      let data = (try? FileStatus(of: home.dataFile))?.byteCount ?? 0
      return [
        finding(of: volume.kind),
        finding(free: volume.freeByteCount, data: data),
      ]
    }
  }

  private func finding(of found: Volume.Kind) -> Finding {
    switch found {
    case .local: .ok(.volume, "a local file system")
    case .network:
      .problem(
        .volume, "a network file system, on which the journal would be damaged",
        .useHome("a directory on a local disk"), .system)
    case .memory:
      .warning(
        .volume, "the home is in memory and lost at a restart",
        .useHome("a directory on a disk"))
    case .overlay:
      .note(
        .volume,
        "the home is in a container's own layer and lost with the container",
        .useHome("a directory that is mounted into it"))
    }
  }

  /// A commit writes new pages before it frees the old, and a backup needs
  /// the whole file once more.
  private func finding(free: Int, data: Int) -> Finding {
    let text = "\(ByteText.text(free)) free"
    guard free >= 1 << 20 else {
      return .problem(
        .space, "the disk is full: \(text)", "free some space on it", .system)
    }
    guard free >= data + (16 << 20) else {
      return .warning(
        .space, "\(text), too little for a backup beside the journal",
        "free some space on the disk")
    }
    return .ok(.space, text)
  }

  /// Checks the files of the home, without opening special files.
  public func fileFindings() -> [Finding] {
    var findings: [Finding] = []
    let secrets = [home.keysDirectory, home.syncDirectory].flatMap {
      directory in
      let names = (try? FileSystem.names(in: directory)) ?? []
      return names.map { "\(directory)/\($0)" }
    }
    let tokens = home.path + "/tokens.json"
    for path in [
      home.identityFile, home.dataFile, home.lockFile, home.remotesFile, tokens,
    ] + secrets {
      findings += look(at: path)
    }
    findings += trust(
      in: [
        home.remotesFile, home.channelsFile, home.servicesFile,
        home.settingsFile, tokens,
      ])
    if home.expectsData, home.dataFileInode == nil {
      findings.append(
        .problem(
          .files, "\(home.dataFile) is missing, but there was a journal here",
          "restore a backup", .damagedData))
    }
    findings += leftovers
    guard findings.isEmpty else { return findings }
    return [.ok(.files, "whole, and readable for you alone")]
  }

  /// Reports the first of these files that another user could change, so that
  /// its programs and secrets are not used.
  private func trust(in paths: [String]) -> [Finding] {
    for path in paths where FileSystem.exists(path) {
      do {
        try WeakPlace.check(path)
      } catch let error as UntrustedFile {
        return [.warning(.files, error.facts.message, error.facts.remedy)]
      } catch {
        return [.problem(.files, error)]
      }
    }
    return []
  }

  private func look(at path: String) -> [Finding] {
    let status: FileStatus
    do throws(FileSystemError) {
      status = try FileStatus(of: path)
    } catch {
      return error.code == ENOENT ? [] : [.problem(.files, error)]
    }
    guard status.kind == .file else {
      return [
        .problem(
          .files, "\(path) is not a file", .run(["mv", path, "elsewhere"]),
          .damagedData)
      ]
    }
    guard FileSystem.isUsable(path, isDirectory: false) else {
      return [
        .problem(
          .files, "you cannot read and write \(path)",
          .run(["chmod", "u+rw", path]), .system)
      ]
    }
    guard status.permissions & 0o077 == 0 else {
      return [
        .warning(
          .files, "other users can read or change \(path)",
          .run(["chmod", "600", path]))
      ]
    }
    return []
  }

  /// The leftovers of a killed process.
  private var leftovers: [Finding] {
    let found = (try? FileSystem.names(in: home.path)) ?? []
    let names = found.filter { name in
      [".tmp", ".partial"].contains(where: name.hasSuffix)
        || name.hasPrefix(JournalHome.removedPrefix)
    }
    let parts = [home.path, home.keysDirectory, home.syncDirectory].flatMap {
      directory in
      ((try? Folder(directory))?.deadParts ?? []).map { "\(directory)/\($0)" }
    }
    return (names.map { "\(home.path)/\($0)" } + parts).map { path in
      .note(
        .files,
        "a killed command left \(FileSystem.name(of: path))",
        .run(["rm", "-r", path]))
    } + copies
  }

  /// The copies of journals that earlier versions left among the system's
  /// temporary files when killed. A home in use has other files too.
  private var copies: [Finding] {
    let place = FileSystem.temporaryDirectory
    let names = ((try? FileSystem.names(in: place)) ?? []).filter { name in
      guard FileSystem.isTemporaryName(name, "") else { return false }
      let path = "\(place)/\(name)"
      let status = try? FileStatus(of: path, followsLinks: false)
      return status?.kind == .directory && status?.isOwn == true
        && (try? FileSystem.names(in: path)) == [JournalHome.dataName]
    }
    return names.map { name in
      .warning(
        .files,
        "a killed command left a copy of a journal in \(place)/\(name), with contents that you erased since",
        .run(["rm", "-r", "\(place)/\(name)"]))
    }
  }
}

/// Texts for numbers of bytes: "64 MiB".
public enum ByteText {
  /// Returns `count`, rounded down, in the largest unit that gives at least 10.
  public static func text(_ count: Int) -> String {
    var number = count
    var units = ["bytes", "KiB", "MiB", "GiB", "TiB"][...]
    while number >= 10 * 1_024, units.count > 1 {
      number /= 1_024
      units.removeFirst()
    }
    return "\(number) \(units.first ?? "")"
  }
}
