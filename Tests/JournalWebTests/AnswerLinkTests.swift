import JournalCare
import JournalLog
import JournalProjections
import JournalQueries
import JournalReminders
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalWeb

/// The links in messages by which people answer reminders.
@Suite struct AnswerLinkTests {
  let site: Site
  let links: AnswerLinks
  let channel: ReminderChannel
  var home: String { site.household.directory.path + "/home" }

  init() throws {
    site = try Site()
    try site.household.add("Monty")
    links = try AnswerLinks(
      makingKeyOfHomeAt: site.household.directory.path + "/home")
    channel = try Self.add("phone", to: site)
    // On the day on which it needs water.
    site.household.clock = site.household.clock.advanced(byDays: 7)
  }

  /// Adds a channel, and returns it as it is stored.
  private static func add(
    _ name: String, to site: Site
  ) throws -> ReminderChannel {
    try site.household.journal.with(at: site.household.clock) { journal in
      try journal.addReminderChannel(
        ReminderChannel(
          name: name, address: .init("ntfys://push.example/plants")))
      return try journal.reminderChannels(named: name)[0]
    }
  }

  private func reminder() throws -> Reminder {
    try site.household.journal.with(at: site.household.clock) { journal in
      try journal.read { snapshot in
        try #require(
          try snapshot.reminders().first)
      }
    }
  }

  /// Returns the path of a link to an answer about the present task.
  private func path(
    _ answer: ReminderAnswer, lasting time: Int64 = AnswerLinks.lifetime
  ) throws -> String {
    let token = links.token(
      of: .init(
        message: "0123456789abcdef", key: try reminder().key, answer: answer,
        expiresAt: site.household.clock.advanced(byMilliseconds: time)),
      on: channel)
    return "/answer/\(token)"
  }

  private func post(
    _ path: String, origin: String? = "http://127.0.0.1:8714"
  ) throws -> WebResponse {
    var headers: [String: String] = [:]
    headers["origin"] = origin
    return try site.ask(.post, path, headers: headers)
  }

  @Test func aLinkShowsWhatItWouldDoAndDoesItOnce() throws {
    let path = try path(.done)
    let count = try site.eventCount()
    // Whoever looks at links before their reader does changes nothing.
    for _ in 0..<2 {
      let page = try site.ask(.get, path)
      #expect(page.status == 200)
      #expect(page.text.contains("<bdi>Monty needs water"))
      #expect(page.text.contains(">Done</button>"))
      #expect(page.text.contains("action=\"\(path)\""))
      #expect(page.headers["x-frame-options"] == "DENY")
      #expect(page.headers["cache-control"] == "private, no-store")
    }
    #expect(try site.eventCount() == count)
    let done = try post(path)
    #expect(done.status == 200)
    #expect(done.text.contains("Monty"))
    #expect(try site.eventCount() == count + 1)
    let again = try post(path)
    #expect(again.status == 200)
    #expect(again.text.contains("Nothing was changed"))
    #expect(try site.ask(.get, path).text.contains("Nothing was changed"))
    #expect(try site.eventCount() == count + 1)
  }

  @Test func tomorrowPostponesTheTaskAndAnHourDoesNot() throws {
    let count = try site.eventCount()
    let hour = try path(.hour)
    let done = try path(.done)
    #expect(
      try site.ask(.get, hour).text.contains("Remind me again in an hour"))
    #expect(try post(hour).text.contains("Nothing was changed"))
    #expect(try site.eventCount() == count)
    let tomorrow = try path(.tomorrow)
    #expect(
      try site.ask(.get, tomorrow).text.contains("Postpone until tomorrow"))
    #expect(try post(tomorrow).status == 200)
    #expect(try site.eventCount() == count + 1)
    // The task has another due day now.
    #expect(try post(done).text.contains("Nothing was changed"))
    #expect(try site.eventCount() == count + 1)
  }

  @Test func aLinkCountsForADay() throws {
    let path = try path(.done)
    site.household.clock = site.household.clock.advanced(
      byMilliseconds: AnswerLinks.lifetime - 1)
    #expect(try site.ask(.get, path).status == 200)
    site.household.clock = site.household.clock.advanced(byMilliseconds: 1)
    let count = try site.eventCount()
    for answer in [try site.ask(.get, path), try post(path)] {
      #expect(answer.status == 410)
      #expect(answer.text.contains("Link Too Old"))
    }
    #expect(try site.eventCount() == count)
  }

  @Test func nobodyElseMakesALink() throws {
    let path = try path(.done)
    let token = String(path.dropFirst("/answer/".count))
    let ticket = try #require(links.ticket(of: token, from: [channel]))
    #expect(links.token(of: ticket, on: channel) == token)
    #expect(ticket.key == (try reminder().key))
    let count = try site.eventCount()
    // Each changed character, a part, and the link of another home.
    var texts = token.indices.map { place in
      var text = token
      let other: Character = token[place] == "A" ? "B" : "A"
      text.replaceSubrange(place...place, with: [other])
      return text
    }
    let other = try TemporaryDirectory()
    let foreign = try AnswerLinks(makingKeyOfHomeAt: other.path)
    texts += [
      String(token.dropLast()), String(token.prefix(20)), "x",
      foreign.token(of: ticket, on: channel),
      String(repeating: "A", count: 2_000),
    ]
    for text in texts {
      #expect(links.ticket(of: text, from: [channel]) == nil, "\(text)")
    }
    for text in texts.suffix(8) {
      #expect(try site.ask(.get, "/answer/\(text)").status == 404)
      #expect(try post("/answer/\(text)").status == 404)
    }
    #expect(try site.eventCount() == count)
  }

  @Test func noForeignPageAnswers() throws {
    let path = try path(.done)
    let count = try site.eventCount()
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
      #expect(try post(path, origin: origin).status == 403)
    }
    #expect(
      try site.ask(
        .post, path, headers: ["sec-fetch-site": "cross-site"]
      ).status == 403)
    #expect(try site.ask(.get, path, host: "evil.example").status == 421)
    #expect(try site.ask(.delete, path).status == 405)
    #expect(try site.eventCount() == count)
    // A program that shows messages follows the link itself.
    #expect(try post(path, origin: nil).status == 200)
    #expect(try site.eventCount() == count + 1)
  }

  @Test func messagesGetALinkForEachAnswer() throws {
    let key = try reminder().key
    let message = ReminderMessage(
      id: "0123456789abcdef", title: "Plant care", text: "Monty needs water",
      tasks: [.init(key: key, plantName: "Monty", text: "Monty needs water")],
      badge: 0, day: key.due, isDigest: true)
    let linked = message.linked(
      to: "https://plants.example/", by: links, on: channel,
      at: site.household.clock)
    #expect(linked.page == "https://plants.example/")
    #expect(Set(linked.tasks[0].links.keys) == Set(ReminderAnswer.allCases))
    for (answer, link) in linked.tasks[0].links {
      let beginning = "https://plants.example/answer/"
      #expect(link.hasPrefix(beginning))
      let ticket = links.ticket(
        of: String(link.dropFirst(beginning.count)), from: [channel])
      #expect(ticket?.answer == answer)
      #expect(ticket?.message == message.id)
    }
  }

  @Test func aLinkEndsWithItsChannel() throws {
    let path = try path(.done)
    let other = try Self.add("desk", to: site)
    func status() throws -> Int { try site.ask(.get, path).status }
    #expect(try status() == 200)
    try site.household.journal.with(at: site.household.clock) {
      try $0.removeReminderChannel(channel.name)
    }
    let count = try site.eventCount()
    #expect(try status() == 404)
    // Nor does the same channel bring it back.
    #expect(try Self.add("phone", to: site).address == channel.address)
    #expect(try status() == 404)
    #expect(try post(path).status == 404)
    #expect(try site.eventCount() == count)
    #expect(other.options[.seal] != channel.options[.seal])
  }

  @Test func theKeyOfAHomeIsMadeOnceAndForItsUserAlone() throws {
    let again = try #require(try AnswerLinks(ofHomeAt: home))
    let path = try path(.done)
    let token = String(path.dropFirst(8))
    #expect(again.ticket(of: token, from: [channel]) != nil)
    let file = JournalHome(path: home).answerKeyFile
    #expect(try FileStatus(of: file).permissions == 0o600)
    let other = try TemporaryDirectory()
    #expect(try AnswerLinks(ofHomeAt: other.path) == nil)
  }
}
