import Encodings
import ErrorKit
import JournalCare
import JournalEvents
import JournalTime
import Testing

@testable import JournalReminders

@Suite struct ServerAddressTests {
  @Test(arguments: [
    "ntfy://host/topic", "ntfys://anna@host:8443/a/b/topic",
    "mailtos://anna%40example.org@mail.example:465?to=a@b,c@d&from=e@f",
    "webhooks://[2001:db8::1]:8443/x?a=b", "webhook://host", "apprise:",
    "caldavs://anna@cloud.example/dav/anna/plants/",
    "apprise:matrixs://anna:{password}@host/#plants", "command:/bin/true",
  ])
  func addressesAreWrittenAsTheyWereRead(text: String) throws {
    #expect(try ReminderChannel.Address(text).description == text)
  }

  @Test func partsAreFound() throws {
    let address = try #require(
      try ServerAddress("NTFYS://anna@[::1]:80/a/b?c=d%20e&c=f", scheme: "ntfy")
    )
    #expect(address.isSecure && address.user == "anna")
    #expect(address.host == "[::1]:80" && address.hasPort)
    #expect(address.path == "/a/b")
    #expect(address.parameters == ["c": "d e,f"])
    let other = try ServerAddress("ntfy://[::1]/a", scheme: "ntfy")
    #expect(other?.hasPort == false)
    #expect(try ServerAddress("mail://x", scheme: "ntfy") == nil)
  }

  @Test(arguments: [
    "ntfys://anna:secret@host/x", "ntfys://tk_secret@host/x",
    "webhooks://:secret@host", "apprise:mailto://a:secret@host",
    "apprise:x://a:secret{password}@host",
  ])
  func passwordsAreRefusedAndNotRepeated(text: String) throws {
    let error = #expect(throws: ReminderChannelError.self) {
      try ReminderChannel.Address(text)
    }
    #expect(error == .passwordInAddress)
    #expect(error?.description.contains("secret") == false)
  }
}

@Suite struct ChannelTextTests {
  static let now = Instant(milliseconds: 1_795_259_400_000)

  static func message(
    _ texts: [String], hasLinks: Bool = false
  ) throws -> ReminderMessage {
    let plant = try #require(
      PlantID("0192f000-0000-7000-8000-000000000001"))
    let day = try #require(Day("2026-11-21"))
    let tasks = texts.map { text in
      ReminderMessage.Task(
        key: Reminder.Key(plant: plant, kind: .watering, task: nil, due: day),
        plantName: text, text: text,
        links: hasLinks
          ? [
            .done: "https://home.example/answer/\(text.utf8.count)d",
            .hour: "https://home.example/answer/\(text.utf8.count)h",
            .tomorrow: "https://home.example/answer/\(text.utf8.count)t",
          ] : [:])
    }
    return ReminderMessage(
      id: "0123456789abcdef", title: "Plant care",
      text: texts.joined(separator: "\n"), tasks: tasks, badge: 0, day: day,
      isDigest: true, page: hasLinks ? "https://home.example/" : nil)
  }

  private static func ntfy(_ message: ReminderMessage) throws -> JSONValue {
    let body = NtfySender.body(of: message, to: "plants")
    #expect(body.count <= 8_192)
    return try JSONReader.parse(body.span.bytes)
  }

  private static func actions(_ value: JSONValue) -> [(String, String)] {
    guard case .array(let actions)? = value["actions"] else { return [] }
    return actions.map { action in
      guard case .string(let label)? = action["label"],
        case .string(let url)? = action["url"],
        action["action"] == .string("http"),
        action["method"] == .string("POST"), action["clear"] == .bool(true)
      else { return ("", "") }
      return (label, url)
    }
  }

  @Test func buttonsAnswerASingleTaskOrAFew() throws {
    let single = try Self.ntfy(Self.message(["Monty"], hasLinks: true))
    #expect(
      Self.actions(single).map(\.0) == [
        "Done", "Snooze 1 hour", "Until tomorrow",
      ])
    #expect(Self.actions(single)[0].1 == "https://home.example/answer/5d")
    #expect(single["click"] == .string("https://home.example/"))
    let two = try Self.ntfy(Self.message(["Monty", "Basil"], hasLinks: true))
    #expect(Self.actions(two).map(\.0) == ["Done: Monty", "Done: Basil"])
    let many = try Self.ntfy(
      Self.message(["a", "b", "c", "d"], hasLinks: true))
    #expect(Self.actions(many).isEmpty)
    #expect(try Self.actions(Self.ntfy(Self.message(["a"]))).isEmpty)
  }

  @Test(arguments: [
    [String(repeating: "\"\\\u{1}", count: 3_000)],
    [String(repeating: "🌱", count: 2_000)],
    Array(repeating: String(repeating: "ü\n", count: 300), count: 20),
  ])
  func longTextsAreCutToTheLimitsOfServers(texts: [String]) throws {
    let value = try Self.ntfy(Self.message(texts, hasLinks: true))
    guard case .string(let text)? = value["message"] else {
      Issue.record("no text")
      return
    }
    #expect(1_000...4_096 ~= text.utf8.count)
    #expect(text.hasSuffix("…") || text.contains("\nand "))
  }

  @Test func linesAreLeftOutWhole() {
    #expect("ab\ncd".lines(atMost: 5) == "ab\ncd")
    let text = Array(repeating: "0123456789", count: 10)
      .joined(separator: "\n")
    #expect(
      text.lines(atMost: 60) == "0123456789\n0123456789\n0123456789\nand 7 more"
    )
  }

  private static func mail(
    _ texts: [String], from sender: String = "e@f", hasLinks: Bool = false
  ) throws -> [String] {
    let mail = MailText(
      of: try message(texts, hasLinks: hasLinks), from: sender,
      to: ["a@b", "c@d"], at: now)
    let text = String(decoding: mail.bytes, as: UTF8.self)
    #expect(mail.bytes.allSatisfy { $0 < 0x80 })
    let lines = text.split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).map(String.init)
    for line in lines {
      #expect(line.utf8.count <= 78)
      #expect(!line.utf8.contains { $0 == 0x0d || $0 == 0x0a })
    }
    return lines
  }

  @Test func aMailHasAllThatMailsNeed() throws {
    let lines = try Self.mail(["Monty needs water"])
    #expect(
      lines.prefix { !$0.isEmpty } == [
        "Date: Sat, 21 Nov 2026 11:10:00 +0000",
        "From: PlantGuide <e@f>",
        "To: a@b,",
        " c@d",
        "Subject: Plant care: Monty needs water",
        "Message-ID: <0123456789abcdef.20261121.0@f>",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
      ])
    #expect(lines.drop { !$0.isEmpty } == ["", "Monty needs water", ""])
  }

  @Test func aMailThatIsSentAgainLaterHasTheSameName() throws {
    func name(_ moment: Instant, after earlier: Int = 0) throws -> String? {
      var message = try Self.message(["Monty"])
      message.earlierCount = earlier
      let mail = MailText(
        of: message, from: "e@f", to: ["a@b"], at: moment)
      return String(decoding: mail.bytes, as: UTF8.self)
        .split(separator: "\r\n").first { $0.hasPrefix("Message-ID:") }
        .map(String.init)
    }
    let later = Instant(milliseconds: Self.now.milliseconds + 7_200_000)
    #expect(try name(Self.now) != nil)
    #expect(try name(Self.now) == name(later))
    // One that comes again in an hour is another mail.
    #expect(try name(Self.now) != name(later, after: 1))
  }

  @Test(arguments: [
    "x\r\nBcc: y@z\r\n\r\nz", "x\u{85}y\u{2028}z", "=?utf-8?Q?x?=", "\u{0}",
    String(repeating: "ä", count: 2_000),
    String(repeating: "a b", count: 2_000),
  ])
  func namesAddNoLinesToAHeader(name: String) throws {
    let lines = try Self.mail([name])
    let header = lines.prefix { !$0.isEmpty }
    let names = header.filter { !$0.hasPrefix(" ") }.map {
      $0.prefix { $0 != ":" }
    }
    #expect(
      names == [
        "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted",
        "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
      ])
    #expect(!header.contains { $0.contains("=?utf-8?Q?") })
  }

  @Test func linksAreInMails() throws {
    let text = try Self.mail(["Monty"], hasLinks: true).joined(separator: "\n")
    #expect(text.contains("Done: https://home.example/answer/5d"))
    #expect(text.contains("All that is due: https://home.example/"))
  }

  @Test func linesAreQuotedWhereTheyMustBe() throws {
    let lines = try Self.mail([".", "a ", "b=c", "ü"])
    #expect(
      lines.drop { !$0.isEmpty }.dropFirst().prefix(4) == [
        "=2E", "a=20", "b=3Dc", "=C3=BC",
      ])
  }
}

@Suite struct ToDoTests {
  private static func toDo(_ summary: String = "Monty needs water") throws
    -> ToDo
  {
    let plant = try #require(
      PlantID("0192f000-0000-7000-8000-000000000001"))
    let day = try #require(Day("2026-11-21"))
    return ToDo(
      key: Reminder.Key(plant: plant, kind: .watering, task: nil, due: day),
      summary: summary, due: day, events: events)
  }

  private static let events = [1, 2].map {
    EventReference(
      writer: WriterID(bits: UUIDBits(high: 7, low: $0)), sequence: $0,
      hashPrefix: .max - $0)
  }

  private static func entry(_ bytes: [UInt8]) throws -> ToDoEntry {
    try #require(
      ToDoEntry(String(decoding: bytes, as: UTF8.self), at: "/x", etag: "e"))
  }

  @Test(arguments: [
    "Monty needs water (250 ml, Kitchen)", "a;b,c\\n\\d:e\"f", "END:VTODO",
    String(repeating: "ü🌱", count: 200), "two\nlines", "\u{301}xy",
    String(repeating: "e\u{301}", count: 200),
  ])
  func anEntryShowsWhatItWasMadeFor(summary: String) throws {
    let toDo = try Self.toDo(summary)
    let names = ToDoNames(of: "j")
    let name = toDo.name(in: names)
    #expect(names.contains(name))
    #expect(!ToDoNames(of: "k").contains(name))
    let entry = try Self.entry(
      toDo.calendar(in: names, after: nil, at: ChannelTextTests.now))
    #expect(entry.name == name)
    #expect(entry.shows(toDo) && entry.stands(for: toDo))
    #expect(!entry.isCompleted && entry.foreignLines.isEmpty)
    #expect(entry.events == Self.events)
    #expect(!entry.shows(try Self.toDo("other")))
  }

  @Test(arguments: [(1, true), (0, false), (-1, false)])
  func aLaterDayIsAhead(days: Int, isAhead: Bool) throws {
    let toDo = try Self.toDo()
    let later = toDo.key.due.advanced(by: days)
    let other = ToDo(
      key: Reminder.Key(
        plant: toDo.key.plant, kind: .watering, task: nil, due: later),
      summary: toDo.summary, due: later, events: [])
    let entry = try Self.entry(
      other.calendar(
        in: ToDoNames(of: "j"), after: nil, at: ChannelTextTests.now))
    #expect(entry.isAhead(of: toDo) == isAhead)
    #expect(entry.isAhead(of: nil))
  }

  @Test func othersLinesStayAndOwnOnesAreMadeAgain() throws {
    let text = """
      BEGIN:VCALENDAR\r
      BEGIN:VTIMEZONE\r
      TZID:x\r
      END:VTIMEZONE\r
      BEGIN:VTODO\r
      uid:n\r
      SEQUENCE:7\r
      DUE;VALUE=DATE:20261121\r
      STATUS:COMPLETED\r
      COMPLETED:20261121T101500Z\r
      X-OTHER;P="a:b":c\r
      DESCRIPTION:lo\r
       ng\r
      BEGIN:VALARM\r
      STATUS:inner\r
      END:VALARM\r
      END:VTODO\r
      END:VCALENDAR\r
      """
    let entry = try Self.entry(Array(text.utf8))
    let toDo = try Self.toDo()
    #expect(entry.isCompleted && entry.stands(for: toDo))
    #expect(entry.completed?.milliseconds == 1_795_256_100_000)
    let again = try Self.entry(
      toDo.calendar(
        in: ToDoNames(of: "j"), after: entry, at: ChannelTextTests.now))
    #expect(again["SEQUENCE"] == "8")
    #expect(!again.isCompleted && again["COMPLETED"] == nil)
    #expect(
      again.foreignLines == [
        "X-OTHER;P=\"a:b\":c", "DESCRIPTION:long", "BEGIN:VALARM",
        "STATUS:inner", "END:VALARM",
      ])
  }

  @Test(arguments: [
    "", "BEGIN:VTODO", "END:VTODO", "BEGIN:VEVENT\nEND:VEVENT", "\u{0}:",
    "BEGIN:VTODO\nEND:VEVENT",
  ])
  func whatIsNoToDoIsNone(text: String) {
    #expect(ToDoEntry(text, at: "/x", etag: "e") == nil)
  }
}
