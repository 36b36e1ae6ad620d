import Encodings
import JournalLog
import JournalSync
import JournalTestSupport
import JournalTime
import JournalWeb
import POSIXKit
import Testing

@Suite struct SiteTests {
  let site: Site

  init() throws { site = try Site() }

  // MARK: Signing in

  @Test func anInvitationBecomesASession() throws {
    let link = try site.invite("Bea", .care)
    let answer = try site.join(link, device: "Bea's phone")
    #expect(answer.status == 303)
    #expect(answer.headers["location"] == "/")
    let secret = try #require(Site.secret(of: answer))
    #expect(
      answer.headers["set-cookie"]
        == "plantguide=\(secret); Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict"
    )
    let page = try site.ask(.get, "/", cookie: secret)
    #expect(page.status == 200)
    #expect(page.text.contains("Bea"))
    let entry = try #require(try site.tokens.entries().last)
    #expect(entry.device == "Bea's phone")
    #expect(entry.person == "Bea")
    #expect(entry.access == .care)
    #expect(entry.isValid)
  }

  @Test func overTLSOnlyThisHostGetsTheCookie() throws {
    let link = try site.invite("Bea", .care)
    let answer = try site.join(link, isSecure: true)
    let secret = try #require(Site.secret(of: answer))
    #expect(
      answer.headers["set-cookie"]
        == "__Host-plantguide=\(secret); Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict; Secure"
    )
    func status(_ name: String, isSecure: Bool) throws -> Int {
      try site.ask(
        .get, "/", headers: ["cookie": "\(name)=\(secret)"],
        isSecure: isSecure
      ).status
    }
    #expect(try status("__Host-plantguide", isSecure: true) == 200)
    #expect(try status("plantguide", isSecure: true) == 401)
    #expect(try status("__Host-plantguide", isSecure: false) == 401)
    // Somebody else has set one of two.
    #expect(
      try status("plantguide=x; plantguide", isSecure: false) == 401)
  }

  @Test func anInvitationWorksOnce() throws {
    let link = try site.invite("Bea", .care)
    #expect(try site.join(link).status == 303)
    let again = try site.join(link)
    #expect(again.status == 403)
    #expect(again.headers["set-cookie"] == nil)
    #expect(again.text.contains("was already used"))
    #expect(again.text.contains("Ask for another invitation"))
  }

  @Test func anInvitationExpires() throws {
    let link = try site.invite("Bea", .care)
    let own = try #require(
      try site.tokens.inviteOwner(
        at: "http://127.0.0.1:8714", at: site.household.clock)
    ).link
    site.household.clock = site.household.clock.advanced(
      byMilliseconds: 300_000)
    #expect(try site.join(own).status == 403)
    site.household.clock = site.household.clock.advanced(byDays: 1)
    #expect(try site.join(link).status == 403)
  }

  @Test func aLineOrABareSecretIsPastedToo() throws {
    let clock = site.household.clock
    let line = try #require(
      try site.tokens.invite(
        to: "http://127.0.0.1:8714", keyHash: nil, person: nil,
        access: .readOnly, at: clock))
    #expect(try site.join(" \(line.line)\n").status == 303)
    let secret = try #require(
      try site.invite("Bea", .care).split(separator: "#").last)
    #expect(try site.join(String(secret)).status == 303)
    for text in ["", "x", "https://127.0.0.1/join#", "plantguide:join?url=x"] {
      #expect(try site.join(text).status == 400, "\(text)")
    }
    #expect(
      try site.join(
        try site.invite("Bea", .care),
        device: String(repeating: "x", count: 101)
      ).status == 400)
  }

  @Test func theOwnersBrowserActsAsTheHomesUser() throws {
    let link = try #require(
      try site.tokens.inviteOwner(
        at: "http://127.0.0.1:8714", at: site.household.clock)
    ).link
    #expect(link.hasSuffix(";now"))
    let own = try #require(Site.secret(of: try site.join(link)))
    let bea = try site.signIn("Bea", .readWrite)
    for (secret, name) in [(own, "Attic"), (bea, "Hall")] {
      let answer = try site.send(
        .post, "/api/v1/rooms", cookie: secret,
        headers: ["content-type": "application/json"],
        body: #"{"name":"\#(name)"}"#)
      #expect(answer.status == 200, "\(answer.text)")
    }
    let events = try site.household.ask(.get, "history?writer=Bea").response
    #expect(events.text.contains("Hall"))
    #expect(!events.text.contains("Attic"))
  }

  @Test func aNameThatCannotBeSavedCostsNobodyTheInvitation() throws {
    let home = JournalHome(path: site.household.directory.path + "/home")
    try FileSystem.makeDirectory(home.dataDirectory)
    try File.replace(home.dataFile, with: [1, 2, 3])
    let answer = try site.join(try site.invite(nil, .readWrite), person: "Bea")
    #expect(answer.status >= 500)
    #expect(answer.text.contains("but your name could not be saved"))
    let secret = try #require(Site.secret(of: answer))
    #expect(
      try site.sessions.session(showing: secret, at: site.household.clock)
        != nil)
  }

  @Test func signingInAgainEndsTheSessionBefore() throws {
    let first = try site.signIn("Bea", .care)
    let second = try #require(
      Site.secret(
        of: try site.join(try site.invite("Cem", .care), cookie: first)))
    #expect(try site.ask(.get, "/", cookie: first).status == 401)
    #expect(try site.ask(.get, "/", cookie: second).status == 200)
  }

  @Test func nobodySignsInWhereOthersCouldListen() throws {
    let link = try site.invite("Bea", .care)
    #expect(try site.join(link, host: "192.0.2.7:8714").status == 403)
    #expect(
      try site.join(link, host: "192.0.2.7:8714", isSecure: true).status == 303)
  }

  @Test(arguments: [
    (
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      "Firefox on Linux"
    ),
    (
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ),
    (
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "Safari on iPhone"
    ),
    ("curl/7.88.1", "Browser"), ("", "Browser"),
  ])
  func theBrowsersNameIsProposed(header: String, name: String) throws {
    let page = try site.ask(.get, "/join", headers: ["user-agent": header])
    #expect(page.text.contains("value=\"\(name)\""))
  }

  // MARK: Without a session

  @Test func strangersSeeThePageToSignIn() throws {
    let page = try site.ask(.get, "/plants/x?as-of=yesterday")
    #expect(page.status == 401)
    #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("action=\"/join\""))
    #expect(page.text.contains("value=\"/plants/x?as-of=yesterday\""))
    let problem = try site.ask(
      .get, "/plants", headers: ["accept": "application/json"])
    #expect(problem.status == 401)
    #expect(problem.headers["content-type"] == "application/problem+json")
    #expect(try site.ask(.get, "/api/v1/today").status == 401)
  }

  @Test func filesOfPagesNeedNoSession() throws {
    let page = try site.ask(.get, "/join")
    let parts = page.text.split(separator: "\"")
    for name in ["base.css", "join.js"] {
      let path = try #require(parts.first { $0.hasSuffix(name) })
      let answer = try site.ask(.get, String(path))
      #expect(answer.status == 200)
      #expect(
        answer.headers["cache-control"]
          == "public, max-age=31536000, immutable")
    }
  }

  // MARK: Ends of sessions

  @Test func aRevokedSessionEndsWithTheNextRequest() throws {
    let secret = try site.signIn("Bea", .care)
    #expect(try site.ask(.get, "/", cookie: secret).status == 200)
    let id = try #require(try site.tokens.entries().last?.id)
    #expect(try site.tokens.revoke(id, at: site.household.clock) != nil)
    let answer = try site.ask(.get, "/", cookie: secret)
    #expect(answer.status == 401)
    // Nothing stays in the browser.
    #expect(answer.headers["clear-site-data"] == #""cache", "storage""#)
    #expect(
      answer.headers["set-cookie"]?.hasPrefix("plantguide=; Path=/; Max-Age=0;")
        == true)
    #expect(
      try site.ask(.get, "/api/v1/today", cookie: secret).status == 401)
  }

  @Test func aSessionEndsAfter90Days() throws {
    let secret = try site.signIn("Bea", .care)
    let begin = site.household.clock
    site.household.clock = begin.advanced(byDays: 90).advanced(
      byMilliseconds: -1)
    #expect(try site.ask(.get, "/", cookie: secret).status == 200)
    site.household.clock = begin.advanced(byDays: 90)
    let answer = try site.ask(.get, "/", cookie: secret)
    #expect(answer.status == 401)
    // What waits to be sent stays for the same person.
    #expect(answer.headers["clear-site-data"] == #""cache""#)
    #expect(
      answer.headers["set-cookie"]?.hasPrefix("plantguide=; Path=/; Max-Age=0;")
        == true)
  }

  private static let formHeaders = [
    "origin": "http://127.0.0.1:8714",
    "content-type": "application/x-www-form-urlencoded",
  ]

  @Test func aForeignCookieTakesNothingAway() throws {
    // As another home or program on the same machine sets it.
    for cookie in ["x", String(repeating: "A", count: 43)] {
      let answer = try site.ask(
        .post, "/do/notes", cookie: cookie, headers: Self.formHeaders,
        body: "plant=Monty&text=A+leaf")
      #expect(answer.status == 401)
      #expect(answer.headers["clear-site-data"] == nil)
      #expect(answer.headers["set-cookie"] == nil)
    }
  }

  @Test func aLinkOfAGuestSignsNobodyInWithoutAQuestion() throws {
    let owner = try site.signIn("Bea", .readWrite)
    let link = try site.invite("Mallory", .readOnly)
    let body = "invitation=\(link)&now=true"
    let asked = try site.ask(
      .post, "/join", cookie: owner, headers: Self.formHeaders, body: body)
    #expect(asked.status == 200)
    #expect(asked.headers["set-cookie"] == nil)
    #expect(asked.text.contains("value=\"\(link)\""))
    #expect(try site.ask(.get, "/", cookie: owner).status == 200)
    // The person sends the form.
    let taken = try site.ask(
      .post, "/join", cookie: owner, headers: Self.formHeaders,
      body: "invitation=\(link)")
    #expect(taken.status == 303)
  }

  @Test(arguments: [("Bea", false), ("Carl", true)])
  func onlySomebodyElseWhoSignsInDeletesWhatIsStored(
    person: String, isCleared: Bool
  ) throws {
    let secret = try site.signIn("Bea", .care)
    let answer = try site.join(
      site.invite(person, .care), device: "Phone", cookie: secret)
    #expect(answer.status == 303)
    #expect((answer.headers["clear-site-data"] != nil) == isCleared)
  }

  @Test func aPageNamesItsReaderAndItsStateForScripts() throws {
    let secret = try site.signIn("Bea", .care)
    let state = try site.household.api.state(at: site.household.clock)
    let page = try site.ask(.get, "/", cookie: secret).text
    #expect(page.contains("data-owner=\"person Bea\""))
    #expect(page.contains("data-state=\"\(state.id)\""))
    #expect(try !site.ask(.get, "/join").text.contains("data-owner"))
  }

  /// Sends a note under one key in a session.
  private func note(_ secret: String) throws -> WebResponse {
    try site.send(
      .post, "/do/notes", cookie: secret,
      headers: [
        "accept": "application/json", "idempotency-key": "one",
        "content-type": "application/x-www-form-urlencoded",
      ], body: "plant=Monty&text=A+leaf")
  }

  @Test func sessionsThatNameNobodyAreOfDifferentPeople() throws {
    try site.household.add("Monty")
    let first = try site.signIn(nil, .care)
    #expect(try note(first).status == 200)
    let other = try note(site.signIn(nil, .care))
    #expect(other.status == 200)
    #expect(other.headers["idempotency-replayed"] == nil)
    let answer = try site.join(site.invite(nil, .care), cookie: first)
    #expect(answer.headers["clear-site-data"] != nil)
  }

  @Test func anActionRepeatedInTheNextSessionOfItsPersonCountsOnce() throws {
    try site.household.add("Monty")
    let first = try note(site.signIn("Bea", .care))
    #expect(first.status == 200)
    let again = try note(site.signIn("Bea", .care))
    #expect(again.headers["idempotency-replayed"] == "true")
    #expect(again.body == first.body)
    // The keys of others are their own.
    let other = try note(site.signIn("Carl", .care))
    #expect(other.status == 200)
    #expect(other.headers["idempotency-replayed"] == nil)
  }

  @Test func signingOutRevokesTheToken() throws {
    let secret = try site.signIn("Bea", .care)
    let answer = try site.send(.post, "/sign-out", cookie: secret)
    #expect(answer.status == 303)
    #expect(answer.headers["location"] == "/join")
    #expect(answer.headers["clear-site-data"] == #""cache", "storage""#)
    #expect(try site.tokens.entries().last?.revokedAt != nil)
    #expect(try site.ask(.get, "/", cookie: secret).status == 401)
    #expect(try site.ask(.get, "/sign-out", cookie: secret).status == 401)
  }

  // MARK: Requests of other pages

  @Test func aFormOfAnEarlierSessionLeadsBackToItsPage() throws {
    let old = try site.formToken(of: try site.signIn("Bea", .readWrite))
    let secret = try site.signIn("Bea", .readWrite)
    func answer(accept: String) throws -> WebResponse {
      try site.ask(
        .post, "/do/rooms", cookie: secret,
        headers: [
          "origin": "http://127.0.0.1:8714", "accept": accept,
          "content-type": "application/x-www-form-urlencoded",
        ], body: "form-token=\(old)&name=Attic&back=%2Frooms%3Fa%3Db")
    }
    let page = try answer(accept: "text/html")
    #expect(page.status == 403)
    #expect(page.text.contains("Form Too Old"))
    #expect(page.text.contains(#"href="/rooms?a=b">Back<"#))
    // A script finds the token of now on the page.
    let now = try site.formToken(of: secret)
    #expect(page.text.contains("data-key=\"\(now)\""))
    let problem = try answer(accept: "application/json")
    #expect(problem.status == 403)
    #expect(problem.headers["content-type"] == "application/problem+json")
    #expect(try site.eventCount() == 0)
  }

  static let changes: [(WebRequest.Method, String)] = [
    (.post, "/"), (.post, "/do/care"), (.post, "/do/rooms"),
    (.post, "/do/plants/x/notes"), (.post, "/do/settings"),
    (.post, "/no-such-page"), (.other, "/"), (.patch, "/do/rooms"),
    (.delete, "/do/rooms"), (.post, "/sign-out"),
    (.post, "/api/v1/care"), (.post, "/api/v1/plants"),
    (.post, "/api/v1/events"), (.patch, "/api/v1/plants/x"),
    (.delete, "/api/v1/plants/x"), (.post, "/api/v1/settings"),
  ]

  @Test(arguments: changes)
  func onlyOwnPagesChangeAnything(
    method: WebRequest.Method, target: String
  ) throws {
    let secret = try site.signIn("Bea", .readWrite)
    let token = try site.formToken(of: secret)
    let other = try site.formToken(of: try site.signIn("Cem", .readWrite))
    let own = "http://127.0.0.1:8714"
    func status(_ headers: [String: String], host: String? = nil) throws -> Int
    {
      try site.ask(
        method, target, cookie: secret, headers: headers,
        host: host ?? "127.0.0.1:8714"
      ).status
    }
    let refused: [[String: String]] =
      [
        ["x-form-token": token],
        ["x-form-token": token, "sec-fetch-site": "cross-site"],
        ["x-form-token": token, "sec-fetch-site": "same-site"],
        ["x-form-token": token, "sec-fetch-site": "none"],
      ]
      + [
        "null", "", "https://127.0.0.1:8714", "http://127.0.0.1:8715",
        "http://127.0.0.1", "http://localhost:8714", "http://evil.example",
        "http://127.0.0.1:8714.evil.example", "http://127.0.0.1:8714/",
        "http://127.0.0.1:8714 http://evil.example",
      ].map {
        [
          "origin": $0, "x-form-token": token, "sec-fetch-site": "same-origin",
        ]
      } + [
        ["origin": own], ["origin": own, "x-form-token": ""],
        ["origin": own, "x-form-token": other],
        ["origin": own, "x-form-token": token + "A"],
        ["origin": own, "x-form-token": String(token.dropLast())],
        ["origin": own, "x-form-token": secret],
      ]
    for headers in refused {
      #expect(try status(headers) == 403, "\(headers)")
    }
    let foreign = ["origin": "http://evil.example", "x-form-token": token]
    #expect(try status(foreign, host: "evil.example") == 421)
    #expect(try site.eventCount() == 0)
    // Only the session counts now.
    if target != "/sign-out" {
      #expect(
        try ![401, 403, 421].contains(
          status(["origin": own, "x-form-token": token])))
    }
    try site.sessions.session(showing: secret, at: site.household.clock).map {
      try site.sessions.end($0, at: site.household.clock)
    }
    #expect(try status(["origin": own, "x-form-token": token]) == 401)
  }

  @Test func ownPagesSendTheTokenInAFormOrAHeader() throws {
    let secret = try site.signIn("Bea", .readWrite)
    let token = try site.formToken(of: secret)
    let origin = ["origin": "http://127.0.0.1:8714"]
    func status(_ type: String, _ body: String) throws -> Int {
      try site.ask(
        .post, "/do/rooms", cookie: secret,
        headers: origin.merging(["content-type": type]) { $1 }, body: body
      ).status
    }
    let form = "application/x-www-form-urlencoded"
    #expect(try status(form, "name=Hall&form-token=\(token)") == 303)
    #expect(try status(form, "form-token=\(token)&name=Loft") == 303)
    #expect(try status(form, "form-token=x&name=Den") == 403)
    #expect(try status("text/plain", "form-token=\(token)&name=Den") == 403)
    let part =
      "--x\r\ncontent-disposition: form-data; name=\"form-token\"\r\n\r\n"
    let end = "\r\n--x--\r\n"
    let files = "multipart/form-data; boundary=x"
    #expect(try status(files, part + "x" + end) == 403)
    #expect(try status(files, part + token + end) != 403)
    // Where a browser leaves out the origin, it says where the request is from.
    let answer = try site.ask(
      .post, "/do/rooms", cookie: secret,
      headers: [
        "sec-fetch-site": "same-origin", "x-form-token": token,
        "content-type": form,
      ], body: "name=Attic")
    #expect(answer.status == 303)
  }

  @Test func scriptsOfOwnPagesUseTheAPI() throws {
    let secret = try site.signIn("Bea", .readWrite)
    let body = #"{"species":"Monstera deliciosa","name":"Monty"}"#
    let made = try site.send(
      .post, "/api/v1/plants", cookie: secret,
      headers: ["content-type": "application/json"], body: body)
    #expect(made.status == 200, "\(made.text)")
    func status(_ headers: [String: String]) throws -> Int {
      try site.ask(.get, "/api/v1/plants", cookie: secret, headers: headers)
        .status
    }
    #expect(try status([:]) == 200)
    #expect(try status(["sec-fetch-site": "same-origin"]) == 200)
    #expect(try status(["sec-fetch-site": "none"]) == 200)
    #expect(try status(["sec-fetch-site": "same-site"]) == 403)
    #expect(try status(["sec-fetch-site": "cross-site"]) == 403)
    #expect(try status(["origin": "http://evil.example"]) == 403)
    #expect(try status(["origin": "http://127.0.0.1:8714"]) == 200)
  }

  @Test func aRoleHoldsOnPagesToo() throws {
    let reader = try site.signIn("Rosa", .readOnly)
    let body = #"{"species":"Monstera deliciosa","name":"Monty"}"#
    let json = ["content-type": "application/json"]
    for (person, access) in [
      ("Rosa", AccessTokens.Access.readOnly), ("Bea", .care),
    ] {
      let secret = try site.signIn(person, access)
      #expect(
        try site.send(
          .post, "/api/v1/plants", cookie: secret, headers: json, body: body
        ).status == 403)
    }
    #expect(try site.ask(.get, "/api/v1/plants", cookie: reader).status == 200)
  }

  // MARK: Names of the server

  @Test(arguments: [
    ("127.0.0.1:8714", 200), ("127.0.0.1:9", 200), ("192.0.2.7", 200),
    ("[::1]:8714", 200), ("[2001:db8::7]", 200), ("localhost:8714", 200),
    ("LOCALHOST:8714", 200), ("plants.example", 200),
    ("plants.example:8443", 200), ("desk.lan:8714", 200),
    ("desk.lan:8715", 421), ("localhost:8715", 421), ("localhost", 421),
    ("localhost.:8714", 421), ("evil.example", 421),
    ("plants.example.evil.example", 421), ("evil-plants.example", 421),
    ("127.0.0.1.evil.example", 421), ("127.0.0.01", 421), ("0x7f.1", 421),
    ("127.1", 421), ("256.0.0.1", 421), ("", 400), (":8714", 400),
    ("a b", 400), ("a/b", 400), ("[evil]", 400), ("[::1", 400), ("a@b", 400),
    ("plants.example:", 400), ("plants.example:0", 400),
    ("plants.example:65536", 400), ("plänts.example", 400),
  ])
  func onlyOwnNamesAreAnswered(host: String, status: Int) throws {
    for target in ["/join", "/assets/x/base.css"] {
      #expect(
        try site.ask(.get, target, host: host).status == status, "\(target)")
    }
  }

  @Test func aRequestNamesItsHost() throws {
    #expect(try site.ask(.get, "/join", host: nil).status == 400)
  }

  @Test func namesOfTheServerAreNames() {
    for name in ["", "a b", "http://plants.example", "plants.example/", "*"] {
      #expect(
        WebSite(
          WebPages(site.household.api), site.household.api,
          sessions: site.sessions, names: [name]) == nil, "\(name)")
    }
  }

  // MARK: Behind a proxy

  @Test func headersOfAProxyCountIfItIsOne() throws {
    let headers = [
      "host": "127.0.0.1:8714", "x-forwarded-proto": "http, https",
      "x-forwarded-host": "plants.example",
      "x-forwarded-for": "198.51.100.1, 203.0.113.9",
    ]
    let own = WebConnection(isSecure: false, port: 8714) { headers[$0] }
    #expect(own.host == "127.0.0.1:8714")
    #expect(!own.isSecure)
    #expect(own.forwardedAddress == nil)
    let proxied = WebConnection(isSecure: false, port: 8714, isProxy: true) {
      headers[$0]
    }
    #expect(proxied.host == "plants.example")
    #expect(proxied.isSecure)
    // The last is the one that the proxy itself saw.
    #expect(proxied.forwardedAddress == "203.0.113.9")
  }

  // MARK: Headers

  @Test func everyAnswerIsProtected() throws {
    let secret = try site.signIn("Bea", .readWrite)
    let answers = [
      try site.ask(.get, "/", cookie: secret),
      try site.ask(.get, "/no-such-page", cookie: secret),
      try site.ask(.get, "/"), try site.ask(.get, "/join"),
      try site.ask(.post, "/plants", cookie: secret),
      try site.ask(.get, "/", host: "evil.example"),
      try site.ask(.get, "/assets/x/base.css"),
      try site.join("x"), try site.join(try site.invite("Bea", .care)),
      try site.send(.post, "/sign-out", cookie: secret),
      WebSite.refusal(429, headers: [:], isOfProgram: false, accept: nil),
    ]
    for answer in answers {
      let headers = answer.headers
      #expect(
        headers["content-security-policy"]
          == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types plantguide"
      )
      #expect(headers["x-frame-options"] == "DENY")
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["referrer-policy"] == "same-origin")
      #expect(headers["cross-origin-opener-policy"] == "same-origin")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(
        headers["permissions-policy"]?.hasPrefix(
          "camera=(self), geolocation=(), ") == true)
      #expect(headers["strict-transport-security"] == nil)
      #expect(
        ["private, no-store", "no-cache"].contains(headers["cache-control"]))
    }
  }

  @Test func onlyAnOwnNameOverTLSIsNeverAskedWithoutIt() throws {
    func header(_ host: String, isSecure: Bool) throws -> String? {
      try site.ask(.get, "/join", host: host, isSecure: isSecure)
        .headers["strict-transport-security"]
    }
    #expect(try header("plants.example", isSecure: true) == "max-age=31536000")
    #expect(try header("plants.example", isSecure: false) == nil)
    #expect(try header("192.0.2.7:8714", isSecure: true) == nil)
    // It would hold for every server of this machine.
    #expect(try header("localhost:8714", isSecure: true) == nil)
    #expect(try header("evil.example", isSecure: true) == nil)
  }

  @Test(arguments: [
    ("/plants", "/plants"), ("/plants?room=a%20b", "/plants?room=a%20b"),
    ("//evil.example", "/"), ("https://evil.example", "/"),
    ("/\\evil.example", "/"), ("\\\\evil.example", "/"), ("", "/"),
    ("/a\nb", "/"), ("/a b", "/"), ("javascript:alert(1)", "/"),
    ("/\t/evil.example", "/"), ("evil", "/"), ("/ä", "/"),
  ])
  func nobodyIsLedElsewhere(back: String, to: String) throws {
    let answer = try site.join(try site.invite("Bea", .care), back: back)
    #expect(answer.status == 303)
    #expect(answer.headers["location"] == to)
  }

  @Test func refusalsOfTheServerHaveTheirForm() throws {
    for status in [400, 401, 403, 413, 429, 503] {
      let problem = WebSite.refusal(
        status, headers: ["retry-after": "7"], isOfProgram: true, accept: nil)
      #expect(problem.status == status)
      #expect(problem.headers["content-type"] == "application/problem+json")
      #expect(problem.headers["retry-after"] == "7")
      let json = try JSONReader.parse(problem.body.span.bytes)
      #expect(json["status"] == .integer(Int64(status)))
      if status == 503 {
        #expect(
          json["detail"] == .string("the server is busy with other requests"))
        #expect(json["remedy"] == .string("try again in 7 seconds"))
      }
      let page = WebSite.refusal(
        status, headers: [:], isOfProgram: false, accept: "text/html,*/*",
        hasFailed: true)
      #expect(page.status == status)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
    }
  }

  // MARK: Hostile requests

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func noRequestTrapsOrGetsIn(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let secret = try site.signIn("Bea", .readWrite)
    let own = try site.formToken(of: secret)
    let words =
      HostileRequestTests.words + [
        "join", "sign-out", "api", "v1", "assets", "invitation", "device",
        "back", "form-token", "#", ";", "//", "\r\n", secret, own,
        "plantguide:join?", "--x", "<script>", "\u{0}",
      ]
    func text(_ count: ClosedRange<Int>, _ separator: String = "") -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: separator)
    }
    func some<T>(_ values: [T]) -> T? { values.randomElement(using: &random) }
    let origins = ["http://127.0.0.1:8714", "null", "", "http://evil.example"]
    let types = [
      "application/json", "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x", "",
    ]
    for round in 0..<1_000 {
      var headers: [String: String] = [:]
      headers["origin"] = some(origins + [text(0...2)])
      headers["content-type"] = some(types)
      headers["accept"] = some(["text/html", "application/json", text(0...2)])
      headers["sec-fetch-site"] = some(["same-origin", "cross-site", ""])
      headers["user-agent"] = text(0...3, " ")
      if Bool.random(using: &random) { headers["x-form-token"] = text(0...1) }
      let target = "/\(text(0...3, "/"))?\(text(0...3, "="))"
      let host = some(
        ["127.0.0.1:8714", "127.0.0.1:8714", "localhost:8714", text(0...2)])
      let cookie = some([secret, text(0...2), "; ;=;"])
      headers["cookie"] = "plantguide=\(cookie ?? "")"
      guard
        let request = WebRequest(
          some(WebRequest.Method.allCases) ?? .get, target, headers: headers,
          body: Array(text(0...8, some(["&", "=", "\r\n"]) ?? "").utf8))
      else { continue }
      let answer = site.site.respond(
        to: request,
        over: WebConnection(isSecure: false, port: 8714) {
          $0 == "host" ? host : nil
        }, at: site.household.clock)
      #expect(
        200..<500 ~= answer.status,
        "seed \(seed), round \(round): \(answer.status) \(answer.text)")
      if request.path.first != "api" {
        #expect(answer.headers["x-frame-options"] == "DENY")
      }
      for value in answer.headers.values {
        #expect(
          value.utf8.allSatisfy { 0x20...0x7e ~= $0 },
          "seed \(seed), round \(round): \(value)")
      }
      // Only its own page, with its token, reaches what changes something.
      let isOwn =
        headers["origin"] == "http://127.0.0.1:8714" && cookie == secret
      if request.method != .get, !isOwn {
        #expect(
          [400, 401, 403, 405, 421].contains(answer.status),
          "seed \(seed), round \(round): \(answer.status)")
      }
    }
  }
}

/// A site of a journal, whose pages say what they were asked.
final class Site {
  let household: Household
  let sessions: WebSessions
  let tokens: AccessTokens
  let site: WebSite

  init() throws {
    household = try Household()
    let home = JournalHome(path: household.directory.path + "/home")
    try home.create()
    tokens = AccessTokens(of: home)
    sessions = WebSessions(ofHomeAt: home.path)
    let made = WebSite(
      WebPages(household.api), household.api, sessions: sessions,
      names: ["plants.example", "desk.lan:8714"])
    site = try #require(made)
  }

  func ask(
    _ method: WebRequest.Method, _ target: String, cookie: String? = nil,
    headers: [String: String] = [:], body: String = "",
    host: String? = "127.0.0.1:8714", isSecure: Bool = false
  ) throws -> WebResponse {
    var headers = headers
    if let cookie {
      headers["cookie"] =
        "a=b; \(isSecure ? "__Host-" : "")plantguide=\(cookie); c=d"
    }
    let request = try #require(
      WebRequest(method, target, headers: headers, body: Array(body.utf8)))
    return site.respond(
      to: request,
      over: WebConnection(isSecure: isSecure, port: 8714) {
        $0 == "host" ? host : nil
      }, at: household.clock)
  }

  /// Sends something as a page of the site does.
  func send(
    _ method: WebRequest.Method, _ target: String, cookie: String,
    headers: [String: String] = [:], body: String = ""
  ) throws -> WebResponse {
    let own = [
      "origin": "http://127.0.0.1:8714",
      "x-form-token": try formToken(of: cookie),
    ]
    return try ask(
      method, target, cookie: cookie, headers: headers.merging(own) { $1 },
      body: body)
  }

  func formToken(of secret: String) throws -> String {
    try #require(try sessions.session(showing: secret, at: household.clock))
      .formToken
  }

  func invite(
    _ person: String?, _ access: AccessTokens.Access
  ) throws -> String {
    try #require(
      try tokens.inviteToPages(
        at: "http://127.0.0.1:8714", person: person, access: access,
        at: household.clock)
    ).link
  }

  /// Sends the form of the page to sign in.
  func join(
    _ invitation: String, person: String = "", device: String = "",
    back: String = "",
    cookie: String? = nil, host: String = "127.0.0.1:8714",
    isSecure: Bool = false
  ) throws -> WebResponse {
    func encoded(_ text: String) -> String {
      text.utf8.map { "%" + Hexadecimal.encode([$0]) }.joined()
    }
    return try ask(
      .post, "/join", cookie: cookie,
      headers: [
        "origin": "\(isSecure ? "https" : "http")://\(host)",
        "content-type": "application/x-www-form-urlencoded",
      ],
      body: "invitation=\(encoded(invitation))&device=\(encoded(device))"
        + "&person=\(encoded(person))&back=\(encoded(back))", host: host,
      isSecure: isSecure)
  }

  func signIn(
    _ person: String?, _ access: AccessTokens.Access
  ) throws -> String {
    try #require(
      Self.secret(of: try join(try invite(person, access))))
  }

  /// The secret of the cookie that an answer sets.
  static func secret(of answer: WebResponse) -> String? {
    let pair = answer.headers["set-cookie"]?.split(separator: ";").first
    return pair?.split(separator: "=").last.map(String.init)
  }

  func eventCount() throws -> Int { try household.eventCount() }
}
