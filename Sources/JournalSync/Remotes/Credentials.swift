internal import Encodings
internal import POSIXKit

/// What proves who asks a remote. It is never kept by this program, nor told
/// to anybody but the remote.
struct Credentials {
  /// The user, or the id of an access key.
  var user: String?
  /// The password, or the secret of an access key.
  var password: String?
  /// The token of a session, or of another PlantGuide.
  var token: String?

  /// Asks the sources that a remote names, else the environment.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - environment: The variables of the process, by name.
  /// - Throws: ``RemoteError``, or `FileSystemError`.
  init(for remote: Remote, environment: (String) -> String?) throws {
    user = remote.options[.user]
    password = try Self.password(of: remote)
    guard password == nil else {
      if !remote.address.kind.isStore { token = password }
      return
    }
    // First what is meant for this remote alone.
    let name = String(
      remote.name.uppercased().map { $0 == "-" ? "_" : $0 })
    password = environment("PLANTGUIDE_\(name)_PASSWORD")
    switch remote.address.kind {
    case .s3 where password == nil:
      password = environment("AWS_SECRET_ACCESS_KEY")
      user = user ?? environment("AWS_ACCESS_KEY_ID")
      token = environment("AWS_SESSION_TOKEN")
    case .http, .https: token = password
    default: break
    }
  }

  private static func password(of remote: Remote) throws -> String? {
    if let path = remote.options[.passwordFile] {
      guard let status = try? FileStatus(of: path),
        status.permissions & 0o077 == 0
      else {
        guard FileSystem.exists(path) else {
          throw RemoteError.noPassword(path)
        }
        throw RemoteError.readableByOthers(path)
      }
      return try firstLine(
        of: File.contents(of: path, atMost: 1 << 16) ?? [], from: path)
    }
    guard let command = remote.options[.passwordCommand] else { return nil }
    let output = try Pipe()
    let child = try ChildProcess.start(
      "/bin/sh", arguments: ["-c", command],
      descriptors: [.init(own: output.writingEnd.descriptor, inChild: 1)])
    let reading = output.keepingReadingEnd()
    let bytes = reading.contents(until: Deadline(seconds: 60))
    guard child.wait(until: Deadline(seconds: 5)) == .exited(0) else {
      throw RemoteError.noPassword(
        "the command for the password of '\(remote.name)'")
    }
    return try firstLine(
      of: bytes, from: "the command for the password of '\(remote.name)'")
  }

  private static func firstLine(
    of bytes: [UInt8], from source: String
  ) throws -> String {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0x0d }
    guard !line.isEmpty, let text = String(checking: Array(line).span.bytes)
    else { throw RemoteError.noPassword(source) }
    return text
  }
}
