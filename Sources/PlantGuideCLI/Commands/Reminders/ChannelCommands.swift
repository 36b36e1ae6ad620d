internal import Encodings
internal import ErrorKit
internal import JournalReminders
internal import JournalReports
internal import JournalTime
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let channelAdd = Command(
    definition: CommandDefinition(
      path: ["channel", "add"],
      summary: "Add a way to remind you",
      arguments: [
        ArgumentDefinition(name: "ADDRESS", help: "The address")
      ],
      options: ChannelOptions.all + GlobalOptions.maintaining,
      examples: [
        "plantguide channel add desktop:",
        "plantguide channel add ntfys://ntfy.sh/our-plants-4711",
        "plantguide channel add 'mailtos://mail.example?to=anna@example.org' --user anna --password-file ~/.mail-password",
        "plantguide channel add webhooks://home.example/api/webhook/plants",
        "plantguide channel add caldavs://cloud.example/dav/anna/plants/ --user anna --password-command 'pass show cloud'",
        "plantguide channel add apprise: --password-file ~/.apprise-url",
        "plantguide channel add command:/home/anna/bin/say",
      ],
      discussion: """
        desktop: shows notes on the desktop of this machine, with buttons that \
        answer. With ntfy: and a topic, phones that follow the topic get the messages. \
        mailto: names a mail server and the recipients; --user signs in there, \
        and from= is the sender. webhook: posts each message as JSON. apprise: \
        hands messages to the program 'apprise', which knows many services.

        caldav: is a calendar. It shows the tasks as to-dos instead of \
        messages. If you check a to-do off, the next 'remind' records the care \
        at that time and shows the next due day.

        An 's' after the kind stands for TLS: ntfys://host/topic. Without it, \
        passwords go to this machine alone. mailto: without an 's' begins TLS \
        with STARTTLS and sends nothing without it.

        command: and the path of a program has 'remind' start that program \
        for each message. The program gets the message on its standard input, \
        as one JSON object. It gets PLANTGUIDE_HOME, PLANTGUIDE_CHANNEL and \
        usual variables such as HOME and PATH, but no other variables of \
        yours. Other users must not be able to change the program. If \
        it ends with another status than 0, the next 'remind' sends the \
        message again.

        Passwords and tokens are never stored. They come from a file of mode \
        0600, a command, or the variable PLANTGUIDE_NAME_PASSWORD with the \
        channel's name in capitals. Without a user, the secret is a token. In \
        an address of webhook: or apprise:, it takes the place of {password}. \
        An address of apprise: can also be secret as a whole, as above.
        """,
      section: .reminders, isWriting: true)
  ) { context in
    let address = try ReminderChannel.Address(context.arguments.positional[0])
    var channel = try ReminderChannel(
      name: try context.arguments[ChannelOptions.name] ?? address.usualName,
      address: address)
    channel.options = try ChannelOptions.values(in: context.arguments)
    try context.journal.addReminderChannel(channel)
    if try context.printedJSON({ $0.channel(channel) }) { return }
    try context.print(
      "added \(channel.name): \(SafeText.shown("\(channel.address)"))")
    try context.print(
      hint: "try it with: plantguide channel test \(channel.name)")
  }

  static let channelList = Command(
    definition: CommandDefinition(
      path: ["channel", "list"],
      summary: "List the ways to remind you",
      options: GlobalOptions.inspecting,
      examples: ["plantguide channel list"], section: .reminders)
  ) { context in
    let channels = try context.journal.reminderChannels().map {
      ($0, try context.journal.givenReminders(on: $0))
    }
    let unreadable = try context.journal.unreadableReminderChannels()
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.list("channels", channels) { $0.channel($1.0, $1.1) }
        if !unreadable.isEmpty { writer.member("unreadable", unreadable) }
      }
    }
    guard !channels.isEmpty || !unreadable.isEmpty else {
      try context.print("There is no channel.")
      return try context.print(
        hint: "add one: plantguide channel add ADDRESS")
    }
    var table = Table([
      .init("NAME"), .init("LAST SENT", narrowest: 16),
      .init("ADDRESS", narrowest: 12, excess: .wrapped),
    ])
    for (channel, given) in channels {
      table.add([
        .init(channel.name, .bold),
        given.failure == nil
          ? .init(given.lastSent.map(context.shown) ?? "never", .dim)
          : .init("failed", .attention),
        .init(SafeText.shown("\(channel.address)"), .dim),
      ])
    }
    if !channels.isEmpty { try context.print(table) }
    for name in unreadable {
      try context.print(
        SafeText.shown(ReminderChannelError.unreadable(name).description))
    }
    for (channel, given) in channels {
      guard let failure = given.failure else { continue }
      try context.print(
        SafeText.shown("\(channel.name): \(failure.message)"))
    }
  }

  static let channelTest = Command(
    definition: CommandDefinition(
      path: ["channel", "test"],
      summary: "Send a message to a channel to see that it arrives",
      arguments: [
        ArgumentDefinition(
          name: "CHANNEL", isOptional: true,
          help: "The channel; all by default")
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide channel test phone"], section: .reminders)
  ) { context in
    try context.testChannels()
  }

  static let channelRemove = Command(
    definition: CommandDefinition(
      path: ["channel", "remove"],
      summary: "Remove a way to remind you",
      arguments: [
        ArgumentDefinition(name: "CHANNEL", help: "The channel")
      ],
      options: GlobalOptions.maintaining,
      examples: ["plantguide channel remove phone"],
      discussion: """
        The links for answers in the messages of the channel end, too.
        """,
      section: .reminders, isWriting: true)
  ) { context in
    let name = context.arguments.positional[0]
    try context.journal.removeReminderChannel(name)
    if try context.printedJSON({ $0.object { $0.member("removed", name) } }) {
      return
    }
    try context.print("removed \(name)")
  }
}

/// The options of channels.
private enum ChannelOptions {
  static let name = Option(
    "name", value: "NAME",
    help: "The name; by default the kind of the address")
  private static let tokenHeader = Option(
    "token-header", value: "HEADER",
    help: "The header with a webhook's token; by default Authorization")
  private static let texts: [(ReminderChannel.Option, Option<String>)] = [
    (.user, RemoteOptions.user), (.passwordFile, RemoteOptions.passwordFile),
    (.passwordCommand, RemoteOptions.passwordCommand),
    (.caFile, RemoteOptions.caFile), (.proxy, RemoteOptions.proxy),
    (.tokenHeader, tokenHeader),
  ]

  static var all: [OptionDefinition] { [name] + texts.map(\.1) }

  static func values(
    in arguments: ParsedArguments
  ) throws -> [ReminderChannel.Option: String] {
    var values: [ReminderChannel.Option: String] = [:]
    for (option, definition) in texts {
      values[option] = try arguments[definition]
    }
    for option: ReminderChannel.Option in [.passwordFile, .caFile] {
      guard let path = values[option], !path.hasPrefix("/") else { continue }
      values[option] = try FileSystem.canonicalPath(".") + "/" + path
    }
    return values
  }
}

extension JSONWriter {
  fileprivate mutating func channel(
    _ channel: ReminderChannel, _ given: GivenReminders? = nil
  ) {
    object { writer in
      writer.member("name", channel.name)
      writer.member("address", channel.address.description)
      if let user = channel.options[.user] { writer.member("user", user) }
      if let at = given?.lastSent { writer.member("lastSent", at.rfc3339) }
      if let failure = given?.failure {
        writer.member("failure", failure.message)
      }
    }
  }
}
