internal import Encodings

/// Sends messages to a topic of an ntfy server, from which phones get them.
final class NtfySender: ReminderSender {
  private let topic: String
  /// The path of the server, with a slash at its end.
  private let root: String
  private let connection: ServerConnection

  /// The greatest number of bytes of a text: a server makes a file of a longer
  /// one.
  private static let mostTextBytes = 4_000
  /// The greatest number of bytes of a request: a server refuses more than
  /// 8,192.
  private static let mostBytes = 8_000
  private static let mostActions = 3

  init(
    _ address: ServerAddress, of channel: ReminderChannel,
    _ environment: SenderEnvironment
  ) throws {
    let parts = address.path.split(separator: "/").map(String.init)
    topic = parts.last ?? ""
    root = parts.dropLast().map { $0 + "/" }.joined()
    connection = try ServerConnection(
      to: "\(address.isSecure ? "https" : "http")://\(address.host)", address,
      of: channel, environment)
  }

  /// Refuses an address without a topic.
  static func check(
    _ address: ServerAddress
  ) throws(ReminderChannelError) {
    let topic = address.path.split(separator: "/").last ?? ""
    let isTopic = topic.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
      default: false
      }
    }
    guard isTopic, 1...64 ~= topic.utf8.count, address.query == nil else {
      throw .badAddress(
        scheme: address.scheme,
        reason: "it does not end with a topic of letters, digits, '-' and '_'")
    }
  }

  func send(_ message: ReminderMessage) throws -> String? {
    try connection.request(
      "POST", root,
      headers: [
        "Content-Type": "application/json", "X-Sequence-ID": message.id,
      ],
      body: Self.body(of: message, to: topic))
    return message.id
  }

  func withdraw(_ name: String) throws {
    // An older server knows no such request, and nothing is lost.
    try connection.request(
      "DELETE", "\(root)\(topic)/\(PercentEscapes.encoded(name))",
      accepting: [404, 405])
  }

  /// Returns the message as JSON within the limits of servers.
  static func body(of message: ReminderMessage, to topic: String) -> [UInt8] {
    var limit = mostTextBytes
    var hasActions = true
    while true {
      let body = body(
        of: message, to: topic, atMost: limit, hasActions: hasActions)
      guard body.count > mostBytes else { return body }
      if hasActions { hasActions = false } else { limit /= 2 }
    }
  }

  private static func body(
    of message: ReminderMessage, to topic: String, atMost limit: Int,
    hasActions: Bool
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("topic", topic)
      writer.member("title", message.title)
      writer.member("message", message.text.lines(atMost: limit))
      writer.member("tags", ["seedling"])
      if let page = message.page { writer.member("click", page) }
      let actions = hasActions ? actions(for: message) : []
      guard !actions.isEmpty else { return }
      writer.objects("actions", actions) { writer, action in
        writer.member("action", "http")
        writer.member("label", action.label)
        writer.member("url", action.url)
        writer.member("method", "POST")
        writer.member("clear", true)
      }
    }
    return writer.bytes
  }

  /// Returns the buttons: all answers for a single task, else one for each
  /// task, if there are few.
  private static func actions(
    for message: ReminderMessage
  ) -> [(label: String, url: String)] {
    if message.tasks.count == 1, let task = message.tasks.first {
      return [
        (ReminderAnswer.done, "Done"), (.hour, "Snooze 1 hour"),
        (.tomorrow, "Until tomorrow"),
      ].compactMap { answer, label in
        task.links[answer].map { (label, $0) }
      }
    }
    guard message.tasks.count <= mostActions else { return [] }
    return message.tasks.compactMap { task in
      task.links[.done].map {
        ("Done: \(task.plantName.lines(atMost: 60))", $0)
      }
    }
  }
}

extension String {
  /// The lines that fit into a number of bytes of UTF-8, and the number of
  /// lines that are left out; of a single line its beginning.
  func lines(atMost limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let all = split(separator: "\n", omittingEmptySubsequences: false)
    // Room for the line about the rest.
    let room = limit - 24
    var kept: [Substring] = []
    var count = 0
    for line in all {
      guard count + line.utf8.count < room else { break }
      kept.append(line)
      count += line.utf8.count + 1
    }
    guard !kept.isEmpty else {
      var start = ""
      for character in self {
        guard start.utf8.count + character.utf8.count <= room else { break }
        start.append(character)
      }
      return start + "…"
    }
    return kept.joined(separator: "\n") + "\nand \(all.count - kept.count) more"
  }
}
