internal import JournalLog
internal import JournalTime
internal import POSIXKit

/// A way to send messages on one channel.
public protocol ReminderSender: AnyObject {
  /// Sends a message.
  ///
  /// - Returns: The channel's own name for it, which `withdraw` takes.
  /// - Throws: The error of a channel that did not take it.
  func send(_ message: ReminderMessage) throws -> String?

  /// Takes a message back. Channels that cannot do that do nothing.
  ///
  /// - Parameter name: The channel's own name for the message.
  /// - Throws: The error of a channel that did not carry it out.
  func withdraw(_ name: String) throws
}

/// The surroundings of senders: home, variables, programs and time limit.
public struct SenderEnvironment {
  /// The path of the journal's home.
  public var home: String
  /// Returns the value of an environment variable.
  public var variable: (String) -> String?
  /// Gets the standard error of programs that were started.
  public var said: ([UInt8]) -> Void
  /// Returns the path of a program that is installed with this one.
  public var sibling: (String) -> String
  /// The seconds that a program of the user may run.
  public var seconds: Int64 = 30
  /// The seconds that all channels of a run have together.
  public var runSeconds: Int64 = 180
  /// The moment at which the channel's share of the run is over; `nil` outside
  /// of runs.
  var deadline: Deadline?
  /// The moment of the messages; the journal sets it.
  var now = Instant(milliseconds: 0)

  /// Creates an environment.
  public init(
    home: String, variable: @escaping (String) -> String? = { _ in nil },
    sibling: @escaping (String) -> String = { $0 },
    said: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    self.home = home
    self.variable = variable
    self.said = said
    self.sibling = sibling
  }
}

extension SenderEnvironment {
  /// A Boolean value that indicates whether the channel's share of the run is
  /// over.
  var isOutOfTime: Bool { deadline?.millisecondsLeft == 0 }

  /// Returns the seconds that a request may take: at most `seconds`, and half of
  /// the channel's share of the run, because it may begin at the share's end.
  func share(of seconds: Int64) -> Int64 {
    guard let deadline else { return seconds }
    return min(seconds, max(5, Int64(deadline.millisecondsLeft) / 2_000))
  }
}

/// Divides the time of a run among channels, so that a slow server does not keep
/// the later ones waiting. Time that a channel does not need goes to the others.
struct RunTime {
  private var environment: SenderEnvironment
  private let end: Deadline
  private var channelsLeft: Int

  init(_ environment: SenderEnvironment, _ channels: Int) {
    self.environment = environment
    end = Deadline(seconds: environment.runSeconds)
    channelsLeft = channels
  }

  /// Returns the environment of the next channel, with its share.
  mutating func next() -> SenderEnvironment {
    let left = Int64(end.millisecondsLeft) / 1_000
    environment.deadline = Deadline(
      seconds: left / Int64(max(1, channelsLeft)))
    channelsLeft -= 1
    return environment
  }
}

extension ReminderChannel {
  /// Makes the sender of the channel, without sending anything.
  ///
  /// - Throws: ``ReminderChannelError``, errors of secrets, or `UntrustedFile`
  ///   if another user could have changed the channel.
  public func sender(
    in environment: SenderEnvironment
  ) throws -> any ReminderSender {
    try WeakPlace.check(JournalHome(path: environment.home).channelsFile)
    return switch address {
    case .command(let path):
      CommandSender(path: path, channel: name, environment)
    case .ntfy(let address):
      try NtfySender(address, of: self, environment)
    case .mail(let address):
      try MailSender(address, of: self, environment)
    case .webhook(let address):
      try WebhookSender(address, of: self, environment)
    case .calendar(let address):
      try ToDoCalendar(address, of: self, environment)
    case .apprise(let url):
      try AppriseSender(url, of: self, environment)
    case .desktop: try DesktopSender(environment)
    }
  }
}
