import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import POSIXKit
import Testing

@testable import JournalSync

/// Tests of admission, and of the answers to each guest.
@Suite struct PeerServerTests {
  private static let start = Instant(milliseconds: 1_771_545_600_000)
  private let directory: TemporaryDirectory
  private let home: JournalHome
  private let tokens: AccessTokens
  private let server: PeerServer

  init() throws {
    directory = try TemporaryDirectory()
    home = JournalHome(path: directory.path)
    tokens = AccessTokens(of: home)
    server = PeerServer(of: home, requestsPerSecond: 1_000)
  }

  private static func later(_ hours: Int64) -> Instant {
    Instant(milliseconds: start.milliseconds + hours * 3_600_000)
  }

  private func status(
    _ method: String, _ path: String, _ secret: String?,
    byteCount: Int? = nil, at clock: Instant = start
  ) -> Int {
    let admission = server.admit(
      method: method, path: path, authorization: secret.map { "Bearer \($0)" },
      byteCount: byteCount, from: "192.0.2.1", at: clock)
    switch admission {
    case .refused(let response, _): return response.status
    case .admitted: return 0
    }
  }

  @Test func withoutATokenAllIsTheSame() throws {
    let id = String(repeating: "0", count: 32)
    _ = try tokens.create(
      device: "phone", person: nil, access: .readWrite, at: Self.start)
    var answers: Set<PeerResponse> = []
    for path in ["v1/journals", "v1/\(id)/vector", "v1/join", "", "x", "v2"] {
      for method in ["GET", "POST", "PUT", "DELETE", "X"] {
        for secret in [nil, "Bearer ", "Basic eDp5", "Bearer x"]
          + ["Bearer " + AccessSecret.random().text]
        {
          let admission = server.admit(
            method: method, path: path, authorization: secret,
            byteCount: 1 << 40, from: "192.0.2.1", at: Self.start)
          guard case .refused(let response, _) = admission else {
            Issue.record("\(method) \(path) was let in")
            continue
          }
          answers.insert(response)
        }
      }
    }
    #expect(answers.count == 1)
    #expect(answers.first?.status == 401)
    #expect(answers.first?.body == [])
  }

  @Test(arguments: [AccessTokens.Access.readOnly, .care])
  func tokensAllowWhatTheySay(access: AccessTokens.Access) throws {
    let id = String(repeating: "0", count: 32)
    let guest = try tokens.create(
      device: "phone", person: "Ann", access: access, at: Self.start)
    let member = try tokens.create(
      device: "laptop", person: nil, access: .readWrite, at: Self.start)
    for secret in [guest.secret.text, member.secret.text] {
      #expect(status("GET", "v1/journals", secret) == 0)
      #expect(status("POST", "v1/\(id)/ranges", secret) == 0)
      #expect(status("GET", "v1/\(id)/ranges", secret) == 405)
      #expect(status("GET", "v1/elsewhere", secret) == 404)
      #expect(status("POST", "v1/join", secret) == 403)
    }
    #expect(status("POST", "v1/\(id)/segments", guest.secret.text) == 403)
    let blob = "v1/\(id)/blobs/\(String(repeating: "0", count: 64))"
    #expect(status("GET", blob, guest.secret.text) == 0)
    #expect(status("PUT", blob, guest.secret.text) == 403)
    #expect(status("POST", "v1/\(id)/segments", member.secret.text) == 0)
    #expect(
      status(
        "POST", "v1/\(id)/segments", member.secret.text, byteCount: 1 << 30)
        == 413)
    let revoked = try tokens.revoke(guest.entry.id, at: Self.start)
    #expect(revoked?.revokedAt == Self.start)
    let later = Instant(milliseconds: Self.start.milliseconds + 1)
    #expect(try tokens.revoke(guest.entry.id, at: later) == revoked)
    #expect(try tokens.revoke("none", at: later) == nil)
    #expect(status("GET", "v1/journals", guest.secret.text) == 401)
    #expect(status("GET", "v1/journals", member.secret.text) == 0)
  }

  @Test func rolesGiveTheirRightsOnPages() {
    let care: Set<WebRight> = [
      .read, .giveCare, .snooze, .skip, .addNote, .addPhoto, .undoOwn,
    ]
    let rights: [(AccessTokens.Access, Set<WebRight>)] = [
      (.readOnly, [.read]), (.care, care),
      (.readWrite, Set(WebRight.allCases)), (.calendar, []),
    ]
    #expect(rights.map(\.0) == AccessTokens.Access.allCases)
    for (access, allowed) in rights {
      for right in WebRight.allCases {
        #expect(access.allows(right) == allowed.contains(right), "\(right)")
      }
    }
  }

  @Test func theSecretOfACalendarOpensNothingElse() throws {
    let made = try tokens.makeCalendar(
      at: "http://127.0.0.1:8714/", named: "phone", at: Self.start)
    let beginning = "http://127.0.0.1:8714/calendar/"
    let link = try #require(made?.link)
    #expect(link.hasPrefix(beginning))
    let secret = String(link.dropFirst(beginning.count).dropLast(".ics".count))
    for path in ["v1/journals", "api/v1/today"] {
      #expect(status("GET", path, secret) == 401)
    }
    let sessions = WebSessions(ofHomeAt: directory.path)
    #expect(try sessions.session(showing: secret, at: Self.start) == nil)
    #expect(
      try sessions.open(
        by: #require(AccessSecret(secret)), device: "phone", at: Self.start)
        == nil)
    let entry = try #require(try sessions.calendar(of: secret, at: Self.start))
    #expect(entry.device == "phone" && entry.access == .calendar)
    // The text of the address is kept nowhere.
    let kept = try File.contents(of: directory.path + "/tokens.json") ?? []
    #expect(!String(decoding: kept, as: UTF8.self).contains(secret))
    #expect(
      try tokens.makeCalendar(at: "plants", named: "phone", at: Self.start)
        == nil)
    _ = try tokens.revoke(entry.id, at: Self.start)
    #expect(try sessions.calendar(of: secret, at: Self.start) == nil)
  }

  @Test func secretsAreKeptNowhere() throws {
    let made = try tokens.create(
      device: "phone", person: nil, access: .readOnly, at: Self.start)
    let path = directory.path + "/tokens.json"
    let text = String(
      decoding: try File.contents(of: path) ?? [], as: UTF8.self)
    #expect(!text.contains(made.secret.text))
    #expect(text.contains(made.secret.hash.description))
    #expect(try FileStatus(of: path).permissions == 0o600)
    #expect(made.secret.text.utf8.count == 43)
    #expect(AccessSecret(made.secret.text)?.bytes == made.secret.bytes)
    #expect(try tokens.entries() == [made.entry])
  }

  @Test func useIsNotedOnceAMinute() throws {
    let made = try tokens.create(
      device: "phone", person: nil, access: .readOnly, at: Self.start)
    for seconds in [0, 10, 59] as [Int64] {
      let clock = Instant(
        milliseconds: Self.start.milliseconds + seconds * 1_000)
      _ = status("GET", "v1/journals", made.secret.text, at: clock)
      #expect(try tokens.entries().map(\.usedAt) == [Self.start])
    }
    let later = Instant(milliseconds: Self.start.milliseconds + 60_000)
    _ = status("GET", "v1/journals", made.secret.text, at: later)
    #expect(try tokens.entries().map(\.usedAt) == [later])
  }

  @Test func aDamagedListLetsNobodyIn() throws {
    let made = try tokens.create(
      device: "phone", person: nil, access: .readOnly, at: Self.start)
    let path = directory.path + "/tokens.json"
    let text = try File.contents(of: path) ?? []
    // Without its last byte, a newline, it says the same.
    for place in stride(from: 0, to: text.count - 1, by: 3) {
      try File.replace(path, with: Array(text.prefix(place)))
      let expected = place == 0 ? 401 : 503
      #expect(status("GET", "v1/journals", made.secret.text) == expected)
    }
    let other = String(decoding: text, as: UTF8.self).replacing(
      "\"revokedAt\":null", with: "\"revokedAt\":\"last week\"")
    try File.replace(path, with: Array(other.utf8))
    #expect(status("GET", "v1/journals", made.secret.text) == 503)
    // A role of a later program must not give the rights of another.
    let later = String(decoding: text, as: UTF8.self).replacing(
      "\"read-only\"", with: "\"sing\"")
    try File.replace(path, with: Array(later.utf8))
    #expect(status("GET", "v1/journals", made.secret.text) == 503)
  }

  private func join(
    _ secret: AccessSecret, device: String, for token: AccessSecret,
    at clock: Instant = start
  ) -> Int {
    let body = PeerBody.joining(device: device, secret: token)
    let admission = server.admit(
      method: "POST", path: "v1/join",
      authorization: "Bearer \(secret.text)", byteCount: body.count,
      from: "192.0.2.1", at: clock)
    switch admission {
    case .refused(let response, _): return response.status
    case .admitted(let guest, _):
      return answer(
        to: PeerRequest(.post, "v1/join", body: body), of: guest, at: clock
      ).status
    }
  }

  /// The answer to an admitted guest.
  private func answer(
    to request: PeerRequest, of guest: PeerServer.Guest,
    at clock: Instant = start, between: () -> Void = {}
  ) -> PeerResponse {
    var work = PeerServer.Work(request, of: guest)
    while true {
      let answer = server.goOn(with: &work, within: .init(), at: clock)
      if let answer { return answer }
      between()
    }
  }

  private func invite(_ person: String? = nil) throws -> PeerInvitation {
    try #require(
      try tokens.invite(
        to: "http://localhost:8714", keyHash: nil, person: person,
        access: .readOnly, at: Self.start))
  }

  @Test func whereNoInvitationCanBeMadeNobodyIsLetIn() throws {
    for url in ["https://192.0.2.7:8714", "ftp://host", "http://a b"] {
      let made = try tokens.invite(
        to: url, keyHash: nil, person: nil, access: .readOnly, at: Self.start)
      #expect(made == nil)
    }
    #expect(try tokens.entries().isEmpty)
  }

  @Test func anInvitationIsGoodForOneDevice() throws {
    let made = try invite("the sitter")
    let token = AccessSecret.random()
    // It lets nobody see anything.
    #expect(status("GET", "v1/journals", made.secret.text) == 401)
    #expect(join(made.secret, device: "", for: token) == 400)
    #expect(join(made.secret, device: "phone", for: token) == 200)
    #expect(status("GET", "v1/journals", token.text) == 0)
    // The answer was lost, so it is asked again.
    #expect(join(made.secret, device: "phone", for: token) == 200)
    #expect(join(made.secret, device: "phone", for: .random()) == 401)
    let entries = try tokens.entries()
    #expect(entries.count == 2)
    #expect(entries.last?.person == "the sitter")
    #expect(entries.last?.access == .readOnly)
    #expect(entries.last?.device == "phone")
  }

  @Test func aRevokedTokenDoesNotComeBackByItsInvitation() throws {
    let made = try invite()
    let token = AccessSecret.random()
    #expect(join(made.secret, device: "phone", for: token) == 200)
    let id = try #require(try tokens.entries().last?.id)
    _ = try tokens.revoke(id, at: Self.start)
    #expect(join(made.secret, device: "phone", for: token) == 401)
    #expect(status("GET", "v1/journals", token.text) == 401)
  }

  private func admitted(
    _ method: PeerRequest.Method, _ path: String, _ secret: AccessSecret
  ) throws -> PeerServer.Guest {
    let admission = server.admit(
      method: method.rawValue, path: path,
      authorization: "Bearer \(secret.text)", byteCount: nil,
      from: "192.0.2.1", at: Self.start)
    guard case .admitted(let guest, _) = admission else {
      throw StoreError(.credentials, "not let in")
    }
    return guest
  }

  /// A request admitted by its head is checked again before anything is stored,
  /// and between its parts.
  @Test(arguments: 0...3)
  func aTokenThatIsRevokedMeanwhileStoresNothingMore(parts: Int) throws {
    var writer = TestWriter(5)
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    let source = try Replica()
    let created = EventBody.journalCreated(.init(journal: id, timeZone: "UTC"))
    let name = BlobName(of: [1, 2, 3])
    try source.receive([try writer.append(EventDraft(.journal, created))])
    try source.receive([try Replica.photo(name)])
    var bodies: [[UInt8]] = []
    let way = PeerSyncTests.Way(to: try Replica())
    way.onRequest = { request in
      if request.path.hasSuffix("segments") { bodies.append(request.body) }
    }
    _ = try source.sync(with: way, at: Self.start)

    let made = try tokens.create(
      device: "phone", person: nil, access: .readWrite, at: Self.start)
    let path = PeerRoute.segments(id).path
    let guest = try admitted(.post, path, made.secret)
    var work = PeerServer.Work(
      PeerRequest(.post, path, body: try #require(bodies.first)), of: guest)
    let budget = AnswerBudget()
    for _ in 0..<parts {
      #expect(server.goOn(with: &work, within: budget, at: Self.start) == nil)
    }
    // A file that is brought, and one that is asked for.
    let blob = PeerRoute.blob(id, name).path
    let others = try [PeerRequest.Method.put, .get].map {
      PeerServer.Work(
        PeerRequest(
          $0, blob, headers: ["content-range": "bytes 0-2/3"],
          body: $0 == .put ? [1, 2, 3] : []),
        of: try admitted($0, blob, made.secret))
    }
    _ = try tokens.revoke(made.entry.id, at: Self.start)
    for var work in [work] + others {
      let answer = server.goOn(with: &work, within: budget, at: Self.start)
      #expect(answer?.status == 401 && answer?.body == [])
    }
    #expect(BlobFolder(of: home).partialByteCount(of: name) == 0)
    #expect(BlobFolder(of: home).byteCount(of: name) == nil)
    // What was stored before stays: it was let in.
    let held = try Journal.open(home, access: .readWrite)
    let count = try held.readLog { try held.log.count(in: $0) }
    #expect(count == (parts < 3 ? 0 : 2))
  }

  @Test func anInvitationThatIsRevokedMeanwhileIsRefused() throws {
    let made = try invite()
    let guest = try admitted(.post, "v1/join", made.secret)
    let id = try #require(try tokens.entries().last?.id)
    _ = try tokens.revoke(id, at: Self.start)
    let body = PeerBody.joining(device: "phone", secret: .random())
    let answer = answer(
      to: PeerRequest(.post, "v1/join", body: body), of: guest)
    #expect(answer.status == 401 && answer.body == [])
    #expect(try tokens.entries().count == 1)
  }

  @Test func invitationsEnd() throws {
    let late = try invite()
    #expect(
      join(late.secret, device: "phone", for: .random(), at: Self.later(24))
        == 401)
    let revoked = try invite()
    let id = try #require(try tokens.entries().last?.id)
    _ = try tokens.revoke(id, at: Self.start)
    #expect(join(revoked.secret, device: "phone", for: .random()) == 401)
  }

  @Test func linesOfInvitationsReadBack() throws {
    let secret = AccessSecret.random()
    let hash = (0..<32).map { UInt8($0 * 8 + 7) }
    let made = try #require(
      PeerInvitation(
        url: "https://[2001:db8::7]:8714", keyHash: hash, secret: secret))
    let read = try #require(PeerInvitation(made.line))
    #expect(read.url == made.url)
    #expect(read.keyHash == hash)
    #expect(read.secret.bytes == secret.bytes)
    #expect(
      made.pinnedKey
        == "sha256//Bw8XHycvNz9HT1dfZ293f4ePl5+nr7e/x8/X3+fv9/8=")
    for line in [
      "", "plantguide:join?", "https://x", made.line + "&token=x",
      made.line + "&url=https://x", String(made.line.dropLast()),
      made.line.replacing("https://", with: "http://"),
      made.line.replacing("pin=", with: "nip="),
    ] {
      #expect(PeerInvitation(line) == nil, "\(line)")
    }
    #expect(
      PeerInvitation(url: "https://a&b", keyHash: hash, secret: secret) == nil)
    #expect(
      PeerInvitation(url: "https://a", keyHash: nil, secret: secret) == nil)
    #expect(
      PeerInvitation(url: "http://127.0.0.1:1", keyHash: nil, secret: secret)
        != nil)
  }

  @Test func whoAsksTooOftenWaits() {
    var rate = RequestRate(perSecond: 10)
    var count = 0
    while rate.allows("phone", at: 1_000) { count += 1 }
    #expect(count == 40)
    let others = ["laptop", "phone", "phone"].enumerated().map {
      rate.allows($1, at: $0 == 0 ? 1_000 : 1_100)
    }
    #expect(others == [true, true, false])
    // Many strangers do not fill the memory.
    for stranger in 0..<10_000 { _ = rate.allows("\(stranger)", at: 1_100) }
    let isNewAllowed = rate.allows("another", at: 1_100)
    #expect(isNewAllowed)
  }

  // MARK: Blobs

  @Test(arguments: [0, 1, 100, 4 << 20, (9 << 20) + 5])
  func blobsComeWholeOrNotAtAll(count: Int) throws {
    guard count > 0 else { return }
    let replica = try Replica()
    let way = PeerSyncTests.Way(to: replica)
    let other = BlobFolder(of: home)
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next())
    }
    let name = BlobName(of: bytes)
    let id: JournalID = random.id()
    let blobs = PeerBlobs(folder: other, transport: way, journalID: id)
    #expect(try !blobs.fetch(name))
    #expect(throws: StoreError.self) { try blobs.bring(name) }
    #expect(
      try other.add(bytes, at: 0, of: count, to: name) == .whole(isNew: true))
    try replica.tell(of: [name])
    // Requests are lost, before or after they are answered.
    way.onRequest = { _ in
      if random.one(in: 3) { throw StoreError(.network, "cut off") }
    }
    way.onAnswer = { _, _ in
      if random.one(in: 3) { throw StoreError(.network, "cut off") }
    }
    func untilDone(_ body: () throws -> Bool) -> Bool {
      (0..<200).contains { _ in (try? body()) == true }
    }
    #expect(
      untilDone {
        try blobs.bring(name)
        return true
      })
    let third = try TemporaryDirectory()
    let folder = BlobFolder(of: JournalHome(path: third.path))
    let fetched = PeerBlobs(folder: folder, transport: way, journalID: id)
    #expect(untilDone { try fetched.fetch(name) })
    #expect(try folder.read(name, 0..<count) == bytes)
    #expect(folder.partialByteCount(of: name) == 0)
  }

  /// A file that no photo names is refused, from its first byte on, and so is
  /// one whose photo was removed.
  @Test func aPeerTakesOnlyWhatItsEventsName() throws {
    let replica = try Replica()
    let way = PeerSyncTests.Way(to: replica)
    let own = BlobFolder(of: home)
    let contents: [[UInt8]] = [[1], [2, 3], [4, 5, 6]]
    let names = contents.map(BlobName.init(of:))
    for content in contents { try own.keep(content, as: BlobName(of: content)) }
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    let blobs = PeerBlobs(folder: own, transport: way, journalID: id)
    func refuses(_ name: BlobName) -> Bool {
      do {
        try blobs.bring(name)
        return false
      } catch let error as StoreError {
        return error.code == .conflict
      } catch {
        return false
      }
    }
    #expect(refuses(names[0]))
    let named = try Replica.photo(names[0])
    try replica.receive([named])
    #expect(!refuses(names[0]) && refuses(names[1]))
    try replica.tell(of: [names[1]])
    #expect(!refuses(names[1]))
    // One that is sent without asking first.
    let sent = replica.service.respond(
      to: PeerRequest(
        .put, PeerRoute.blob(id, names[2]).path,
        headers: ["content-range": "bytes 0-1/3"], body: [4, 5]))
    #expect(sent.status == 409)
    #expect(replica.blobs.partialByteCount(of: names[2]) == 0)
    #expect(replica.blobs.byteCount(of: names[2]) == nil)
    // Of a sync the others arrive, and what was refused is told.
    var sync = BlobSync(
      own, with: blobs, known: [], isRehearsal: false, listsAll: false,
      checksAll: false, progress: { _, _ in })
    try sync.run(PhotoFileNames(photos: Set(names)))
    #expect(sync.report.refused.map(\.name) == [names[2].description])
    #expect(sync.report.sent.photos == 2)

    let header = named.header
    var writer = TestWriter(9)
    try replica.receive([
      writer.append(
        EventDraft(
          .journal,
          .payloadErased(
            NamedEvent(
              writer: header.writer, sequence: header.sequence,
              hash: named.hash))))
    ])
    #expect(refuses(names[0]))
  }

  /// A file is given away only as long as a photo has it.
  @Test func aRemovedPhotosFileIsNotGivenAway() throws {
    let replica = try Replica()
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    let (kept, other) = ([1, 2, 3] as [UInt8], [4, 5] as [UInt8])
    for bytes in [kept, other] {
      try replica.blobs.keep(bytes, as: BlobName(of: bytes))
    }
    func statuses(_ bytes: [UInt8]) -> [Int] {
      let path = PeerRoute.blob(id, BlobName(of: bytes)).path
      return [
        PeerRequest(.get, path), PeerRequest(.head, path),
        PeerRequest(.get, path, headers: ["range": "bytes=0-0"]),
      ].map { replica.service.respond(to: $0).status }
    }
    #expect(statuses(kept) == [404, 404, 404])
    let photo = try Replica.photo(BlobName(of: kept))
    try replica.receive([photo])
    #expect(statuses(kept) == [200, 200, 206])
    #expect(statuses(other) == [404, 404, 404])
    var writer = TestWriter(9)
    let removal = try writer.append(
      EventDraft(
        photo.header.stream,
        .photoRemoved(.init(photo: .init(bits: photo.header.stream.bits)))))
    try replica.receive([removal])
    #expect(statuses(kept) == [404, 404, 404])
    #expect(replica.blobs.byteCount(of: BlobName(of: kept)) == 3)
    let undo = ActionUndone(
      writer: removal.header.writer, sequence: removal.header.sequence,
      hash: removal.hash, undone: true)
    try replica.receive([
      writer.append(EventDraft(.journal, .actionUndone(undo)))
    ])
    #expect(statuses(kept) == [200, 200, 206])
  }

  @Test func aBlobOfOtherBytesIsThrownAway() throws {
    let folder = BlobFolder(of: home)
    let name = BlobName(of: [1, 2, 3])
    #expect(
      name.description
        == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    #expect(try folder.add([1, 2], at: 0, of: 3, to: name) == .partial(2))
    #expect(try folder.add([9], at: 2, of: 3, to: name) == .otherHash)
    #expect(folder.byteCount(of: name) == nil)
    #expect(folder.partialByteCount(of: name) == 0)
    // What does not continue changes nothing.
    #expect(try folder.add([3], at: 2, of: 3, to: name) == .partial(0))
    #expect(
      try folder.add([1, 2, 3], at: 0, of: 3, to: name) == .whole(isNew: true))
    #expect(
      try folder.add([9, 9, 9], at: 0, of: 3, to: name) == .whole(isNew: false))
    #expect(try folder.read(name, 1..<3) == [2, 3])
  }

  @Test func rangesAreReadStrictly() {
    #expect(ContentRange("bytes 0-1/4", count: 2)?.offset == 0)
    #expect(ContentRange("bytes */4", count: 0)?.total == 4)
    for text in [
      nil, "", "bytes", "bytes 0-1", "bytes 0-1/*", "bytes 1-0/4",
      "bytes 0-4/4", "bytes 0-2/4", "bytes -1/4", "bytes +0-1/4",
      "bytes 0-1/99999999999999999999", "bytes */0", "bytes 0-1/4 ",
    ] {
      #expect(ContentRange(text, count: 2) == nil, "\(text ?? "none")")
    }
    #expect(ByteRange("bytes=2-")?.clamped(to: 4) == 2..<4)
    #expect(ByteRange("bytes=0-99")?.clamped(to: 4) == 0..<4)
    #expect(ByteRange("bytes=4-")?.clamped(to: 4) == nil)
    for text in [
      "", "bytes=", "bytes=-5", "bytes=2-1", "bytes=0-1,3-4", "x=0-",
    ] {
      #expect(ByteRange(text) == nil, "\(text)")
    }
  }

  @Test func routesReadBack() {
    let id = JournalID(bits: UUIDBits(high: 1, low: 2))
    let writer = WriterID(bits: UUIDBits(high: 3, low: 4))
    for route: PeerRoute in [
      .journals, .join, .vector(id, after: nil), .vector(id, after: writer),
      .vector(
        id, after: writer,
        PeerEvent(sequence: 3, hash: EventHash(of: [1].span.bytes))),
      .ranges(id), .segments(id), .blob(id, BlobName(of: [])),
    ] {
      #expect(PeerRoute(path: route.path) == route)
      #expect(PeerRoute(path: route.path + "/") == nil)
      #expect(PeerRoute(path: "/" + route.path) == nil)
      #expect(PeerRoute(path: route.path + "?x=1") == nil)
      #expect(PeerRoute(path: route.path.uppercased()) == nil)
    }
  }
}
