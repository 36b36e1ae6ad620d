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
      summary: "Let other machines and browsers use this journal",
      options: ServeOptions.all + [.help],
      examples: ["plantguide serve --listen 192.0.2.7:8714"],
      discussion: """
        The server runs until you press Ctrl-C. It answers only machines that \
        you let in with 'serve invite' or 'serve token', and browsers that you \
        let in with 'serve invite --page'. Beyond this machine, connections are \
        encrypted. The certificate is made at the first start, unless you name \
        one.

        Browsers may ask for an address in figures or for localhost. If they \
        ask for a name, allow it with --host. If another web server such as \
        Caddy stands before this one, use --behind-proxy.

        If Avahi runs, 'remote discover' on other machines finds the server. \
        They see its address, the journal's short id and the certificate's \
        key, unless you use --hidden.
        """,
      section: .sync)
  ) { context in
    let program = ChildProcess.sibling("plantguide-serve")
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
    for name in try context.arguments[ServeOptions.host] {
      words += ["--\(ServeOptions.host.name)", name]
    }
    for flag in [ServeOptions.hidden, ServeOptions.behindProxy]
    where context.arguments[flag] {
      words.append("--\(flag.name)")
    }
    try context.output.flush()
    try ChildProcess.replaceThisProcess(by: program, arguments: words)
  }

  static let serveInvite = Command(
    definition: CommandDefinition(
      path: ["serve", "invite"],
      summary: "Make an invitation for another machine or a browser",
      arguments: [
        ArgumentDefinition(
          name: "URL", isOptional: true,
          help: "This machine's address for the other: https://192.0.2.7:8714")
      ],
      options: [
        ServeOptions.page, ServeOptions.person, ServeOptions.role,
        ServeOptions.readOnly, ServeOptions.certificate, ServeOptions.key,
      ] + GlobalOptions.maintaining,
      examples: [
        "plantguide serve invite --person Anna",
        "plantguide serve invite --page --person Bea --role care",
        "plantguide serve invite http://localhost:8714",
      ],
      discussion: """
        The command prints a line with the address, the server's key and a \
        token, on a terminal also as a QR code. Enter the line in 'plantguide \
        join' on the other machine. It works once, within a day. Anyone who \
        sees it first can join, so keep it secret.

        Without a URL, the command takes the address of the server that runs, \
        or ran last. If this machine has several, you are asked on a terminal; \
        elsewhere the likeliest is taken and the others are named.

        With --page, the command prints a link for a browser instead, for \
        example on a phone. Whoever opens it first is signed in for 90 days.

        By default, the other machine can read and write. With --role read, \
        it can fetch the whole journal with its history and photos. It cannot \
        change anything here. With --role care, it can also give care by the \
        API of this machine, but nothing more.
        """,
      section: .sync, isWriting: true)
  ) { context in
    let offer = try context.offer(at: context.arguments.positional.first)
    guard !context.arguments[ServeOptions.page] else {
      return try context.inviteToPages(offer)
    }
    // Refuses what 'join' would refuse, before the server's key is made.
    let address = try RemoteAddress(offer.url, in: "/")
    let person = try context.arguments[ServeOptions.person]
    try AccessTokens.check([person])
    let invitation = try context.journal.accessTokens.invite(
      to: offer.url, keyHash: try context.keyHash(for: offer),
      person: person, access: try context.access, at: context.now())
    guard let invitation else { throw context.badAddress(offer) }
    if address.isLoopback { try context.warn(ofLoopback: offer) }
    guard !context.wantsJSON else {
      return try context.printJSONObject {
        $0.member("invitation", invitation.line)
        if !offer.others.isEmpty { $0.member("others", offer.others) }
      }
    }
    try context.output.writeLine(pasted: invitation.line)
    if let code = context.code(of: invitation.line) {
      for line in code.lines(for: context.terminal) { try context.print(line) }
    }
    try context.print(
      hint: "on the other machine: plantguide join, then paste the line")
    try context.printHints(of: offer)
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
          help: "The machine's name; for revoke, the token's id"),
      ],
      options: [ServeOptions.person, ServeOptions.role, ServeOptions.readOnly]
        + GlobalOptions.maintaining,
      examples: [
        "plantguide serve token create phone --person Anna",
        "plantguide serve token list",
      ],
      discussion: """
        A token lets one machine sync. With --role read, the machine can fetch \
        the whole journal and its photos, but cannot change anything here. \
        With --role care, it can also give care by the API of this machine. \
        The token is shown once and stored only as a hash. If it is lost, \
        revoke it and create another. The list also shows browsers that are \
        signed in, which you sign out with 'revoke'.
        """,
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

  static let serveCalendar = Command(
    definition: CommandDefinition(
      path: ["serve", "calendar"],
      summary: "Make an address for a calendar program",
      arguments: [
        ArgumentDefinition(
          name: "NAME", help: "The name of the program or its device"),
        ArgumentDefinition(
          name: "URL", isOptional: true,
          help: "The address at which the program reaches this machine"),
      ],
      options: GlobalOptions.maintaining,
      examples: [
        "plantguide serve calendar phone",
        "plantguide serve calendar desk http://localhost:8714",
      ],
      discussion: """
        A calendar program subscribes to the due tasks at the address. Whoever \
        knows the address sees the tasks, and nothing else. It is shown once; \
        'serve token list' lists it, and 'serve token revoke' revokes it.

        With ?form=todo at its end, the address gives to-dos instead of \
        events; with ?digest=true, one entry for each day. 'room', 'plant' \
        and 'kind' select tasks, as in ?room=Kitchen&kind=watering.
        """,
      section: .sync, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    let offer = try context.offer(at: words.count > 1 ? words[1] : nil)
    let made = try context.journal.accessTokens.makeCalendar(
      at: offer.url, named: words[0], at: context.now())
    guard let link = made?.link else { throw context.badAddress(offer) }
    guard !context.wantsJSON else {
      return try context.printJSONObject {
        $0.member("calendar", link)
        if !offer.others.isEmpty { $0.member("others", offer.others) }
      }
    }
    try context.output.writeLine(pasted: link)
    if let code = context.code(of: link) {
      for line in code.lines(for: context.terminal) { try context.print(line) }
    }
    try context.printHints(of: offer)
  }

  static let web = Command(
    definition: CommandDefinition(
      path: ["web"],
      summary: "Open the journal in a browser",
      options: [ServeOptions.noOpen, .json, .help],
      examples: ["plantguide web"],
      discussion: """
        The command starts the server on this machine alone, opens a browser \
        and signs you in. Press Ctrl-C to end the server. If the server of \
        this journal runs already, the command only opens the browser.

        The link works once, within five minutes. To sign another browser in, \
        repeat the command. With --no-open, the command prints the link.

        The server listens at 127.0.0.1:8714, or at another port if that one \
        is in use. To let a phone in, use 'serve' and 'serve invite --page'.
        """,
      section: .sync)
  ) { context in
    let tokens = context.journal.accessTokens
    if let served = try context.journal.servedAddress, served.isRunning {
      let made = try tokens.inviteOwner(at: served.ownURL, at: context.now())
      guard let link = made?.link else { return }
      return try context.open(link)
    }
    let program = ChildProcess.sibling("plantguide-serve")
    guard FileSystem.isExecutable(program) else {
      throw RemoteError.noTransport(program)
    }
    try FileSystem.makeDirectory(context.journal.homePath)
    var words = [
      "--home", context.journal.homePath, "--listen", "127.0.0.1:8714",
      "--link",
    ]
    if context.arguments[ServeOptions.noOpen] { words.append("--no-open") }
    if context.wantsJSON { words.append("--json") }
    try context.output.flush()
    try ChildProcess.replaceThisProcess(by: program, arguments: words)
  }

  static let join = Command(
    definition: CommandDefinition(
      path: ["join"],
      summary: "Join the journal of another machine by invitation",
      arguments: [
        ArgumentDefinition(
          name: "LINE", isOptional: true,
          help:
            "The line of 'plantguide serve invite' there; - reads standard input"
        )
      ],
      options: [
        ServeOptions.remoteName, ServeOptions.device, ServeOptions.person,
        ServeOptions.noSync,
      ] + GlobalOptions.maintaining,
      examples: [
        "plantguide join",
        "plantguide join 'plantguide:join?url=https://192.0.2.7:8714&pin=...&token=...'",
      ],
      discussion: """
        The command adds the other machine as a remote and syncs with it, as \
        'plantguide sync' does. If the sync fails, you have joined anyway: \
        repeat only the sync.

        The line is a secret. If you leave it out, you are asked for it and it \
        is not shown; without a terminal it is read from standard input. As an \
        argument, it stays in your shell's history, and other users of the \
        machine can see it.

        After your first change here, this machine gets its name in the \
        journal: DEVICE of PERSON. By default, PERSON is the one \
        that the invitation names. An existing name is kept; see 'log name'.
        """,
      section: .sync, isWriting: true)
  ) { context in
    let remote = try context.journal.join(
      context.invitation(),
      as: try context.arguments[ServeOptions.device]
        ?? ProcessFacts.hostName,
      of: try context.arguments[ServeOptions.person],
      named: try context.arguments[ServeOptions.remoteName] ?? "peer",
      context.syncRequest())
    if !context.wantsJSON {
      try context.print(
        "joined \(SafeText.shown("\(remote.address)")), which is the remote '\(remote.name)'"
      )
    }
    guard !context.arguments[ServeOptions.noSync] else {
      guard !context.wantsJSON else {
        return try context.printJSONObject { $0.member("remote", remote.name) }
      }
      return try context.print(
        hint: "fetch its journal with: plantguide sync \(remote.name)")
    }
    try context.output.flush()
    let outcome = SyncOutcome(
      remote, Result { try context.sync(remote, context.syncRequest()) })
    do {
      try context.report([outcome]) { $0.member("remote", remote.name) }
    } catch  where outcome.report == nil {
      throw NothingFetched(remote: remote.name, error: error)
    }
    guard !context.wantsJSON, context.journal.exists else { return }
    let plants = Phrase.count(try context.journal.plantCount(), "plant")
    try context.print("this machine now has the journal with \(plants)")
  }
}

/// The error of the first sync after joining.
private struct NothingFetched: DescribedError {
  let remote: String
  let error: any Error

  var facts: ErrorFacts {
    var facts = ErrorFacts(of: error)
    facts.message =
      "you have joined, but the journal could not be fetched: \(facts.message)"
    facts.outcome = nil
    facts.remedy =
      switch facts.remedy {
      case nil: .syncAgain(remote: remote)
      case .joinJournals?:
        "to make both journals one: plantguide sync \(remote) --merge"
      case let remedy?: "\(remedy.text()); then: plantguide sync \(remote)"
      }
    return facts
  }
}

/// An address of this machine for an invitation.
private struct InvitationOffer {
  let url: String
  /// The key of the server that listens there, in libcurl's form, if known.
  var pinnedKey: String?
  /// The other addresses that the server has.
  var others: [String] = []
  /// The address and port of the server if it does not run.
  var idlePlace: String?

  init(url: String) { self.url = url }
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
    help: "The address to listen on; 127.0.0.1:8714 by default")
  static let certificate = Option(
    "tls-cert", value: "FILE", completion: .file,
    help: "A certificate in PEM, instead of a generated one")
  static let key = Option(
    "tls-key", value: "FILE", completion: .file,
    help: "The certificate's key in PEM")
  static let person = Option(
    "person", value: "NAME", help: "The owner of the machine")
  static let role = Option<TokenRole>(
    "role", value: "ROLE",
    help: "What it may do: all (the default), care or read",
    expects: "all, care or read")
  static let readOnly = Flag("read-only", help: "The same as --role read")
  static let remoteName = Option(
    "name", value: "NAME", help: "The name of the remote; 'peer' by default")
  static let device = Option(
    "device", value: "NAME",
    help: "The name of this machine; its host name by default")

  static let noSync = Flag("no-sync", help: "Join without syncing")
  static let hidden = Flag(
    "hidden", help: "Do not announce the server in this network")
  static let host = RepeatableOption(
    "host", value: "NAME",
    help: "A name by which browsers may ask for the server")
  static let behindProxy = Flag(
    "behind-proxy",
    help: "Believe the headers of a web server on this machine")
  static let page = Flag("page", help: "Invite a person in a browser")
  static let noOpen = Flag("no-open", help: "Print the link, open no browser")

  static let all: [OptionDefinition] = [
    listen, certificate, key, host, behindProxy, hidden,
  ]
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
    get throws {
      let role = try arguments[ServeOptions.role]
      guard arguments[ServeOptions.readOnly] else {
        return (role ?? .all).access
      }
      guard role ?? .read == .read else {
        throw UsageError("--role and --read-only contradict each other")
      }
      return .readOnly
    }
  }

  /// Returns the address for an invitation: the one that was typed, or one at
  /// which the server of this home listens.
  fileprivate mutating func offer(
    at url: String?
  ) throws -> InvitationOffer {
    if let url { return .init(url: url) }
    let offered = try journal.offeredAddresses()
    let index = try chosenAddress(among: offered.urls)
    var offer = InvitationOffer(url: offered.urls[index])
    offer.pinnedKey = offered.pinnedKey
    if !isInteractive { offer.others = Array(offered.urls.dropFirst()) }
    offer.idlePlace = offered.idlePlace(at: index)
    return offer
  }

  /// Invites a person in a browser.
  fileprivate mutating func inviteToPages(_ offer: InvitationOffer) throws {
    let made = try journal.accessTokens.inviteToPages(
      at: offer.url, person: try arguments[ServeOptions.person],
      access: try access, at: now())
    guard let link = made?.link else { throw badAddress(offer) }
    if try RemoteAddress(offer.url, in: "/").isLoopback {
      try warn(ofLoopback: offer, options: " --page")
    }
    guard !wantsJSON else {
      return try printJSONObject {
        $0.member("link", link)
        if let expiresAt = made?.expiresAt {
          $0.member("expiresAt", expiresAt.rfc3339)
        }
        if !offer.others.isEmpty { $0.member("others", offer.others) }
      }
    }
    try output.writeLine(pasted: link)
    let code = code(of: link)
    for line in code?.lines(for: terminal) ?? [] { try print(line) }
    try print(
      hint: "open the link in the other browser"
        + (code == nil ? "" : ", or scan the code"))
    try printHints(of: offer)
  }

  /// Prints the other addresses of an offer, and how to start the server.
  fileprivate mutating func printHints(of offer: InvitationOffer) throws {
    if !offer.others.isEmpty {
      let others = Phrase.list(offer.others, joinedBy: "and")
      try print(hint: "other addresses of this machine: \(others)")
    }
    if let place = offer.idlePlace {
      try print(
        hint: "start the server first: plantguide serve --listen \(place)")
    }
  }

  fileprivate func badAddress(_ offer: InvitationOffer) -> UsageError {
    UsageError(
      "'\(offer.url)' is no address of a server",
      hint:
        "write https://HOST:PORT, or http://localhost:PORT for this machine",
      usage: command.usage)
  }

  /// Asks for one of several addresses; elsewhere the first is the best.
  private mutating func chosenAddress(among urls: [String]) throws -> Int {
    guard urls.count > 1, isInteractive else { return 0 }
    try output.flush()
    let choices = urls.enumerated().map { "\($0 + 1) \($1)" }
    let answer = try process.prompt.answer(
      "At which address does the other machine reach this one? \(choices.joined(separator: ", ")). Which number?"
    )
    guard let number = answer.flatMap(Int.init),
      urls.indices.contains(number - 1)
    else { throw NothingMatched(reason: "none was chosen") }
    return number - 1
  }

  private var isInteractive: Bool { process.prompt.isInteractive && !wantsJSON }

  /// Warns that only this machine can use an invitation.
  fileprivate func warn(
    ofLoopback offer: InvitationOffer, options: String = ""
  ) throws {
    let host = try NetworkAddress.all().first { !$0.isLoopback }?.host
    warnings.add(
      ErrorReport(
        ErrorFacts(
          .invalidInput,
          "only this machine can use this invitation: \(offer.url) leads to itself",
          "to let others in: plantguide serve --listen \(host ?? "ADDRESS"):8714, then plantguide serve invite\(options)"
        )))
  }

  /// The hash of the server's public key, for an address with TLS.
  fileprivate func keyHash(for offer: InvitationOffer) throws -> [UInt8]? {
    guard offer.url.hasPrefix("https://") else { return nil }
    if !arguments.contains(ServeOptions.certificate),
      let hash = offer.pinnedKey.flatMap(PeerInvitation.keyHash)
    {
      return hash
    }
    let program = ChildProcess.sibling("plantguide-serve")
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
    let program = ChildProcess.sibling("plantguide-serve")
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

  /// Opens a link in the user's browser, or prints it.
  fileprivate mutating func open(_ link: String) throws {
    guard !wantsJSON else {
      return try printJSONObject { $0.member("link", link) }
    }
    guard arguments[ServeOptions.noOpen] || !WebBrowser.open(link) else {
      return
    }
    try output.writeLine(pasted: link)
    try print(hint: "the link works once, within five minutes")
  }

  fileprivate mutating func createToken(for device: String) throws {
    let (entry, secret) = try journal.accessTokens.create(
      device: device, person: try arguments[ServeOptions.person],
      access: try access, at: now())
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
    let entries = try journal.accessTokens.entries().filter(\.isListed)
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
