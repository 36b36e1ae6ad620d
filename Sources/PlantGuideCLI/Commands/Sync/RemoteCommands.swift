internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let remoteAdd = Command(
    definition: CommandDefinition(
      path: ["remote", "add"],
      summary: "Add a place to sync with",
      arguments: [
        ArgumentDefinition(
          name: "NAME", help: "A name of letters, digits, '-' and '_'"),
        ArgumentDefinition(
          name: "ADDRESS", completion: .directory,
          help: "A folder, or webdavs://host/path, s3://bucket/path"),
      ],
      options: RemoteOptions.all + GlobalOptions.maintaining,
      examples: [
        "plantguide remote add stick ~/stick/plants",
        "plantguide remote add cloud webdavs://cloud.example/dav/plants --user anna --password-file ~/.cloud-password",
        "plantguide remote add friend ~/friend --encrypt",
        "plantguide remote add bucket s3://my-plants/journal --endpoint https://s3.example --region eu-west-1",
      ],
      discussion: """
        A folder can be on a disk that you carry about or on another machine. \
        It can also be a folder that another program keeps in sync. The folder \
        is made now and never by 'sync', so an unmounted disk is not mistaken \
        for an empty one. Anyone who can write to a remote belongs to the \
        journal.

        Passwords are never stored. They come from a file of mode 0600, a \
        command or ~/.netrc. You can also set PLANTGUIDE_NAME_PASSWORD, with \
        the remote's name in capitals, or for S3 the variables \
        AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

        With --encrypt, the remote's owner reads nothing. The first sync on \
        each machine asks for the passphrase; a file, a command or \
        PLANTGUIDE_NAME_PASSPHRASE can give it. Print 'remote key export' and \
        keep it: without it and the passphrase nobody can read the remote.
        """,
      section: .sync, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    let address = try RemoteAddress(
      words[1], in: try FileSystem.canonicalPath("."))
    let remote = try context.journal.addRemote(
      words[0], at: address, options: try context.remoteOptions(),
      journal: try context.arguments[RemoteOptions.journal])
    if try context.printedJSON({ $0.remote(remote) }) { return }
    try context.print(
      "added \(remote.name): \(SafeText.shown("\(remote.address)"))")
    try context.print(
      hint: "fetch and send with: plantguide sync \(remote.name)")
  }

  static let remoteList = Command(
    definition: CommandDefinition(
      path: ["remote", "list"],
      summary: "List the remotes of this machine",
      options: GlobalOptions.inspecting,
      examples: ["plantguide remote list"], section: .sync)
  ) { context in
    let listed = try context.journal.remotes()
    let remotes = Array(
      zip(listed, try context.journal.statuses(of: listed)))
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.list("remotes", remotes) {
          $0.remote($1.0, syncedAt: $1.1.syncedAt)
        }
      }
    }
    guard !remotes.isEmpty else {
      try context.print("There is no remote.")
      return try context.print(
        hint: "add one: plantguide remote add NAME ADDRESS")
    }
    var table = Table([
      .init("NAME"), .init("SYNCED", narrowest: 16),
      .init("TO SEND", alignment: .right),
      .init("ADDRESS", narrowest: 12, dropOrder: 1),
    ])
    for (remote, status) in remotes {
      table.add([
        .init(remote.name, .bold),
        status.failures == nil
          ? .init(status.syncedAt.map(context.shown) ?? "never")
          : .init("failed", .attention),
        .init("\(status.ahead)"),
        .init(SafeText.shown("\(remote.address)"), .dim),
      ])
    }
    try context.print(table)
  }

  static let remoteDiscover = Command(
    definition: CommandDefinition(
      path: ["remote", "discover"],
      summary: "Find machines in this network that you can sync with",
      options: GlobalOptions.inspecting,
      examples: ["plantguide remote discover"],
      discussion: """
        The command lists machines in the network that run 'plantguide serve'. \
        It uses mDNS and needs Avahi with avahi-browse. Anyone in the network \
        can answer anything, so no answer is trusted. To sync with a machine, \
        use an invitation from 'plantguide serve invite' there.
        """,
      section: .sync)
  ) { context in
    let remotes = try context.journal.remotes()
    let peers = try PeerDiscovery.peers().map { peer in
      // Compares only the key, as anybody can use an address.
      let remote = remotes.first {
        peer.pinnedKey != nil && $0.options[.pinnedKey] == peer.pinnedKey
      }
      return (peer: peer, remote: remote?.name)
    }
    if try context.printedJSON({ $0.peers(peers) }) { return }
    guard !peers.isEmpty else {
      return try context.print("Nobody on this network answers.")
    }
    var table = Table([
      .init("NAME", narrowest: 12), .init("ADDRESS", narrowest: 12),
      .init("REMOTE", dropOrder: 2), .init("KEY", narrowest: 16, dropOrder: 1),
    ])
    for (peer, remote) in peers {
      table.add([
        .init(SafeText.shown(peer.name), .bold), .init(peer.url),
        .init(remote ?? ""), .init(peer.pinnedKey ?? "none", .dim),
      ])
    }
    try context.print(table)
    try context.print(
      context.terminal.styled(
        "let in by one: 'plantguide serve invite ADDRESS' there, then 'plantguide join' here",
        .hint))
  }

  static let syncStatus = Command(
    definition: CommandDefinition(
      path: ["sync", "status"],
      summary: "Show what each remote has, as of the last sync",
      arguments: [
        ArgumentDefinition(
          name: "REMOTE", isOptional: true, isRepeatable: true,
          completion: .remote, help: "The remotes; all by default")
      ],
      options: GlobalOptions.inspecting, examples: ["plantguide sync status"],
      discussion: """
        The command does not ask the remotes; it shows what the last sync \
        found. A peer that has an erasure has erased its own copy. A store \
        passes the erasure on and may keep old bytes until 'sync --compact'. \
        It is unknown which machines fetched them there. To name a writer, \
        that is one installation, use 'plantguide log name'.
        """,
      section: .sync)
  ) { context in
    let named = try context.journal.remotes(
      named: context.arguments.positional)
    let remotes = Array(zip(named, try context.journal.statuses(of: named)))
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.list("remotes", remotes) { $0.status($1.1, of: $1.0) }
      }
    }
    guard !remotes.isEmpty else { throw NoRemote() }
    for (number, (remote, status)) in remotes.enumerated() {
      if number > 0 { try context.print() }
      let time = status.syncedAt.map(context.shown) ?? "never"
      try context.print("\(remote.name), synced \(time)")
      if let failures = status.failures {
        try context.print(
          failures.text(of: remote.name, since: context.shown(failures.since)))
      }
      try context.print(status.table)
      for line in status.lines(of: remote, .commandLine) {
        try context.print(line)
      }
    }
  }

  static let remoteShow = Command(
    definition: CommandDefinition(
      path: ["remote", "show"],
      summary: "Show how a remote is reached",
      arguments: [.remote], options: GlobalOptions.inspecting,
      examples: [
        "plantguide remote show stick"
      ],
      section: .sync)
  ) { context in
    let remote = try context.remote(context.arguments.positional[0])
    guard let status = try context.journal.statuses(of: [remote]).first else {
      return
    }
    guard !context.wantsJSON else {
      return try context.printJSON {
        $0.remote(remote, syncedAt: status.syncedAt)
      }
    }
    var rows: [(label: String, text: String?)] = [
      ("name", remote.name), ("address", "\(remote.address)"),
      ("journal", remote.journal.map { "\($0)" }),
    ]
    for option in Remote.Option.allCases {
      rows.append((RemoteOptions.label(of: option), remote.options[option]))
    }
    rows += [
      ("synced", status.syncedAt.map(context.shown) ?? "never"),
      ("to send", Phrase.count(Int(clamping: status.ahead), "event")),
    ]
    if let failures = status.failures {
      rows.append(
        (
          "failed",
          failures.text(of: remote.name, since: context.shown(failures.since))
        ))
    }
    let width = rows.map { $0.text == nil ? 0 : $0.label.count }.max() ?? 0
    for (label, text) in rows {
      guard let text else { continue }
      try context.print(
        TextWidth.padded(label, to: width) + "  " + SafeText.shown(text))
    }
  }

  static let remoteRename = Command(
    definition: CommandDefinition(
      path: ["remote", "rename"],
      summary: "Give a remote another name",
      arguments: [
        .remote, ArgumentDefinition(name: "NEW", help: "The new name"),
      ],
      options: GlobalOptions.maintaining,
      examples: [
        "plantguide remote rename stick blue-stick"
      ], section: .sync, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    try context.journal.renameRemote(words[0], to: words[1])
    guard !context.wantsJSON else {
      let remote = try context.remote(words[1])
      return try context.printJSON { $0.remote(remote) }
    }
    try context.print("renamed \(words[0]) to \(words[1])")
  }

  static let remoteRemove = Command(
    definition: CommandDefinition(
      path: ["remote", "remove"],
      summary: "Forget a remote; the data there stays",
      arguments: [.remote], options: GlobalOptions.maintaining,
      examples: [
        "plantguide remote remove stick"
      ], section: .sync, isWriting: true)
  ) { context in
    let remote = try context.remote(context.arguments.positional[0])
    try context.journal.removeRemote(remote.name)
    if try context.printedJSON({ $0.remote(remote) }) { return }
    try context.print(
      "forgot \(remote.name); what it holds stays at \(SafeText.shown("\(remote.address)"))"
    )
  }
}

// MARK: Keys

extension Command {
  static let remoteKey = Command(
    definition: CommandDefinition(
      path: ["remote", "key"],
      summary: "Print, check or open the key of an encrypted remote",
      arguments: [
        ArgumentDefinition(
          name: "ACTION",
          completion: .choice(KeyAction.allCases.map(\.rawValue)),
          help: "export, check or unlock"),
        .remote,
      ],
      options: GlobalOptions.maintaining,
      examples: [
        "plantguide remote key export friend",
        "echo 'correct horse battery' | plantguide remote key check friend",
        "plantguide remote key export friend | plantguide remote key unlock friend",
      ],
      discussion: """
        'export' prints a sheet that opens the remote without its passphrase. \
        Write it down or print it, and keep it safe. Anyone who has the sheet \
        can read everything in the remote, also later data.

        'check' asks for the passphrase and says whether it is right. 'unlock' \
        reads a sheet from standard input if you lost the passphrase.
        """,
      section: .sync, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    guard let action = KeyAction(rawValue: words[0]) else {
      throw UsageError(
        "'\(words[0])' is nothing to do with a key",
        hint: "write export, check or unlock", usage: context.command.usage)
    }
    let remote = try context.remote(words[1])
    switch action {
    case .export: try context.exportKey(of: remote)
    case .check: try context.checkPassphrase(of: remote)
    case .unlock: try context.unlock(remote)
    }
  }
}

/// An action on the key of a remote.
private enum KeyAction: String, CaseIterable {
  case export
  case check
  case unlock
}

extension CommandContext {
  fileprivate mutating func exportKey(of remote: Remote) throws {
    let sheets = try journal.recoverySheets(of: remote)
    guard !wantsJSON else {
      return try printJSONObject { writer in
        writer.objects("sheets", sheets) {
          $0.member("key", $1.name)
          $0.member("lines", $1.lines)
        }
      }
    }
    for sheet in sheets {
      try print(
        "Recovery sheet of the remote '\(remote.name)', \(SafeText.shown("\(remote.address)"))"
      )
      for line in sheet.lines { try print("  " + line) }
    }
  }

  fileprivate mutating func checkPassphrase(of remote: Remote) throws {
    // The passphrase is typed, or the first line that is piped in.
    let passphrase =
      process.prompt.isInteractive
      ? try process.prompt.secret("Passphrase of '\(remote.name)':")
      : String(decoding: try process.readStandardInput(), as: UTF8.self)
        .split(separator: "\n").first.map(String.init)
    guard let passphrase, !passphrase.isEmpty else {
      throw UsageError(
        "no passphrase was given", hint: "type it, or pipe it in",
        usage: command.usage)
    }
    let isRight = try journal.isRight(passphrase, for: remote)
    guard isRight else { throw RemoteKeyError.wrongPassphrase }
    if try printedJSON({ $0.object { $0.member("isRight", true) } }) { return }
    try print("that is the passphrase")
  }

  fileprivate mutating func unlock(_ remote: Remote) throws {
    let sheet =
      process.prompt.isInteractive
      ? try typedSheet(of: remote)
      : String(decoding: try process.readStandardInput(), as: UTF8.self)
    // Skips the title that 'export' prints above the sheet.
    let lines = sheet.split(separator: "\n").filter {
      !$0.hasPrefix("Recovery")
    }
    try journal.unlock(
      remote, withSheet: lines.joined(separator: "\n"), syncRequest())
    if try printedJSON({ $0.remote(remote) }) { return }
    try print("opened \(remote.name)")
  }
}

extension CommandContext {
  /// Asks for the lines of a recovery sheet, up to an empty one.
  private func typedSheet(of remote: Remote) throws -> String {
    var lines: [String] = []
    while lines.count < RecoverySheet.lineCount {
      let line = try process.prompt.answer(
        "Line \(lines.count + 1) of the recovery sheet of '\(remote.name)':")
      guard let line, !line.isEmpty else { break }
      lines.append(line)
    }
    return lines.joined(by: "\n")
  }
}

extension ArgumentDefinition {
  static let remote = ArgumentDefinition(
    name: "REMOTE", completion: .remote, help: "The name of the remote")
}

/// The options of the connection to a remote.
enum RemoteOptions {
  static let user = Option(
    "user", value: "USER", help: "The user, or the id of an access key")
  static let passwordFile = Option(
    "password-file", value: "FILE", completion: .file,
    help: "A file of mode 0600 with the password in its first line")
  static let passwordCommand = Option(
    "password-command", value: "COMMAND",
    help: "A shell command that prints the password")
  static let netrc = Flag("netrc", help: "Take user and password from ~/.netrc")
  static let endpoint = Option(
    "endpoint", value: "URL", help: "The S3 store; Amazon's by default")
  static let region = Option(
    "region", value: "NAME", help: "The region of an S3 store")
  static let caFile = Option(
    "ca-file", value: "FILE", completion: .file,
    help: "The certificates to trust, in PEM")
  static let proxy = Option("proxy", value: "URL", help: "The proxy to use")
  static let encrypt = Flag(
    "encrypt", help: "Encrypt everything in the remote with a passphrase")
  static let passphraseFile = Option(
    "passphrase-file", value: "FILE", completion: .file,
    help: "A file of mode 0600 with the passphrase in its first line")
  static let passphraseCommand = Option(
    "passphrase-command", value: "COMMAND",
    help: "A shell command that prints the passphrase")
  static let journal = Option(
    "journal", value: "ID",
    help: "The journal to use, if the remote has several",
    expects: "a journal's id, as 'plantguide log status' shows it"
  ) { JournalID($0) }

  private static let texts: [(Remote.Option, Option<String>)] = [
    (.user, user), (.passwordFile, passwordFile),
    (.passwordCommand, passwordCommand), (.endpoint, endpoint),
    (.region, region), (.caFile, caFile), (.proxy, proxy),
    (.passphraseFile, passphraseFile), (.passphraseCommand, passphraseCommand),
  ]

  static var all: [OptionDefinition] {
    texts.map(\.1) + [netrc, encrypt, journal]
  }

  /// Returns the name of an option for people.
  static func label(of option: Remote.Option) -> String {
    texts.first { $0.0 == option }?.1.name ?? option.rawValue
  }

  static func read(
    _ arguments: ParsedArguments
  ) throws -> [Remote.Option: String] {
    var options: [Remote.Option: String] = [:]
    for (option, definition) in texts {
      options[option] = try arguments[definition]
    }
    if arguments[netrc] { options[.netrc] = "true" }
    if arguments[encrypt] { options[.encrypt] = "true" }
    return options
  }
}

extension CommandContext {
  fileprivate func remoteOptions() throws -> [Remote.Option: String] {
    var options = try RemoteOptions.read(arguments)
    for option: Remote.Option in [
      .passwordFile, .caFile, .passphraseFile,
    ] {
      guard let path = options[option], !path.hasPrefix("/") else { continue }
      options[option] = try FileSystem.canonicalPath(".") + "/" + path
    }
    return options
  }

  /// The remote of that name.
  func remote(_ name: String) throws -> Remote {
    // A name gives one remote.
    try journal.remotes(named: [name])[0]
  }
}

extension RemoteStatus {
  /// The table of the events that either side holds, by writer.
  fileprivate var table: Table {
    var table = Table([
      .init("WRITER", narrowest: 12), .init("HERE", alignment: .right),
      .init("THERE", alignment: .right), .init("TO SEND", alignment: .right),
    ])
    for writer in writers {
      table.add([
        .init(
          writer.recorder.shownName, writer.recorder.isOwn ? .bold : .plain),
        .init("\(writer.held)"), .init("\(writer.known)"),
        .init("\(writer.ahead)", writer.ahead > 0 ? .bold : .dim),
      ])
    }
    return table
  }
}
