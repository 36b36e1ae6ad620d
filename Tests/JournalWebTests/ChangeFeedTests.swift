import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalWeb

/// What listeners get, without sockets.
@Suite struct ChangeFeedTests {
  /// A household with a listener.
  private final class Listener {
    let household = try? Household()
    var feed: ChangeFeed?
    var milliseconds: Int64 = 1_000

    init(_ query: String = "", _ headers: [String: String] = [:]) throws {
      try home().add("Monty")
      try listen(query, headers)
    }

    func home() throws -> Household { try #require(household) }

    func listen(_ query: String, _ headers: [String: String]) throws {
      let answer = try home().ask(.get, "changes\(query)", headers: headers)
      #expect(answer.status == 200)
      #expect(answer.response.headers["content-type"] == "text/event-stream")
      feed = answer.response.feed
    }

    /// The bytes that are sent after this time.
    func next(after time: Int64 = 200) throws -> String {
      milliseconds += time
      let state = try home().api.state(at: home().clock)
      let bytes = feed?.next(state, at: milliseconds)
      return String(decoding: try #require(bytes), as: UTF8.self)
    }

    /// The id that the last of some bytes name.
    func id(in text: String) throws -> String {
      let line = text.split(separator: "\n").last { $0.hasPrefix("id: ") }
      return String(try #require(line).dropFirst(4))
    }
  }

  @Test func aListenerGetsEachCommitOnce() throws {
    let listener = try Listener()
    let start = try listener.next()
    #expect(start.hasPrefix("retry: 2000\nid: "))
    #expect(!start.contains("event:"))
    #expect(try listener.next() == "")
    try listener.home().add("Fern")
    let event = try listener.next()
    #expect(event.hasPrefix("event: change\nid: "), "\(event)")
    let version = try listener.id(in: event).split(separator: "-").prefix(2)
      .joined(separator: "-")
    #expect(event.hasSuffix("data: {\"version\":\"\(version)\"}\n\n"))
    #expect(try listener.id(in: event) != listener.id(in: start))
    #expect(try listener.next() == "")
  }

  @Test func aNewDayIsAnEventAtTheMidnightOfTheJournal() throws {
    let listener = try Listener()
    let home = try listener.home()
    #expect(
      try home.ask(
        .post, "settings", #"{"key":"timeZone","value":"Asia/Tokyo"}"#
      ).status == 200)
    _ = try listener.next()
    _ = try listener.next()
    // 9 o'clock in UTC is 18 o'clock in Tokyo.
    home.clock = home.clock.advanced(byMilliseconds: 6 * 3_600_000 - 1)
    #expect(try listener.next() == "")
    home.clock = home.clock.advanced(byMilliseconds: 1)
    let event = try listener.next()
    #expect(event.hasPrefix("event: day\nid: "), "\(event)")
    #expect(event.hasSuffix("-2026-11-22\ndata: {\"day\":\"2026-11-22\"}\n\n"))
    #expect(try listener.next() == "")
  }

  @Test func whoComesAgainGetsWhatWasMissed() throws {
    let listener = try Listener()
    let id = try listener.id(in: listener.next())
    let home = try listener.home()
    try listener.listen("", ["last-event-id": id])
    #expect(!(try listener.next().contains("event:")))
    try home.add("Fern")
    for (query, headers) in [
      ("", ["last-event-id": id]), ("?after=\(id)", [:]),
      ("?after=1-1-2026-01-01", ["last-event-id": id]),
      ("?after=nonsense%0Aevent:%20x", [:]),
    ] {
      try listener.listen(query, headers)
      let text = try listener.next()
      #expect(text.hasPrefix("retry: 2000\n\n"), "\(text)")
      #expect(text.contains("event: change\n"), "\(text)")
      #expect(!text.contains("event: x"), "\(text)")
      #expect(try listener.next() == "")
    }
    home.clock = home.clock.advanced(byDays: 1)
    try listener.listen("?after=\(try listener.id(in: current(listener)))", [:])
    #expect(!(try listener.next().contains("event:")))
    try listener.listen("?after=\(id)", [:])
    let both = try listener.next()
    #expect(both.contains("event: day") && both.contains("event: change"))
  }

  private func current(_ listener: Listener) throws -> String {
    try listener.listen("", [:])
    return try listener.next()
  }

  @Test func aSilentFeedSaysThatItLives() throws {
    let listener = try Listener()
    _ = try listener.next()
    #expect(try listener.next(after: 24_999) == "")
    #expect(try listener.next(after: 1) == ":\n\n")
    #expect(try listener.next(after: 24_999) == "")
    try listener.home().add("Fern")
    #expect(try listener.next(after: 1).hasPrefix("event: change"))
    #expect(try listener.next(after: 24_999) == "")
    #expect(try listener.next(after: 1) == ":\n\n")
  }

  @Test func aJournalThatCannotBeReadChangesNothing() throws {
    let listener = try Listener()
    _ = try listener.next()
    #expect(listener.feed?.next(nil, at: 2_000) == [])
    #expect(try listener.next() == "")
  }

  @Test func whoMayReadMayListen() throws {
    let household = try Household()
    let guest = WebGuest(id: "guest", access: .readOnly, person: nil)
    let answer = try household.ask(.get, "changes", from: guest)
    #expect(answer.status == 200 && answer.response.feed != nil)
    #expect(try household.ask(.get, "changes?x=1").status == 400)
    #expect(try household.ask(.post, "changes").status == 405)
  }
}
