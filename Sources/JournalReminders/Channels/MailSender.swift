internal import Encodings
internal import JournalTime

/// Sends messages as mails.
final class MailSender: ReminderSender {
  private let sender: String
  private let recipients: [String]
  private let connection: ServerConnection
  private let now: Instant
  private let said: ([UInt8]) -> Void

  init(
    _ address: ServerAddress, of channel: ReminderChannel,
    _ environment: SenderEnvironment
  ) throws {
    let parameters = address.parameters
    recipients = Self.addresses(in: parameters["to"])
    let user = channel.options[.user] ?? address.user
    sender =
      parameters["from"]
      ?? user.flatMap { Self.isAddress($0) ? $0 : nil }
      ?? recipients[0]
    let scheme = address.isSecure ? "smtps" : "smtp"
    let port = address.hasPort ? "" : address.isSecure ? ":465" : ":587"
    connection = try ServerConnection(
      to: "\(scheme)://\(address.host)\(port)", address, of: channel,
      environment, seconds: 120)
    now = environment.now
    said = environment.said
  }

  /// Refuses an address that does not say to whom mails go.
  static func check(
    _ address: ServerAddress
  ) throws(ReminderChannelError) {
    let parameters = address.parameters
    func fault(_ reason: String) -> ReminderChannelError {
      .badAddress(scheme: address.scheme, reason: reason)
    }
    guard ["", "/"].contains(address.path) else { throw fault("it has a path") }
    let recipients = addresses(in: parameters["to"])
    guard !recipients.isEmpty, recipients.allSatisfy(isAddress) else {
      throw fault("it has no to= with the addresses of recipients")
    }
    guard parameters["from"].map(isAddress) ?? true else {
      throw fault("its from= is no address of a mail")
    }
    if let other = parameters.keys.sorted().first(where: {
      !["to", "from"].contains($0)
    }) {
      throw fault("'\(other)=' means nothing in it")
    }
  }

  private static func addresses(in text: String?) -> [String] {
    (text ?? "").split(separator: ",").map(String.init)
  }

  /// Returns whether a text is one address of ASCII, without a name or quotes.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(
      separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.count <= 254
      && text.utf8.allSatisfy {
        (0x21...0x7e).contains($0) && !"\"(),:;<>\\[]".utf8.contains($0)
      }
  }

  func send(_ message: ReminderMessage) throws -> String? {
    let mail = MailText(
      of: message, from: sender, to: recipients, at: now)
    let refused = try connection.mail(
      mail.bytes, from: sender, to: recipients)
    // The others have it, so it is not sent again.
    for words in refused {
      said(Array("\(connection.host) refuses \(words)\n".utf8))
    }
    return nil
  }

  func withdraw(_ name: String) {}
}

/// The text of a mail (RFC 5322): a header, and a body of UTF-8 in
/// quoted-printable.
struct MailText {
  private(set) var bytes: [UInt8] = []

  private static let mostSubjectBytes = 200
  private static let longestLine = 76

  init(
    of message: ReminderMessage, from sender: String, to recipients: [String],
    at now: Instant
  ) {
    let domain = sender.split(separator: "@").last.map(String.init) ?? "local"
    var subject = message.title
    if message.tasks.count == 1, let task = message.tasks.first {
      subject += ": \(task.text)"
    }
    // A mail that is sent again, as its answer got lost, has the same name on
    // its day. One that comes again in an hour, or a test, has another, because
    // programs drop a mail whose name they know.
    let time = message.isTest ? now.rfc3339 : message.day.description
    let part =
      time.filter { $0 != "-" && $0 != ":" } + ".\(message.earlierCount)"
    add("Date: \(Self.date(now))")
    add("From: PlantGuide <\(sender)>")
    add("To: \(recipients.joined(separator: ",\r\n "))")
    add("Subject: \(Self.subject(subject))")
    add("Message-ID: <\(message.id).\(part)@\(domain)>")
    add("Auto-Submitted: auto-generated")
    add("MIME-Version: 1.0")
    add("Content-Type: text/plain; charset=utf-8")
    add("Content-Transfer-Encoding: quoted-printable")
    add("")
    for line in Self.body(of: message) { addQuoted(line) }
  }

  private mutating func add(_ line: String) {
    bytes += line.utf8
    bytes += [0x0d, 0x0a]
  }

  private static func body(of message: ReminderMessage) -> [Substring] {
    var lines = message.text.split(
      separator: "\n", omittingEmptySubsequences: false)
    for task in message.tasks where !task.links.isEmpty {
      lines += ["", task.text.prefix { !$0.isNewline }]
      let answers: [(ReminderAnswer, String)] = [
        (.done, "Done"), (.hour, "Again in an hour"),
        (.tomorrow, "Until tomorrow"),
      ]
      for (answer, words) in answers {
        guard let link = task.links[answer] else { continue }
        lines.append("\(words): \(link)")
      }
    }
    if let page = message.page { lines += ["", "All that is due: \(page)"] }
    return lines
  }

  /// Adds a line as quoted-printable (RFC 2045), broken where it is too long.
  private mutating func addQuoted(_ line: Substring) {
    var width = 0
    let last = line.utf8.count - 1
    for (index, byte) in line.utf8.enumerated() {
      var piece: [UInt8] = [byte]
      let isPlain =
        switch byte {
        case 0x20, 0x09: index < last
        case UInt8(ascii: "="): false
        // A single dot would end a mail.
        case UInt8(ascii: "."): width > 0
        default: (0x21...0x7e).contains(byte)
        }
      if !isPlain {
        piece = [UInt8(ascii: "=")]
        let digits = Array("0123456789ABCDEF".utf8)
        piece += [digits[Int(byte >> 4)], digits[Int(byte & 0xf)]]
      }
      if width + piece.count > Self.longestLine - 1 {
        bytes += [UInt8(ascii: "="), 0x0d, 0x0a]
        width = 0
      }
      bytes += piece
      width += piece.count
    }
    bytes += [0x0d, 0x0a]
  }

  /// Returns the text of a subject, as encoded words (RFC 2047) unless it is
  /// short ASCII.
  private static func subject(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let next = isControl ? " " : Character(scalar)
      guard plain.utf8.count + next.utf8.count <= mostSubjectBytes else {
        plain += "…"
        break
      }
      plain.unicodeScalars.append(isControl ? " " : scalar)
    }
    let isSimple =
      plain.utf8.allSatisfy { (0x20...0x7e).contains($0) }
      && plain.utf8.count <= 60 && !plain.contains("=?")
    guard !isSimple else { return plain }
    // 36 bytes make 48 characters, and a line of fewer than 76.
    var words: [[UInt8]] = [[]]
    for scalar in plain.unicodeScalars {
      let piece = Array(String(scalar).utf8)
      if words[words.count - 1].count + piece.count > 36 { words.append([]) }
      words[words.count - 1] += piece
    }
    return words.map {
      "=?utf-8?B?\(String(decoding: Base64.encode($0), as: UTF8.self))?="
    }.joined(separator: "\r\n ")
  }

  /// Returns a moment as RFC 5322 writes it, in UTC.
  private static func date(_ now: Instant) -> String {
    let text = now.rfc3339
    guard let day = Day(String(text.prefix(10))) else { return text }
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
      "Nov", "Dec",
    ]
    let fields = text.prefix(10).split(separator: "-")
    let month = Int(fields[1]).map { months[$0 - 1] } ?? ""
    return
      "\(weekdays[day.weekday - 1]), \(fields[2]) \(month) \(fields[0]) "
      + "\(text.dropFirst(11).prefix(8)) +0000"
  }
}
