internal import Encodings
internal import POSIXKit

/// The secrets that prove to a remote who asks. The program never stores them,
/// and shows them to nobody but the remote.
struct Credentials {
  /// The user, or the id of an access key.
  var user: String?
  /// The password, or the secret of an access key.
  var password: String?
  /// The token of a session, or of another PlantGuide.
  var token: String?

  /// Creates the credentials for another PlantGuide.
  init(token: String) { self.token = token }

  /// Asks the sources that a remote names, else the environment.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - request: Gives the environment, and receives messages of commands.
  /// - Throws: ``RemoteError``, or `FileSystemError`.
  init(for remote: Remote, _ request: SyncRequest) throws {
    let environment = request.environment
    user = remote.options[.user]
    password = try Secrets.text(
      of: remote, inFile: .passwordFile, fromCommand: .passwordCommand,
      said: request.said)
    guard password == nil else {
      if !remote.address.kind.isStore { token = password }
      return
    }
    // The variable for this remote alone comes first.
    password = environment(Secrets.variable("PASSWORD", of: remote))
    switch remote.address.kind {
    case .s3 where password == nil:
      password = environment("AWS_SECRET_ACCESS_KEY")
      user = user ?? environment("AWS_ACCESS_KEY_ID")
      token = environment("AWS_SESSION_TOKEN")
    case .http, .https: token = password
    default: break
    }
  }
}

/// The sources of passwords and passphrases.
enum Secrets {
  /// Returns the environment variable for one remote alone.
  static func variable(_ kind: String, of remote: Remote) -> String {
    let name = remote.name.uppercased().map { $0 == "-" ? "_" : $0 }
    return "PLANTGUIDE_\(String(name))_\(kind)"
  }

  /// Returns the first line of the file, or of the command's output, that a
  /// remote names; `nil` if it names neither. `said` receives the command's
  /// standard error.
  ///
  /// - Throws: ``RemoteError``, or `FileSystemError`.
  static func text(
    of remote: Remote, inFile file: Remote.Option,
    fromCommand command: Remote.Option, said: @escaping ([UInt8]) -> Void
  ) throws -> String? {
    if let path = remote.options[file] {
      try WeakPlace.check(path)
      guard let status = try? FileStatus(of: path) else {
        throw RemoteError.noPassword(path)
      }
      guard status.permissions & 0o077 == 0 else {
        throw RemoteError.readableByOthers(path)
      }
      return try firstLine(
        of: File.contents(of: path, atMost: 1 << 16) ?? [], from: path)
    }
    guard let command = remote.options[command] else { return nil }
    let source = "the command for the secret of '\(remote.name)'"
    let output = try Pipe()
    let errors = try Pipe()
    let child = try ChildProcess.start(
      "/bin/sh", arguments: ["-c", command],
      descriptors: [
        .init(own: output.writingEnd.descriptor, inChild: 1),
        .init(own: errors.writingEnd.descriptor, inChild: 2),
      ],
      leadsGroup: true)
    var stream = SideStream(errors.keepingReadingEnd(), said)
    let bytes = output.keepingReadingEnd().line(
      until: Deadline(seconds: 60), atMost: 1 << 12, beside: &stream)
    let ending = child.wait(until: Deadline(seconds: 5))
    stream.handOn()
    guard ending == .exited(0) else {
      throw RemoteError.noPassword(source)
    }
    return try firstLine(of: bytes, from: source)
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
