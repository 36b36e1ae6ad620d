internal import JournalSync

/// Posts each message as JSON to an address.
final class WebhookSender: ReminderSender {
  private let path: String
  private let headers: [String: String]
  private let connection: ServerConnection

  init(
    _ address: ServerAddress, of channel: ReminderChannel,
    _ environment: SenderEnvironment
  ) throws {
    let whole = address.path + (address.query.map { "?\($0)" } ?? "")
    let header = channel.options[.tokenHeader]
    let isElsewhere =
      header != nil || whole.contains(ChannelSecret.placeholder)
    connection = try ServerConnection(
      to: "\(address.isSecure ? "https" : "http")://\(address.host)", address,
      of: channel, environment, proof: isElsewhere ? .elsewhere : .secret)
    path = try connection.secret.filled(into: whole, of: channel)
    var headers = ["Content-Type": "application/json"]
    if let header {
      guard let secret = connection.secret.text else {
        throw ChannelError.noSecret(channel: channel.name)
      }
      headers[header] = secret
    }
    self.headers = headers
  }

  /// Refuses an address with characters that no path has.
  static func check(
    _ address: ServerAddress
  ) throws(ReminderChannelError) {
    let whole = "\(address.path)?\(address.query ?? "")"
      .split(separator: ChannelSecret.placeholder).joined()
    guard
      whole.utf8.allSatisfy({
        $0 < 0x7f && !"\"<>\\^`{|}".utf8.contains($0)
      })
    else {
      throw .badAddress(
        scheme: address.scheme,
        reason: "its path has characters that need escapes, such as %20")
    }
  }

  func send(_ message: ReminderMessage) throws -> String? {
    try connection.request(
      "POST", path, headers: headers, body: message.json)
    return nil
  }

  func withdraw(_ name: String) {}
}
