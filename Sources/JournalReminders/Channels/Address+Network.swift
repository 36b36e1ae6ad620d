extension ReminderChannel.Address {
  /// Reads an address of a channel that needs a network; `nil` for any other.
  ///
  /// - Throws: ``ReminderChannelError``.
  static func onNetwork(
    _ text: String
  ) throws(ReminderChannelError) -> Self? {
    if let address = try ServerAddress(text, scheme: "ntfy") {
      try NtfySender.check(address)
      return .ntfy(address)
    }
    if let address = try ServerAddress(text, scheme: "mailto") {
      try MailSender.check(address)
      return .mail(address)
    }
    if let address = try ServerAddress(text, scheme: "webhook") {
      try WebhookSender.check(address)
      return .webhook(address)
    }
    if let address = try ServerAddress(text, scheme: "caldav") {
      try ToDoCalendar.check(address)
      return .calendar(address)
    }
    if text.hasPrefix("apprise:") {
      let url = String(text.dropFirst("apprise:".count))
      try AppriseSender.check(url)
      return .apprise(url)
    }
    return nil
  }
}

extension ReminderChannel {
  /// A Boolean value that indicates whether the channel shows tasks and gets no
  /// messages.
  public var isCalendar: Bool {
    if case .calendar = address { true } else { false }
  }

  /// Makes the calendar of the channel; `nil` if it is another channel.
  func calendar(in environment: SenderEnvironment) throws -> ToDoCalendar? {
    isCalendar ? try sender(in: environment) as? ToDoCalendar : nil
  }
}
