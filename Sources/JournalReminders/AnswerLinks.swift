internal import CSodium
internal import Encodings
internal import JournalLog
public import JournalTime
internal import POSIXKit

/// The links in messages by which people answer on the pages of this home's
/// server, without signing in.
///
/// Each is signed with a key of the home, which only this machine's programs
/// read. So it needs no list: the server believes what it says for a day.
public struct AnswerLinks: Sendable {
  /// The answer that a link carries out.
  public struct Ticket: Sendable, Hashable {
    /// The id of the message.
    public let message: String
    /// The reminder.
    public let key: Reminder.Key
    /// The answer.
    public let answer: ReminderAnswer
    /// The moment until which it counts.
    public let expiresAt: Instant

    /// Creates a ticket.
    public init(
      message: String, key: Reminder.Key, answer: ReminderAnswer,
      expiresAt: Instant
    ) {
      self.message = message
      self.key = key
      self.answer = answer
      self.expiresAt = expiresAt
    }
  }

  /// The number of milliseconds for which a link counts.
  public static let lifetime: Int64 = 86_400_000

  private static let keyByteCount = 32
  private static let signByteCount = 16
  private let key: [UInt8]

  /// Reads the key of the home at a path; `nil` if it has none yet.
  ///
  /// - Throws: `FileSystemError`, or `UntrustedFile` if another user could have
  ///   chosen the key.
  public init?(ofHomeAt path: String) throws {
    try self.init(file: JournalHome(path: path).answerKeyFile)
  }

  private init?(file: String) throws {
    try WeakPlace.check(file)
    guard let key = try File.contents(of: file),
      key.count == Self.keyByteCount
    else { return nil }
    self.key = key
  }

  /// Reads the key of the home at a path, or makes one.
  ///
  /// - Throws: `FileSystemError`, or `UntrustedFile`.
  public init(makingKeyOfHomeAt path: String) throws {
    let file = JournalHome(path: path).answerKeyFile
    if let known = try AnswerLinks(file: file) {
      self = known
      return
    }
    let lock = try File.locked(file, .keeping)
    defer { lock.unlock() }
    if let known = try AnswerLinks(file: file) {
      self = known
      return
    }
    key = Self.randomBytes(Self.keyByteCount)
    try File.replace(file, with: key)
  }

  private static func randomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) {
      if let start = $0.baseAddress { randombytes_buf(start, count) }
      $1 = count
    }
  }

  /// Returns the seal of a new channel.
  static func newSeal() -> String {
    Base64URL.encode(randomBytes(signByteCount))
  }

  /// Returns the text of a ticket for an address: letters, digits, `-` and `_`.
  /// It counts as long as its channel exists.
  public func token(
    of ticket: Ticket, on channel: ReminderChannel
  ) -> String {
    let text = [
      ticket.message, ticket.answer.rawValue,
      String(ticket.expiresAt.milliseconds), ticket.key.description,
    ].joined(separator: "|")
    let bytes = Array(text.utf8)
    return Base64URL.encode(bytes + sign(bytes, for: channel))
  }

  /// Returns the ticket of a text; `nil` if this home has not made it for one of
  /// its present channels.
  public func ticket(
    of token: String, from channels: [ReminderChannel]
  ) -> Ticket? {
    guard token.utf8.count <= 1_000, let bytes = Base64URL.decode(token),
      bytes.count > Self.signByteCount
    else { return nil }
    let text = Array(bytes.dropLast(Self.signByteCount))
    let shown = Array(bytes.suffix(Self.signByteCount))
    let isOwn = channels.contains {
      sodium_memcmp(sign(text, for: $0), shown, Self.signByteCount) == 0
    }
    guard isOwn else { return nil }
    let parts = String(decoding: text, as: UTF8.self)
      .split(separator: "|", maxSplits: 3)
    guard parts.count == 4,
      let answer = ReminderAnswer(rawValue: "\(parts[1])"),
      let end = Int64(parts[2]), let key = Reminder.Key(String(parts[3]))
    else { return nil }
    return Ticket(
      message: String(parts[0]), key: key, answer: answer,
      expiresAt: Instant(milliseconds: end))
  }

  private func sign(
    _ bytes: [UInt8], for channel: ReminderChannel
  ) -> [UInt8] {
    let seal = channel.options[.seal] ?? ""
    let input =
      Array("plantguide answer \(channel.name) \(seal) ".utf8) + bytes
    return [UInt8](unsafeUninitializedCapacity: Self.signByteCount) {
      if let start = $0.baseAddress {
        _ = crypto_generichash(
          start, Self.signByteCount, input, UInt64(input.count), key,
          key.count)
      }
      $1 = Self.signByteCount
    }
  }
}

extension ReminderMessage {
  /// Returns the message with the address of the household's page, and with a
  /// link for each answer to each task.
  ///
  /// - Parameters:
  ///   - page: The address of the server's pages, such as
  ///     `https://192.0.2.7:8714`.
  ///   - links: What signs the links.
  ///   - channel: The channel that the message is for.
  ///   - now: The moment from which they count.
  /// - Returns: The message with them.
  public func linked(
    to page: String, by links: AnswerLinks, on channel: ReminderChannel,
    at now: Instant
  ) -> ReminderMessage {
    let end = Instant(milliseconds: now.milliseconds + AnswerLinks.lifetime)
    let page = page.hasSuffix("/") ? String(page.dropLast()) : page
    let tasks = tasks.map { task in
      var task = task
      for answer in ReminderAnswer.allCases {
        let token = links.token(
          of: .init(
            message: id, key: task.key, answer: answer, expiresAt: end),
          on: channel)
        task.links[answer] = "\(page)/answer/\(token)"
      }
      return task
    }
    return ReminderMessage(
      id: id, title: title, text: text, tasks: tasks, badge: badge, day: day,
      isDigest: isDigest, isTest: isTest, page: "\(page)/")
  }
}
