internal import Encodings
internal import POSIXKit

/// The sources of passwords and passphrases.
package enum Secrets {
  /// Returns the environment variable for one remote or channel alone.
  package static func variable(_ kind: String, of name: String) -> String {
    let name = name.uppercased().map { $0 == "-" ? "_" : $0 }
    return "PLANTGUIDE_\(String(name))_\(kind)"
  }

  /// Returns whether an environment variable has a secret of a remote, channel
  /// or service.
  static func isVariable(_ name: String) -> Bool {
    name.hasPrefix("PLANTGUIDE_")
      && ["_KEY", "_PASSWORD", "_PASSPHRASE"].contains(where: name.hasSuffix)
  }

  /// The greatest number of bytes of a file with a secret.
  private static let mostBytes = 1 << 16

  /// Refuses what can never be a file with a secret: a missing file, a
  /// directory, a pipe, or a file that is too long.
  ///
  /// - Throws: ``RemoteError``.
  package static func checkFile(_ path: String) throws(RemoteError) {
    guard FileSystem.mayExist(path) else { throw .noPasswordFile(path) }
    guard let status = try? FileStatus(of: path) else {
      throw .noPassword(path)
    }
    guard status.kind == .file else { throw .notAPasswordFile(path) }
    guard status.byteCount <= mostBytes else { throw .longPasswordFile(path) }
  }

  /// Reads the first line of a file, or of a command's output.
  ///
  /// - Parameters:
  ///   - name: The remote or channel, for messages.
  ///   - path: The file.
  ///   - command: The command, for a shell.
  ///   - said: Receives the command's standard error.
  /// - Returns: The secret; `nil` if neither is given.
  /// - Throws: ``RemoteError``, or `FileSystemError`.
  package static func text(
    of name: String, inFile path: String?, fromCommand command: String?,
    said: @escaping ([UInt8]) -> Void
  ) throws -> String? {
    if let path {
      try checkFile(path)
      try WeakPlace.check(path)
      guard let status = try? FileStatus(of: path) else {
        throw RemoteError.noPassword(path)
      }
      guard status.permissions & 0o077 == 0 else {
        throw RemoteError.readableByOthers(path)
      }
      return try firstLine(
        of: File.contents(of: path, atMost: mostBytes) ?? [], from: path)
    }
    guard let command else { return nil }
    let source = "the command for the secret of '\(name)'"
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
