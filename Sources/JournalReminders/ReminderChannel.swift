public import ErrorKit
internal import JournalSync

/// A way of this machine to remind people.
public struct ReminderChannel: Sendable, Hashable {
  /// The address of a channel.
  public enum Address: Sendable, Hashable, CustomStringConvertible {
    /// A program that gets each message as one JSON object on its standard
    /// input.
    case command(path: String)
    /// Notes on the desktop of this user.
    case desktop
    /// A topic of an ntfy server.
    case ntfy(ServerAddress)
    /// A server of mail, with the recipients.
    case mail(ServerAddress)
    /// An address to which each message is posted as one JSON object.
    case webhook(ServerAddress)
    /// A calendar of CalDAV, which shows the tasks as to-dos.
    case calendar(ServerAddress)
    /// An address for the program `apprise`; empty if all of it is secret.
    case apprise(String)

    /// Creates an address from its text, such as `command:/path`.
    ///
    /// - Throws: ``ReminderChannelError``.
    public init(_ text: String) throws(ReminderChannelError) {
      guard !["desktop", "desktop:"].contains(text) else {
        self = .desktop
        return
      }
      if let address = try Self.onNetwork(text) {
        self = address
        return
      }
      guard text.hasPrefix("command:") else {
        throw .unknownAddress(text)
      }
      let path = String(text.dropFirst("command:".count))
      guard path.hasPrefix("/"), path.utf8.count < 4_096,
        !path.utf8.contains(0)
      else { throw .noPath(text) }
      self = .command(path: path)
    }

    /// Creates an address that somebody typed on a page. It leads to a server,
    /// needs no secret and starts no program of the machine.
    ///
    /// - Throws: ``ReminderChannelError/notOnPages(reason:)``.
    public init(ofPage text: String) throws(ReminderChannelError) {
      let address: Self
      do throws(ReminderChannelError) {
        address = try Self(text)
      } catch {
        switch error {
        case .badAddress(_, let reason):
          throw .notOnPages(reason: "is malformed: \(reason)")
        case .passwordInAddress:
          throw .notOnPages(reason: "contains a password")
        default: throw .notOnPages(reason: "has an unknown kind")
        }
      }
      switch address {
      case .command, .desktop, .apprise:
        throw .notOnPages(reason: "starts a program of the machine")
      case .ntfy(let server), .mail(let server), .webhook(let server),
        .calendar(let server):
        guard server.user == nil, !text.contains(ChannelSecret.placeholder)
        else { throw .notOnPages(reason: "needs a password") }
        guard !RemoteAddress.isLoopback(host: server.host) else {
          throw .notOnPages(reason: "leads to the machine itself")
        }
      }
      self = address
    }

    /// The address as text.
    public var description: String {
      switch self {
      case .command(let path): "command:\(path)"
      case .ntfy(let address), .mail(let address), .webhook(let address),
        .calendar(let address):
        address.description
      case .apprise(let url): "apprise:\(url)"
      case .desktop: "desktop:"
      }
    }

    /// The name of a channel that was given none.
    public var usualName: String {
      switch self {
      case .command: "command"
      case .ntfy: "ntfy"
      case .mail: "mail"
      case .webhook: "webhook"
      case .calendar: "calendar"
      case .apprise: "apprise"
      case .desktop: "desktop"
      }
    }
  }

  /// A text that a channel needs besides its address. Passwords come from a
  /// file or a command, and are never stored.
  public enum Option: String, Sendable, CaseIterable {
    /// The name of the user.
    case user
    /// A file of mode 0600 with the password or token in its first line.
    case passwordFile
    /// A command of the shell that prints the password or token.
    case passwordCommand
    /// A file of certificates to trust.
    case caFile
    /// A proxy's address.
    case proxy
    /// The header that gets the token of a webhook.
    case tokenHeader
    /// A random text, with which links in the channel's messages are signed. A
    /// channel that is added again has another.
    case seal
    /// The word "page" if a channel was added on a page. Such a channel gets no
    /// secret of the machine.
    case origin
  }

  /// The name of the channel on this machine.
  public let name: String
  /// The address.
  public let address: Address
  /// The further texts.
  public var options: [Option: String] = [:]

  /// A Boolean value that indicates whether the channel was added on a page. It
  /// then gets no secret of the machine.
  public var isOfPage: Bool { options[.origin] != nil }

  /// Creates a channel.
  ///
  /// - Throws: ``ReminderChannelError/badName(_:)``.
  public init(
    name: String, address: Address
  ) throws(ReminderChannelError) {
    let isName = name.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
      default: false
      }
    }
    guard isName, 1...40 ~= name.utf8.count else { throw .badName(name) }
    self.name = name
    self.address = address
  }
}

/// An error of a channel for reminders.
public enum ReminderChannelError: DescribedError, Sendable, Hashable {
  /// The name cannot be one of a channel.
  case badName(String)
  /// The name is taken.
  case nameInUse(String)
  /// The variable of the environment with the password is that of a channel.
  case variableInUse(String, by: String)
  /// An address cannot be added on a page, for a reason.
  case notOnPages(reason: String)
  /// A channel was added on the machine, and pages leave it alone.
  case ofMachine(String)
  /// The entry of a channel in the file of channels cannot be read.
  case unreadable(String)
  /// No channel has the name.
  case unknown(String, known: [String])
  /// The address has no known form.
  case unknownAddress(String)
  /// The address of a command has no whole path.
  case noPath(String)
  /// The address of a server is malformed.
  case badAddress(scheme: String, reason: String)
  /// An address contains a password, which would appear in files and lists.
  case passwordInAddress
  /// Another process is reminding.
  case busy
  /// There is no channel.
  case none
  /// The program of a channel does not exist.
  case noProgram(path: String)
  /// The program of a channel did not take a message.
  case commandFailed(path: String, fault: String, Remedy?)
  /// The program that shows notes on the desktop is missing.
  case noNotes(path: String)
  /// Notes cannot be shown here and now, for a reason.
  case noDesktop(reason: String)
  /// The program that shows notes on the desktop failed, for a reason.
  case noteFailed(reason: String)
  /// No channel was given a message of this id.
  case unknownMessage(String)

  /// Returns the kinds of addresses that a text may have meant.
  private static func kinds(for text: String) -> Remedy {
    let parts = text.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts[0].lowercased()
    guard ["http", "https"].contains(scheme), parts.count == 2 else {
      return
        "write desktop:, ntfys://host/topic, mailtos://host?to=address, webhooks://host/path, caldavs://host/path, apprise: or command:/path"
    }
    let s = scheme == "https" ? "s" : ""
    return .text(
      "write ntfy\(s)://… for a topic of ntfy, caldav\(s)://… for a calendar, "
        + "or webhook\(s)://… for any other server")
  }

  public var facts: ErrorFacts {
    switch self {
    case .badName(let name):
      .init(
        .invalidInput,
        "'\(name)' cannot be the name of a channel",
        "use at most 40 letters, digits, '-' and '_'")
    case .nameInUse(let name):
      .init(
        .invalidInput, "there is a channel '\(name)' already",
        "use another name, or remove that one first")
    case .variableInUse(let variable, let name):
      .init(
        .invalidInput,
        "channel '\(name)' has the variable \(variable) for its password already",
        "use another name, or remove that one first")
    case .notOnPages(let reason):
      .init(
        .invalidInput, "this address \(reason)",
        "Give one such as ntfys://SERVER/TOPIC, or add the channel on the machine itself."
      )
    case .ofMachine(let name):
      .init(
        .invalidInput, "channel '\(name)' was added on the machine itself",
        "It is tested and removed there, too.")
    case .unreadable(let name):
      .init(
        .damagedData,
        "channel '\(name)' was skipped: this version cannot read its entry in channels.json",
        .run(["plantguide", "channel", "remove", name]))
    case .unknown(let name, let known):
      .init(
        .nothingMatched, "there is no channel '\(name)'",
        known.isEmpty
          ? "'plantguide channel add' adds one"
          : "the channels are \(known.joined(separator: ", "))")
    case .unknownAddress(let text):
      .init(
        .invalidInput, "'\(text)' is no address of a channel",
        Self.kinds(for: text))
    case .noPath(let text):
      .init(
        .invalidInput, "'\(text)' has no whole path of a program",
        "write the path from /")
    case .badAddress(let scheme, let reason):
      .init(
        .invalidInput, "the address with \(scheme): is malformed: \(reason)",
        "see 'plantguide help channel add' for examples")
    case .passwordInAddress:
      .init(
        .invalidInput, "an address cannot contain a password or token",
        "give it by --password-file, --password-command or the variable PLANTGUIDE_NAME_PASSWORD"
      )
    case .busy:
      .init(
        .conflict, "another 'plantguide remind' is at work",
        "it says what is to be said")
    case .none:
      .init(
        .nothingMatched, "there is no channel to remind you by", .addChannel)
    case .noProgram(let path):
      .init(
        .system, "there is no program at \(path)",
        "put the program there, or add the channel with another path",
        canRetry: false)
    case .commandFailed(let path, let fault, let remedy):
      .init(.system, "the program \(path) \(fault)", remedy)
    case .noNotes(let path):
      .init(
        .system, "the program for notes on the desktop is missing: \(path)",
        .install("plantguide-notify"))
    case .noDesktop(let reason):
      .init(
        .network, reason, "'plantguide today' shows what is due at any time")
    case .noteFailed(let reason): .init(.system, reason)
    case .unknownMessage(let id):
      .init(
        .nothingMatched, "no message '\(id)' was given here",
        "'plantguide remind log' lists the messages")
    }
  }
}
