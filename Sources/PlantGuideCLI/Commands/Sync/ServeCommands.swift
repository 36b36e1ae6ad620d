internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalExchange
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let serve = Command(
    definition: CommandDefinition(
      path: ["serve"],
      summary: "Let other machines sync with this one",
      options: ServeOptions.all + [.help],
      examples: ["plantguide serve --listen 192.0.2.7:8714"],
      discussion:
        "Other machines are let in by 'serve invite' and 'join', and nobody else is told anything. "
        + "Elsewhere than on this machine connections are encrypted, with a certificate that is made at first, unless you name one. "
        + "There 'remote discover' of another machine finds it where Avahi runs: it tells its address, the journal's short id and its certificate's key. "
        + "It runs until it is ended with Ctrl-C.",
      section: .sync)
  ) { context in
    let program = CommandContext.sibling("plantguide-serve")
    guard FileSystem.isExecutable(program) else {
      throw RemoteError.noTransport(program)
    }
    var words = ["--home", context.journal.homePath]
    for option in [
      ServeOptions.listen, ServeOptions.certificate, ServeOptions.key,
    ] {
      guard let value = try context.arguments[option] else { continue }
      words += ["--\(option.name)", value]
    }
    if context.arguments[ServeOptions.hidden] {
      words.append("--\(ServeOptions.hidden.name)")
    }
    try context.output.flush()
    try ChildProcess.replaceThisProcess(by: program, arguments: words)
  }

  static let serveInvite = Command(
    definition: CommandDefinition(
      path: ["serve", "invite"],
      summary: "Make an invitation for another machine",
      arguments: [
        ArgumentDefinition(
          name: "URL",
          help: "Where that machine reaches this one: https://192.0.2.7:8714")
      ],
      options: [
        ServeOptions.person, ServeOptions.readOnly, ServeOptions.certificate,
        ServeOptions.key,
      ] + GlobalOptions.maintaining,
      examples: ["plantguide serve invite http://localhost:8714"],
      discussion:
        "The line holds the address, what the server's certificate must be, and a token that works once, within a day. On the other machine 'plantguide join' takes it. Whoever sees it first can join, so hand it over with care.",
      section: .sync, isWriting: true)
  ) { context in
    let url = context.arguments.positional[0]
    // Refuses what 'join' would refuse.
    _ = try RemoteAddress(url, in: "/")
    let invitation = try context.journal.accessTokens.invite(
      to: url, keyHash: try context.keyHash(for: url),
      person: try context.arguments[ServeOptions.person],
      access: context.access, at: context.now())
    guard let invitation else {
      throw UsageError(
        "'\(url)' is no address of a server",
        hint:
          "write https://HOST:PORT, or http://localhost:PORT for this machine",
        usage: context.command.usage)
    }
    guard !context.wantsJSON else {
      return try context.printJSONObject {
        $0.member("invitation", invitation.line)
      }
    }
    try context.output.writeLine(pasted: invitation.line)
    if let code = context.code(of: invitation.line) {
      for line in code.lines(for: context.terminal) { try context.print(line) }
    }
    try context.print(
      hint: "on the other machine: plantguide join, then paste the line")
  }

  static let serveToken = Command(
    definition: CommandDefinition(
      path: ["serve", "token"],
      summary: "Make, list or revoke the tokens of other machines",
      arguments: [
        ArgumentDefinition(
          name: "ACTION",
          completion: .choice(TokenAction.allCases.map(\.rawValue)),
          help: "create, list or revoke"),
        ArgumentDefinition(
          name: "DEVICE", isOptional: true,
          help: "What the machine is called; for revoke its token's id"),
      ],
      options: [ServeOptions.person, ServeOptions.readOnly]
        + GlobalOptions.maintaining,
      examples: [
        "plantguide serve token create phone --person Anna",
        "plantguide serve token list",
      ],
      discussion:
        "A token lets one machine sync, or with --read-only only fetch. It is shown once and kept as a hash, so what is lost is revoked and made again.",
      section: .sync, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    guard let action = TokenAction(rawValue: words[0]),
      action == .list || words.count > 1
    else {
      throw UsageError(
        "say what is to be done, and with which device",
        hint: "write create DEVICE, list or revoke ID",
        usage: context.command.usage)
    }
    switch action {
    case .create: try context.createToken(for: words[1])
    case .list: try context.listTokens()
    case .revoke: try context.revokeToken(words[1])
    }
  }

  static let join = Command(
    definition: CommandDefinition(
      path: ["join"],
      summary: "Join the journal of another machine by its invitation",
      arguments: [
        ArgumentDefinition(
          name: "LINE", isOptional: true,
          help:
            "The line that 'plantguide serve invite' printed there; - reads standard input"
        )
      ],
      options: [
        ServeOptions.remoteName, ServeOptions.device, ServeOptions.person,
      ] + GlobalOptions.maintaining,
      examples: [
        "plantguide join",
        "plantguide join 'plantguide:join?url=https://192.0.2.7:8714&pin=...&token=...'",
      ],
      discussion:
        "The line holds a secret. If you leave it out, the command asks for it and does not show it; without a terminal it reads the line from standard input. As an argument the line stays in your shell's history, and other users of the machine can see it. "
        + "Unless this machine has a name already, it is called DEVICE in the journal once it has synced and written something, and belongs to PERSON, or to whom the invitation is for; see 'log name'.",
      section: .sync, isWriting: true)
  ) { context in
    let remote = try context.journal.join(
      context.invitation(),
      as: try context.arguments[ServeOptions.device]
        ?? ProcessFacts.hostName,
      of: try context.arguments[ServeOptions.person],
      named: try context.arguments[ServeOptions.remoteName] ?? "peer",
      context.syncRequest())
    guard !context.wantsJSON else {
      return try context.printJSONObject { $0.member("remote", remote.name) }
    }
    try context.print(
      "joined \(SafeText.shown("\(remote.address)")), which is the remote '\(remote.name)'; nothing is fetched yet"
    )
    try context.print(hint: "sync with: plantguide sync \(remote.name)")
  }
}

/// The error if the server's program prints no key. It says why itself.
private struct NoServerKey: DescribedError {
  var facts: ErrorFacts {
    .init(
      .system, "the server's certificate cannot be read or made",
      "mend what plantguide-serve says, then try again",
      outcome: .nothingWritten)
  }
}

/// An action on tokens.
private enum TokenAction: String, CaseIterable {
  case create
  case list
  case revoke
}

/// The options of the server's commands.
private enum ServeOptions {
  static let listen = Option(
    "listen", value: "ADDRESS:PORT",
    help: "Where to listen; 127.0.0.1:8714 where it is left out")
  static let certificate = Option(
    "tls-cert", value: "FILE", completion: .file,
    help: "A certificate in PEM, instead of one of its own")
  static let key = Option(
    "tls-key", value: "FILE", completion: .file,
    help: "The certificate's key in PEM")
  static let person = Option(
    "person", value: "NAME", help: "Whose machine it is")
  static let readOnly = Flag(
    "read-only", help: "Let it fetch, and bring nothing")
  static let remoteName = Option(
    "name", value: "NAME", help: "What you call the other machine; 'peer' else")
  static let device = Option(
    "device", value: "NAME",
    help: "What this machine is called; its host name else")

  static let hidden = Flag(
    "hidden", help: "Do not tell this network that it is there")

  static let all: [OptionDefinition] = [listen, certificate, key, hidden]
}

extension CommandContext {
  /// The invitation: the argument, or a line that is typed unseen or piped in.
  fileprivate func invitation() throws -> String {
    let argument = arguments.positional.first ?? "-"
    guard argument == "-" else { return argument }
    let line =
      process.prompt.isInteractive
      ? try process.prompt.secret("Invitation:")
      : String(decoding: try process.readStandardInput(), as: UTF8.self)
    guard let line = line?.split(whereSeparator: \.isWhitespace).first else {
      throw UsageError(
        "no invitation was given", hint: "paste it, or pipe it in",
        usage: command.usage)
    }
    return String(line)
  }

  fileprivate var access: AccessTokens.Access {
    arguments[ServeOptions.readOnly] ? .readOnly : .readWrite
  }

  /// The hash of the server's public key, for an address with TLS.
  fileprivate func keyHash(for url: String) throws -> [UInt8]? {
    guard url.hasPrefix("https://") else { return nil }
    let program = Self.sibling("plantguide-serve")
    guard FileSystem.isExecutable(program) else {
      throw RemoteError.noTransport(program)
    }
    // The certificate with which the server starts.
    var words = ["--home", journal.homePath]
    for option in [ServeOptions.certificate, ServeOptions.key] {
      guard let value = try arguments[option] else { continue }
      words += ["--\(option.name)", value]
    }
    let bytes = try Self.output(of: program, words + ["--show-key"])
    let hash = PeerInvitation.keyHash(
      pinned: String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self))
    guard let hash else { throw NoServerKey() }
    return hash
  }

  /// Returns a line as a code for a camera; `nil` if nobody is looking, or if
  /// the terminal is too small or lacks the characters.
  fileprivate func code(of line: String) -> MatrixCode? {
    let program = Self.sibling("plantguide-serve")
    guard terminal.isTerminal, FileSystem.isExecutable(program),
      let text = try? Self.output(of: program, ["--qr"], reading: line),
      let code = MatrixCode(String(decoding: text, as: UTF8.self)),
      code.fits(terminal)
    else { return nil }
    return code
  }

  /// Returns the output of a program that reads a text.
  private static func output(
    of program: String, _ words: [String], reading text: String = ""
  ) throws -> [UInt8] {
    let input = try Pipe()
    let output = try Pipe()
    let child = try ChildProcess.start(
      program, arguments: words,
      descriptors: [
        .init(own: input.readingEnd.descriptor, inChild: 0),
        .init(own: output.writingEnd.descriptor, inChild: 1),
      ])
    // It is short enough for a pipe that nobody reads yet.
    try input.keepingWritingEnd().write(Array(text.utf8)[...])
    let bytes = output.keepingReadingEnd().contents(
      until: Deadline(seconds: 60))
    _ = child.wait(until: Deadline(seconds: 5))
    return bytes
  }

  fileprivate mutating func createToken(for device: String) throws {
    let (entry, secret) = try journal.accessTokens.create(
      device: device, person: try arguments[ServeOptions.person],
      access: access, at: now())
    guard !wantsJSON else {
      return try printJSONObject {
        $0.member("id", entry.id)
        $0.member("token", secret.text)
      }
    }
    try output.writeLine(pasted: secret.text)
    try print(
      terminal.styled(
        "shown once; take it back with: plantguide serve token revoke \(entry.id)",
        .hint))
  }

  fileprivate mutating func listTokens() throws {
    // An invitation that was taken up has become a token of its own.
    let entries = try journal.accessTokens.entries().filter {
      $0.expiresAt == nil || $0.device == nil
    }
    if try printedJSON({ $0.tokens(entries) }) { return }
    guard !entries.isEmpty else { return try print("Nobody was let in yet.") }
    var table = Table([
      .init("ID", narrowest: 8), .init("DEVICE", narrowest: 8),
      .init("PERSON", narrowest: 6, dropOrder: 2), .init("MAY", narrowest: 9),
      .init("MADE", narrowest: 16, dropOrder: 3),
      .init("LAST SEEN", narrowest: 16, dropOrder: 1),
    ])
    for entry in entries {
      table.add([
        .init(entry.id), .init(SafeText.shown(entry.device ?? "")),
        .init(SafeText.shown(entry.person ?? "")),
        .init(try entry.state(at: now())),
        .init(shown(entry.createdAt), .dim),
        .init(entry.usedAt.map(shown) ?? "never", .dim),
      ])
    }
    try print(table)
  }

  fileprivate mutating func revokeToken(_ id: String) throws {
    guard let entry = try journal.accessTokens.revoke(id, at: now()) else {
      throw UsageError(
        "there is no token '\(id)'",
        hint: "see 'plantguide serve token list' for their ids")
    }
    guard !wantsJSON else {
      return try printJSONObject { $0.member("revoked", entry.id) }
    }
    try print("revoked \(entry.id)")
  }
}
