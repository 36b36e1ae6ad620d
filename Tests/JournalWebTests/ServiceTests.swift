import Encodings
import ErrorKit
import Glibc
import JournalIdentification
import JournalProjections
import JournalSync
import JournalTestSupport
import JournalTime
import POSIXKit
import PlantServices
import Testing

@testable import JournalWeb

/// The services of the server's machine in the API and the settings.
@Suite struct ServiceTests {
  private let household: Household

  init() throws {
    household = try Household()
    try household.add("Monty")
    // The key was in a file that is gone, so no service is asked.
    let key = household.directory.path + "/key"
    close(creat(key, 0o600))
    try PlantService.plantnet.choose(
      [.keyFile: key], ofHomeAt: household.directory.path + "/home")
    unlink(key)
  }

  private func settings(_ access: AccessTokens.Access = .readWrite) throws
    -> String
  {
    let visitor = WebVisitor(
      guest: WebGuest(id: "anna", access: access, person: nil),
      formToken: "token")
    let request = try #require(
      WebRequest(.get, "/settings", headers: ["host": "localhost"]))
    return WebPages(household.api).respond(
      to: request, from: visitor, at: household.clock
    ).text
  }

  private func state(in report: JSONValue?) -> JSONValue? {
    report?["services"]?.items.first { $0["name"]?.text == "plantnet" }
  }

  private func note(remaining: Int, total: Int?) {
    household.api.services.note(
      .plantnet,
      .init(
        outcome: .reached, quota: .init(remaining: remaining, total: total),
        at: household.clock))
  }

  @Test func theStateIsThatOfTheLastTest() throws {
    let before = try household.ask(.get, "services")
    #expect(before.status == 200, "\(before.response.text)")
    let services = before.json?["services"]?.items ?? []
    #expect(services.count == PlantService.allCases.count)
    #expect(state(in: before.json)?["key"]?.text == "file")
    #expect(state(in: before.json)?["state"]?.text == "notAsked")
    #expect(try settings().contains("not asked yet"))
    let failed = try household.ask(.post, "services/plantnet/test")
    // No server is away: the test itself has a result.
    #expect(failed.status == 409, "\(failed.response.text)")
    let after = try household.ask(.get, "services").json
    #expect(state(in: after)?["state"]?.text == "failed")
    #expect(try household.ask(.post, "services/nobody/test").status == 404)
  }

  @Test(arguments: [
    (500, "is-accent"), (151, "is-accent"), (150, "is-fertilizing"),
    (51, "is-fertilizing"), (50, "is-overdue"), (0, "is-overdue"),
  ])
  func theQuotaIsColouredFrom70And90Percent(
    remaining: Int, style: String
  ) throws {
    note(remaining: 400, total: 500)
    // An identification tells only what is left.
    note(remaining: remaining, total: nil)
    let text = try settings()
    #expect(
      text.contains(
        "<p class=\"tag \(style)\">\(remaining) of 500 requests left</p>"))
  }

  @Test func onlyWhoMayChangeEverythingSeesServices() throws {
    for access in [AccessTokens.Access.readOnly, .care] {
      let guest = WebGuest(id: "bea", access: access, person: Person("Bea"))
      #expect(
        try household.ask(.get, "services", from: guest).status == 403)
      #expect(
        try household.ask(.delete, "cache", from: guest).status == 403)
      #expect(
        try household.ask(.post, "services/plantnet/test", from: guest).status
          == 403)
      #expect(!(try settings(access).contains("/services/")))
    }
  }

  @Test func keptAnswersAreCleared() throws {
    let cache = AnswerCache.answers(
      ofHomeAt: household.directory.path + "/home")
    var entry = AnswerCache.Entry(
      url: "https://trefle.io/x", storedAt: 0, freshUntil: 1)
    entry.body = Array("{}".utf8)
    try cache.store(entry)
    #expect(try settings().contains("1 answer, 1 KiB of at most 32 MiB"))
    let cleared = try household.ask(.delete, "cache")
    #expect(cleared.json?["removed"] == .integer(1))
    #expect(try settings().contains("0 answers"))
  }

  @Test func servicesAndModelsThatCannotBeReadAreNotNone() throws {
    let home = household.directory.path + "/home"
    #expect(try settings().contains("There is no model"))
    try File.replace(home + "/models", with: [])
    let page = try settings()
    #expect(page.contains("The models cannot be read: "))
    #expect(!page.contains("There is no model"))
    try File.replace(home + "/services.json", with: Array("{".utf8))
    #expect(try settings().contains("The services cannot be read: "))
  }

  @Test func aModelThatNeedsACheckSaysWhereToCheckIt() throws {
    let models = household.directory.path + "/home/models"
    try FileSystem.makeDirectory(models)
    try FileSystem.makeDirectory(models + "/leaves")
    try File.replace(models + "/leaves/model.json", with: Array("{".utf8))
    let page = try settings()
    #expect(
      page.contains(
        "The model needs a check. In a terminal on the machine that shows these pages, the command"
      ))
    #expect(page.contains("plantguide model check"))
  }

  @Test func answersThatCannotBeReadAreNotNone() throws {
    let cache = AnswerCache.answers(
      ofHomeAt: household.directory.path + "/home")
    try FileSystem.makeDirectory(String(cache.path.dropLast("/services".count)))
    try File.replace(cache.path, with: [])
    let page = try settings()
    #expect(page.contains("They cannot be read: "))
    #expect(!page.contains("0 answers"))
    let answers = try household.ask(.get, "services").json?["cache"]?[
      "answers"]
    #expect(answers?["fault"]?.text?.contains(cache.path) == true)
  }

  @Test func theEndOfALimitIsSaidInTheJournalsZone() throws {
    let zone = try household.ask(
      .patch, "settings/timeZone", #"{"value":"Europe/Berlin"}"#)
    #expect(zone.status == 200, "\(zone.response.text)")
    // The end is 90 seconds after 10 o'clock in Berlin.
    let limit = ServiceError.rateLimited(
      .plantnet, resetsAt: household.clock.advanced(byMilliseconds: 89_500))
    let clock = RequestClock(journal: household.journal, now: household.clock)
    let answer = WebResponse(problem: limit, by: clock)
    let problem = try JSONReader.parse(answer.body.span.bytes)
    #expect(problem["remedy"]?.text == "try again after Sat 21 Nov 10:02")
    #expect(problem["retryAfter"]?.text == "2026-11-21T09:01:29.500Z")
    #expect(answer.headers["retry-after"] == "90")
    let unknown = WebResponse(
      problem: ServiceError.rateLimited(.plantnet, resetsAt: nil), by: clock)
    #expect(!unknown.text.contains("retryAfter"))
    #expect(unknown.headers["retry-after"] == nil)
  }

  @Test(
    arguments: [
      (.hybrid, "neither a model nor a key", "plantguide model add"),
      (.deviceOnly, "There is no model.", "plantguide model add"),
      (.apiOnly, "There is no key", "plantguide services set plantnet"),
    ] as [(IdentificationMethod, String, String)])
  func thePageSaysWhatIdentificationLacks(
    method: IdentificationMethod, lack: String, command: String
  ) throws {
    var means = IdentificationMeans()
    means.method = method
    let page = try identifyPage(means)
    #expect(page.contains(lack), "\(page)")
    #expect(
      page.contains(
        "In a terminal on the machine that shows these pages, the command"))
    #expect(page.contains(command))
    means.modelFault = "its card is damaged"
    let faulty = try identifyPage(means)
    #expect(
      faulty.contains(method == .apiOnly ? command : "plantguide model check"))
    means.method = .apiOnly
    means.modelFault = nil
    means.isOffline = true
    #expect(try identifyPage(means).contains("the setting offlineMode"))
  }

  private func identifyPage(_ means: IdentificationMeans) throws -> String {
    let household = try Household(
      identifiedBy: WebIdentifier(
        identify: { _, _ in throw ServiceError.offline(.plantnet) },
        means: { _ in means }))
    return try household.page("/identify").text
  }
}
