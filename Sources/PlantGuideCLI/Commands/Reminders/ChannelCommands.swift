internal import Encodings
internal import JournalReminders
internal import TerminalKit
internal import TextKit

extension Command {
  static let channelAdd = Command(
    definition: CommandDefinition(
      path: ["channel", "add"],
      summary: "Add a way by which this machine reminds you",
      arguments: [
        ArgumentDefinition(
          name: "NAME", help: "A name of letters, digits, '-' and '_'"),
        ArgumentDefinition(
          name: "ADDRESS", help: "command: and the path of a program"),
      ],
      options: GlobalOptions.maintaining,
      examples: ["plantguide channel add say command:/home/anna/bin/say"],
      discussion: """
        'remind' starts the program for each message and writes the message to \
        its standard input as one JSON object. The program must be yours, and \
        other users must not be able to change it. If it ends with another \
        status than 0, the message counts as not sent, and the next 'remind' \
        sends it again.
        """,
      section: .reminders, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    let channel = try ReminderChannel(
      name: words[0], address: ReminderChannel.Address(words[1]))
    try context.journal.addReminderChannel(channel)
    if try context.printedJSON({ $0.channel(channel) }) { return }
    try context.print(
      "added \(channel.name): \(SafeText.shown("\(channel.address)"))")
    try context.print(
      hint: "try it with: plantguide remind test \(channel.name)")
  }

  static let channelList = Command(
    definition: CommandDefinition(
      path: ["channel", "list"],
      summary: "List the ways by which this machine reminds you",
      options: GlobalOptions.inspecting,
      examples: ["plantguide channel list"], section: .reminders)
  ) { context in
    let channels = try context.journal.reminderChannels()
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.list("channels", channels) { $0.channel($1) }
      }
    }
    guard !channels.isEmpty else {
      try context.print("There is no channel.")
      return try context.print(
        hint: "add one: plantguide channel add NAME ADDRESS")
    }
    var table = Table([.init("NAME"), .init("ADDRESS", narrowest: 12)])
    for channel in channels {
      table.add([
        .init(channel.name, .bold),
        .init(SafeText.shown("\(channel.address)"), .dim),
      ])
    }
    try context.print(table)
  }

  static let channelRemove = Command(
    definition: CommandDefinition(
      path: ["channel", "remove"],
      summary: "Remove a way by which this machine reminds you",
      arguments: [
        ArgumentDefinition(name: "NAME", help: "The channel")
      ],
      options: GlobalOptions.maintaining,
      examples: ["plantguide channel remove say"], section: .reminders,
      isWriting: true)
  ) { context in
    let name = context.arguments.positional[0]
    try context.journal.removeReminderChannel(name)
    if try context.printedJSON({ $0.object { $0.member("removed", name) } }) {
      return
    }
    try context.print("removed \(name)")
  }
}

extension JSONWriter {
  fileprivate mutating func channel(_ channel: ReminderChannel) {
    object { writer in
      writer.member("name", channel.name)
      writer.member("address", channel.address.description)
    }
  }
}
