internal import Encodings
internal import POSIXKit

/// Hands messages to the program `apprise`, which knows many services. Its
/// address, which usually has a secret, goes to it over a pipe.
final class AppriseSender: ReminderSender {
  private let url: String
  private let secret: ChannelSecret
  private let environment: SenderEnvironment

  private static let program = "apprise"
  /// More than any service takes, and less than a pipe holds.
  private static let mostTextBytes = 32_000

  init(
    _ url: String, of channel: ReminderChannel,
    _ environment: SenderEnvironment
  ) throws {
    self.environment = environment
    secret = try ChannelSecret(of: channel, environment)
    // Without an address the secret is all of it.
    self.url =
      try url.isEmpty
      ? secret.text ?? { throw ChannelError.noSecret(channel: channel.name) }()
      : secret.filled(into: url, of: channel)
  }

  /// Refuses an address with a password.
  static func check(_ url: String) throws(ReminderChannelError) {
    func fault(_ reason: String) -> ReminderChannelError {
      .badAddress(scheme: program, reason: reason)
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
      throw fault("it contains blanks or control characters")
    }
    guard !url.isEmpty else { return }
    guard url.utf8.count <= 2_048, let end = url.firstRange(of: "://") else {
      throw fault("an address of apprise follows it, such as tgram://…")
    }
    let authority = url[end.upperBound...].prefix { $0 != "/" && $0 != "?" }
    guard let at = authority.lastIndex(of: "@") else { return }
    let user = authority[..<at]
    guard let colon = user.firstIndex(of: ":") else { return }
    guard user[colon...] == ":" + ChannelSecret.placeholder else {
      throw .passwordInAddress
    }
  }

  func send(_ message: ReminderMessage) throws -> String? {
    guard FileSystem.isInstalled(Self.program) else {
      throw ChannelError.noProgram(name: Self.program)
    }
    let text = try Pipe()
    let configuration = try Pipe()
    let output = try Pipe()
    let child = try ChildProcess.start(
      Self.program,
      arguments: [
        "--title", message.title, "--input-format", "text",
        "--config", "/dev/fd/3",
      ],
      descriptors: [
        .init(own: text.readingEnd.descriptor, inChild: 0),
        .init(own: output.writingEnd.descriptor, inChild: 1),
        .init(own: output.writingEnd.descriptor, inChild: 2),
        .init(own: configuration.readingEnd.descriptor, inChild: 3),
      ], leadsGroup: true)
    let deadline = Deadline(
      seconds: environment.share(of: environment.seconds * 2))
    Self.give(Array("\(url)\n".utf8), to: configuration.keepingWritingEnd())
    Self.give(
      Array(message.text.lines(atMost: Self.mostTextBytes).utf8),
      to: text.keepingWritingEnd())
    let said = output.keepingReadingEnd().contents(
      until: deadline, atMost: 1 << 14)
    let words = String(decoding: said, as: UTF8.self)
    switch child.wait(until: deadline) {
    case .exited(0): return nil
    case .timedOut:
      throw ChannelError.programFailed(
        name: Self.program, "did not end in time and was stopped")
    case .exited, .signalled:
      let hidden = hidden(in: words)
      throw ChannelError.programFailed(
        name: Self.program,
        "did not send the message" + (hidden.isEmpty ? "" : ": \(hidden)"))
    }
  }

  /// Returns words without the parts of the address, which the program repeats.
  private func hidden(in words: String) -> String {
    let parts = url.split { "/@:?&=".contains($0) }
      .flatMap { [String($0), PercentEscapes.decoded($0)] }
      .filter { $0.utf8.count >= 4 }
    return ChannelSecret.line(
      of: ChannelSecret.hiding(parts, in: secret.hidden(in: words)))
  }

  /// Writes bytes that fit into the pipe, and ends it. Somebody who does not
  /// read them reports that by a status.
  private static func give(_ bytes: [UInt8], to pipe: consuming File) {
    pipe.setNonBlocking()
    try? File.write(bytes[...], to: pipe.descriptor, "a pipe")
  }

  func withdraw(_ name: String) {}
}
