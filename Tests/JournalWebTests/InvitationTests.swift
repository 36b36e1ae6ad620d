import Encodings
import JournalSync
import JournalTestSupport
import JournalTime
import JournalWeb
import POSIXKit
import QRCode
import Testing

/// Invitations and tokens, as people make and end them on pages.
@Suite struct InvitationTests {
  let site: Site
  /// The secret of somebody who may do everything.
  let bea: String

  init() throws {
    site = try Site()
    bea = try site.signIn("Bea", .readWrite)
  }

  /// Sends the form that invites somebody.
  private func invite(
    _ form: String = "person=Anna&role=care", key: String = "k",
    as secret: String? = nil
  ) throws -> WebResponse {
    try site.send(
      .post, "/do/household", cookie: secret ?? bea,
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "key=\(key)&back=/household&\(form)")
  }

  /// Asks the API for an invitation.
  private func ask(_ body: String, key: String?) throws -> WebResponse {
    var headers = ["content-type": "application/json"]
    headers["idempotency-key"] = key
    return try site.send(
      .post, "/api/v1/household", cookie: bea, headers: headers, body: body)
  }

  private func link(on page: WebResponse) throws -> String {
    let start = "\nhttp://127.0.0.1:8714/join#"
    let found = try #require(page.text.firstRange(of: start), "\(page.text)")
    let secret = page.text[found.upperBound...].prefix { $0 != "<" }
    return "http://127.0.0.1:8714/join#\(secret)"
  }

  private func id(of person: String) throws -> String {
    try #require(try site.tokens.entries().last { $0.person == person }?.id)
  }

  @Test func invitationsSayForWhomAndWhatFor() throws {
    let page = try invite().text
    #expect(
      page.contains("It is for <bdi>Anna</bdi>, who may then give care."))
    let open = try invite("person=&role=all", key: "l").text
    #expect(open.contains("Whoever takes it up may then read and write."))
    let list = try site.ask(.get, "/household", cookie: bea).text
    #expect(list.contains("join once, read and write"))
    #expect(list.contains("join once, give care"))
  }

  // MARK: Ends

  @Test func invitationsEndWithTheTokenThatMadeThem() throws {
    let link = try link(on: try invite())
    let own = try site.invite("Cem", .care)
    _ = try site.tokens.revoke(try id(of: "Bea"), at: site.household.clock)
    #expect(try site.join(link).status == 403)
    #expect(try site.join(own).status == 303)
    #expect(
      try site.tokens.entries().first { $0.person == "Anna" }?.revokedAt != nil)
  }

  @Test func onesOwnSignOutLeavesInvitations() throws {
    let link = try link(on: try invite())
    #expect(try site.send(.post, "/sign-out", cookie: bea).status == 303)
    #expect(try site.join(link).status == 303)
  }

  @Test func whoWasLetInStaysAndIsNamedByTheirHost() throws {
    let anna = try #require(
      Site.secret(of: try site.join(try link(on: try invite()))))
    let page = try site.ask(.get, "/household", cookie: bea)
    #expect(page.text.contains("invited by <bdi>Bea</bdi>"))
    _ = try site.tokens.revoke(try id(of: "Bea"), at: site.household.clock)
    #expect(try site.ask(.get, "/", cookie: anna).status == 200)
  }

  @Test func noInvitationIsMadeAfterTheRevocation() throws {
    let secret = try #require(AccessSecret(bea))
    let clock = site.household.clock
    _ = try site.tokens.revoke(try id(of: "Bea"), at: clock)
    #expect(throws: AccessTokensError.revoked) {
      _ = try site.tokens.inviteToPages(
        at: "http://127.0.0.1:8714", person: nil, access: .readWrite,
        by: .init(secret, key: nil), at: clock)
    }
  }

  // MARK: Repeated requests

  @Test func aSecondTapShowsTheSameLink() throws {
    let first = try link(on: try invite())
    #expect(try link(on: try invite()) == first)
    #expect(try site.tokens.entries().count { $0.person == "Anna" } == 1)
    #expect(try link(on: try invite(key: "l")) != first)
    // Others may choose the same key.
    let dora = try site.signIn("Dora", .readWrite)
    #expect(try link(on: try invite(as: dora)) != first)
  }

  @Test func theAPIRepeatsUnderItsKeyAlone() throws {
    let anna = #"{"person":"Anna","role":"care"}"#
    let first = try ask(anna, key: "k")
    #expect(first.headers["idempotency-replayed"] == nil)
    let again = try ask(anna, key: "k")
    #expect(again.body == first.body)
    #expect(again.headers["idempotency-replayed"] == "true")
    #expect(try ask(#"{"person":"Cem","role":"care"}"#, key: "k").status == 422)
    #expect(try ask(#"{"person":"Anna"}"#, key: "k").status == 422)
    #expect(try ask(anna, key: nil).body != first.body)
    #expect(try ask(anna, key: "").status == 400)
    #expect(try site.tokens.entries().count { $0.person == "Anna" } == 2)
  }

  @Test func anInvitationThatIsOverIsNotMadeAgain() throws {
    let made = try link(on: try invite())
    #expect(try site.join(made).status == 303)
    let taken = try invite()
    #expect(taken.status == 409)
    #expect(taken.text.contains("Make another invitation"))
    #expect(try site.join(made).status == 403)
    _ = try invite(key: "l")
    _ = try site.tokens.revoke(try id(of: "Anna"), at: site.household.clock)
    #expect(try invite(key: "l").status == 409)
    _ = try invite(key: "m")
    site.household.clock = site.household.clock.advanced(byDays: 1)
    #expect(try invite(key: "m").status == 409)
  }

  @Test func revokingTwiceIsTheSame() throws {
    _ = try invite()
    let id = try id(of: "Anna")
    for _ in 0..<2 {
      let answer = try site.send(
        .delete, "/api/v1/household/\(id)", cookie: bea,
        headers: ["idempotency-key": "k"])
      #expect(answer.status == 200)
      #expect(answer.text.contains(id))
    }
    #expect(
      try site.send(.delete, "/api/v1/household/00000000", cookie: bea).status
        == 404)
  }

  // MARK: The page

  @Test func thePageShowsCodeLinkAndEnd() throws {
    let page = try invite()
    let code = try #require(QRCode(try link(on: page)))
    #expect(page.text.contains("class=\"code is-large\""))
    let side = code.width + 8
    #expect(page.text.contains("viewBox=\"0 0 \(side) \(side)\""))
    // The policy of the page allows no styles or scripts in it.
    #expect(!page.text.contains("style=") && !page.text.contains("<script>"))
    #expect(page.text.contains("It works once, until"))
    #expect(page.text.contains("22 Nov"))
    #expect(page.text.contains("Only this computer can open"))
  }

  @Test func thePageWarnsByItsAddress() throws {
    func page(at host: String) throws -> String {
      try site.household.page("/household", headers: ["host": host]).text
    }
    let own = "Only this computer can open"
    #expect(try page(at: "127.0.0.1:8714").contains(own))
    #expect(!(try page(at: "plants.example").contains(own)))
    let plain = try site.household.post(
      "/do/household", "key=p&url=http://192.0.2.7:8714")
    #expect(plain.text.contains("Nobody can sign in at this address"))
    let secure = try site.household.post(
      "/do/household", "key=q&url=https://192.0.2.7:8714")
    #expect(secure.text.contains("https://192.0.2.7:8714/join#"))
    #expect(!secure.text.contains("class=\"notice"))
  }

  @Test func aServerThatOthersReachOffersItsAddresses() throws {
    let server = try PeerServer(
      ofHomeAt: site.household.directory.path + "/home", clock: 0,
      requestsPerSecond: 50)
    try server.note(
      ServedAddress(host: "192.0.2.7", port: 8714, pinnedKey: "sha256//x"))
    let page = try site.household.page(
      "/household", headers: ["host": "127.0.0.1:8714"])
    #expect(page.text.contains("<option value=\"https://192.0.2.7:8714\">"))
    #expect(page.text.contains("this computer alone"))
    #expect(!page.text.contains("Only this computer can open"))
    withExtendedLifetime(server) {}
  }

  @Test func addressesAreOfferedAsTheServerListens() {
    func urls(_ host: String?, key: String? = nil) -> [String] {
      OfferedAddresses(
        of: host.map { ServedAddress(host: $0, port: 9, pinnedKey: key) },
        on: []
      ).urls
    }
    #expect(urls(nil) == ["http://127.0.0.1:8714"])
    #expect(urls("192.0.2.7", key: "k") == ["https://192.0.2.7:9"])
    let idle = OfferedAddresses(
      of: ServedAddress(host: "192.0.2.7", port: 9, pinnedKey: "k"), on: [])
    #expect(idle.idlePlace(at: 0) == "192.0.2.7:9")
    #expect(idle.isOpen && !idle.isRunning)
  }

  // MARK: The file

  @Test func theFileIsOnesOwnAndLosesNothing() throws {
    let (tokens, clock) = (site.tokens, site.household.clock)
    let before = try tokens.entries().count
    inThreads(8) { number in
      for turn in 0..<8 {
        _ = try? tokens.create(
          device: "\(number).\(turn)", person: nil, access: .readOnly,
          at: clock)
      }
    }
    #expect(try tokens.entries().count == before + 64)
    let status = try FileStatus(
      of: site.household.directory.path + "/home/tokens.json")
    #expect(status.permissions == 0o600)
  }
}
