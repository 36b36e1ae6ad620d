internal import Encodings
internal import JournalSync

/// A calendar of to-dos on a server of CalDAV (RFC 4791).
final class ToDoCalendar: ReminderSender {
  /// The path of the calendar, with a slash at both ends.
  private let path: String
  private let connection: ServerConnection

  private static let mostBytes = 1 << 24
  private static let mostEntries = 1 << 14
  private static let question = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <c:calendar-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">\
    <prop><getetag/><c:calendar-data/></prop>\
    <c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/>\
    </c:comp-filter></c:filter></c:calendar-query>
    """.utf8)
  private static let making = Array(
    """
    <?xml version="1.0" encoding="utf-8"?>
    <c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">\
    <set><prop><displayname>Plant care</displayname>\
    <c:supported-calendar-component-set><c:comp name="VTODO"/>\
    </c:supported-calendar-component-set></prop></set></c:mkcalendar>
    """.utf8)

  init(
    _ address: ServerAddress, of channel: ReminderChannel,
    _ environment: SenderEnvironment
  ) throws {
    var path = address.path.isEmpty ? "/" : address.path
    if !path.hasSuffix("/") { path += "/" }
    self.path = Self.usable(path)
    connection = try ServerConnection(
      to: "\(address.isSecure ? "https" : "http")://\(address.host)", address,
      of: channel, environment)
  }

  /// Refuses an address without a path, which would be all of a server.
  static func check(
    _ address: ServerAddress
  ) throws(ReminderChannelError) {
    guard address.query == nil, address.path.contains(where: { $0 != "/" })
    else {
      throw .badAddress(
        scheme: address.scheme, reason: "it does not end with a calendar's path"
      )
    }
  }

  // MARK: Messages

  /// Looks whether the calendar can be read, if it is to be tried. Messages go
  /// to other channels: a calendar shows the tasks themselves.
  func send(_ message: ReminderMessage) throws -> String? {
    if message.isTest { _ = try entries() }
    return nil
  }

  func withdraw(_ name: String) {}

  // MARK: Entries

  /// Returns the to-dos; makes the calendar if the server has none there.
  func entries() throws -> [ToDoEntry] {
    let response = try connection.request(
      "REPORT", path,
      headers: [
        "Content-Type": "application/xml; charset=utf-8", "Depth": "1",
      ],
      body: Self.question, accepting: [404], atMost: Self.mostBytes)
    guard response.status != 404 else {
      try connection.request(
        "MKCALENDAR", path,
        headers: ["Content-Type": "application/xml; charset=utf-8"],
        body: Self.making)
      return []
    }
    guard response.status == 207 else {
      throw ChannelError.strangeAnswer(
        host: connection.host, "sent no list of to-dos (\(response.status))")
    }
    return try read(response.body)
  }

  private func read(_ body: [UInt8]) throws -> [ToDoEntry] {
    var entries: [ToDoEntry] = []
    var current: (href: String?, etag: String?, text: String?) = (nil, nil, nil)
    do {
      try XMLElements.read(body, atMost: Self.mostBytes) { event in
        switch event {
        case .start("response", _): current = (nil, nil, nil)
        case .end("href", let text) where current.href == nil:
          current.href = text
        case .end("getetag", let text): current.etag = text
        case .end("calendar-data", let text): current.text = text
        case .end("response", _):
          if let href = current.href, let etag = current.etag,
            let text = current.text,
            let entry = ToDoEntry(
              text, at: Self.path(of: href), etag: etag)
          {
            entries.append(entry)
          }
        default: break
        }
        return entries.count <= Self.mostEntries
      }
    } catch {
      throw ChannelError.strangeAnswer(
        host: connection.host, "sent a list of to-dos that \(error.reason)")
    }
    guard entries.count <= Self.mostEntries else {
      throw ChannelError.strangeAnswer(
        host: connection.host, "has more to-dos than can be read")
    }
    return entries
  }

  /// Puts a to-do; returns whether nobody had changed it meanwhile.
  func put(_ bytes: [UInt8], named name: String, over former: ToDoEntry?) throws
    -> Bool
  {
    var headers = ["Content-Type": "text/calendar; charset=utf-8"]
    if let former {
      headers["If-Match"] = former.etag
    } else {
      headers["If-None-Match"] = "*"
    }
    let response = try connection.request(
      "PUT", former?.path ?? path + PercentEscapes.encoded(name) + ".ics",
      headers: headers, body: bytes, accepting: [404, 409, 412])
    guard ![404, 409].contains(response.status) else {
      throw ChannelError.noToDo(host: connection.host, status: response.status)
    }
    return response.status != 412
  }

  /// Removes a to-do; returns whether nobody had changed it meanwhile.
  func remove(_ entry: ToDoEntry) throws -> Bool {
    let response = try connection.request(
      "DELETE", entry.path, headers: ["If-Match": entry.etag],
      accepting: [404, 410, 412])
    return response.status != 412
  }

  /// Returns the path of an absolute URL or a path.
  private static func path(of href: String) -> String {
    let text = href.filter { !$0.isWhitespace }
    guard !text.hasPrefix("/"), let end = text.firstRange(of: "://") else {
      return usable(text)
    }
    return usable(String(text[end.upperBound...].drop { $0 != "/" }))
  }

  /// Returns a path in which everything is escaped that has to be.
  private static func usable(_ path: String) -> String {
    var result = ""
    for scalar in path.unicodeScalars {
      let isUsable =
        (0x21...0x7e).contains(scalar.value)
        && !"\"#<>\\^`{|}?".unicodeScalars.contains(scalar)
      result +=
        isUsable ? String(scalar) : PercentEscapes.encoded(String(scalar))
    }
    return result
  }
}
