import Encodings
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalReminders
import JournalSync
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalWeb

/// What the page of the settings does about reminders.
@Suite struct ReminderPageTests {
  let site: Site
  let bea: String

  init() throws {
    site = try Site()
    bea = try site.signIn("Bea", .readWrite)
    try site.household.add("Monty", "Jade")
  }

  private func post(
    _ target: String, _ fields: String, cookie: String? = nil
  ) throws -> WebResponse {
    try site.send(
      .post, target, cookie: cookie ?? bea,
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: fields + "&back=/settings")
  }

  private func page(cookie: String? = nil) throws -> String {
    let answer = try site.ask(.get, "/settings", cookie: cookie ?? bea)
    #expect(answer.status == 200)
    return answer.text
  }

  private func inJournal<R>(_ body: (CareJournal) throws -> R) throws -> R {
    try site.household.journal.with(at: site.household.clock, body)
  }

  private func rules() throws -> ReminderRules {
    try inJournal { try $0.read { ReminderRules($0.settings) } }
  }

  // MARK: Rules

  @Test func rulesAreSetByTheirParts() throws {
    let fields: [(setting: String, fields: String)] = [
      ("reminders", "value=false"), ("reminderTime", "value=18:30"),
      ("reminderQuietHours", "value=22:00&value=07:00"),
      ("reminderWeekdays", "value=Sat&value=Mon"),
      ("reminderForm", "value=single"), ("reminderRepeats", "value=3"),
      ("reminderSilentKinds", "value=misting&value=rotation"),
      ("reminderPause", "value=2026-12-20&value=2027-01-03"),
    ]
    for (setting, fields) in fields {
      let answer = try post(
        "/do/settings/\(setting)", "method=PATCH&was.value=&\(fields)")
      // What it was is not what the sender saw, if it has a default.
      let isStale = answer.status == 409
      #expect(answer.status == 303 || isStale, "\(setting): \(answer.text)")
      guard isStale else { continue }
      #expect(
        try post("/do/settings/\(setting)", "method=PATCH&\(fields)").status
          == 303)
    }
    let rules = try rules()
    #expect(!rules.isOn && rules.time.description == "18:30")
    #expect(rules.quietHours?.description == "22:00-07:00")
    #expect(rules.weekdays == [1, 6])
    #expect(rules.form == .single && rules.repeats == 3)
    #expect(rules.silentKinds.count == 2)
    #expect(rules.pause?.upperBound.description == "2027-01-03")
    let page = try page()
    for part in [
      #"type="time" name="value" value="22:00""#,
      #"type="date" name="value" value="2027-01-03""#,
      #"name="value" value="Sat" checked"#,
      #"name="value" value="misting" checked"#,
    ] {
      #expect(page.contains(part), "\(part)")
    }
    // Fields that are emptied switch off.
    for fields in ["value=&value=", "value=none"] {
      #expect(
        try post(
          "/do/settings/reminderQuietHours", "method=PATCH&\(fields)"
        ).status == 303)
    }
    _ = try post("/do/settings/reminderWeekdays", "method=PATCH")
    let after = try self.rules()
    #expect(after.quietHours == nil && after.weekdays == Set(1...7))
  }

  @Test func halfASpanIsRefused() throws {
    let answer = try post(
      "/do/settings/reminderQuietHours", "method=PATCH&value=22:00&value=")
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.text.contains("two times"))
    let twice = try post(
      "/do/settings/reminderTime", "method=PATCH&value=22:00&value=23:00")
    #expect(twice.status == 400)
  }

  @Test func aPlantIsMutedAndRemindedOfAgain() throws {
    let muted = try post("/do/remind/mute", "plant=Jade&key=a")
    #expect(muted.status == 303)
    let back = try #require(muted.headers["location"])
    #expect(
      try site.ask(.get, back, cookie: bea).text.contains("Muted Jade"))
    #expect(try rules().silentPlants.count == 1)
    #expect(try page().contains("Remind again of: Jade"))
    _ = try post("/do/remind/unmute", "plant=Jade&key=b")
    #expect(try rules().silentPlants.isEmpty)
    #expect(try !page().contains("Remind again"))
  }

  @Test func plantsOfOneNameAreToldApart() throws {
    var ids: [String] = []
    _ = try site.household.ask(.post, "rooms", #"{"name":"Hall"}"#)
    for _ in 0..<2 {
      let added = try site.household.ask(
        .post, "plants", #"{"species":"Aloe vera","room":"Hall"}"#)
      ids.append(
        try #require(added.json?["made"]?.items.first?["id"]?.text))
    }
    _ = try post("/do/remind/mute", "plant=\(ids[0])&key=a")
    let settings = try page()
    let tasks = try site.ask(.get, "/tasks", cookie: bea).text
    for (page, start, id) in [
      (settings, "Remind again of: ", ids[0]), (settings, ">", ids[1]),
      (tasks, ">", ids[0]), (tasks, ">", ids[1]),
    ] {
      let short = ShortID.text(of: try #require(PlantID(id)))
      let words = "\(start)Aloe Vera, Hall (\(short))"
      #expect(page.contains(words), "\(words)")
    }
  }

  // MARK: Channels

  private func channels() throws -> [ReminderChannel] {
    try inJournal { try $0.reminderChannels() }
  }

  @Test func aChannelIsAddedOnceAndRemoved() throws {
    let fields = "address=ntfys://push.example/topic-0815&name=&key=k"
    for _ in 0..<2 {
      #expect(try post("/do/channels", fields).status == 303)
    }
    let channel = try #require(try channels().first)
    #expect(try channels().count == 1 && channel.name == "ntfy")
    let page = try page()
    #expect(page.contains("/do/channels/ntfy/test"))
    #expect(page.contains("Nothing sends the messages"))
    // The topic is like a password.
    #expect(!page.contains("topic-0815"))
    // The first answer may have been lost.
    for _ in 0..<2 {
      let removed = try post("/do/channels/ntfy", "method=DELETE")
      #expect(removed.status == 303)
      #expect(try channels().isEmpty)
    }
  }

  @Test func channelsThatCannotBeReadAreNotNone() throws {
    let path = site.household.directory.path + "/home/channels.json"
    for text in [#"{"phone":{"address":"?"}}"#, "{"] {
      try File.replace(path, with: Array(text.utf8))
      let page = try page()
      #expect(page.contains("Channels cannot be read: "), "\(text)")
      #expect(!page.contains("has no channel for reminders"))
    }
  }

  @Test(arguments: [
    "command:/bin/true", "desktop:", "apprise:tgram://x/y",
    "ntfys://anna@push.example/x", "webhooks://push.example/{password}",
    "ntfys://anna:secret@push.example/x", "ntfy://localhost:80/x",
    "webhook://127.0.0.1:8123/x", "webhook://[::1]/x", "pigeon://loft",
    "ntfys://push.example/",
  ])
  func whatIsOfTheMachineIsNotAdded(address: String) throws {
    let answer = try site.send(
      .post, "/api/v1/channels", cookie: bea,
      headers: ["content-type": "application/json"],
      body: #"{"address":"\#(address)"}"#)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(!answer.text.contains("secret"))
    #expect(!answer.text.contains("plantguide channel"))
    #expect(try channels().isEmpty)
  }

  @Test func aTestThatDoesNotArriveSaysSo() throws {
    _ = try post("/do/channels", "address=ntfys://push.invalid/x&name=phone")
    let answer = try post("/do/channels/phone/test", "")
    // A script would send again what a server could not answer.
    #expect(answer.status == 409, "\(answer.text)")
    #expect(answer.text.contains("The test did not arrive"))
    let page = try page()
    #expect(page.contains("failed"))
  }

  @Test func channelsOfTheMachineStay() throws {
    try inJournal {
      try $0.addReminderChannel(
        ReminderChannel(name: "say", address: .command(path: "/bin/true")))
    }
    #expect(try !page().contains("/do/channels/say"))
    for (target, fields) in [
      ("/do/channels/say", "method=DELETE"), ("/do/channels/say/test", ""),
    ] {
      let answer = try post(target, fields)
      #expect(answer.status == 400, "\(answer.text)")
      #expect(answer.text.contains("on the machine itself"))
    }
    #expect(try post("/do/channels/none/test", "").status == 404)
    #expect(try channels().count == 1)
  }

  @Test func aChannelOfAPageGetsNoSecretOfTheMachine() throws {
    _ = try post(
      "/do/channels", "address=ntfys://push.example/x&name=phone")
    let channel = try #require(try channels().first)
    let environment = SenderEnvironment(
      home: site.household.directory.path + "/home",
      variable: { _ in "secret" })
    #expect(channel.isOfPage)
    #expect(channel.secretVariable(in: environment) == nil)
  }

  @Test func onlyWhoMayChangeAllSetsChannelsUp() throws {
    let cem = try site.signIn("Cem", .care)
    _ = try post("/do/channels", "address=ntfys://push.example/x")
    for (target, fields) in [
      ("/do/channels", "address=ntfys://push.example/y"),
      ("/do/channels/ntfy", "method=DELETE"), ("/do/channels/ntfy/test", ""),
      ("/do/remind/mute", "plant=Jade"),
    ] {
      #expect(try post(target, fields, cookie: cem).status == 403)
    }
    #expect(try !page(cookie: cem).contains("/do/channels"))
    #expect(try channels().count == 1)
  }
}
