import Encodings
import Glibc
import JournalActions
import JournalIdentification
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalWeb

/// A journal in a directory of its own, and its API.
final class Household {
  let directory: TemporaryDirectory
  let journal: SharedJournal
  let api: WebAPI
  /// The wall clock: 9 o'clock on Sat 21 Nov 2026 in UTC.
  var clock = Instant(milliseconds: 1_795_251_600_000)
  let keeper = WebGuest(id: "keeper", access: .readWrite, person: nil)

  init(
    photosBy program: String = "", identifiedBy identifier: WebIdentifier? = nil
  ) throws {
    directory = try TemporaryDirectory()
    journal = SharedJournal(at: directory.path + "/home", program: "tests")
    api = WebAPI(
      of: journal, photosBy: program,
      identifier ?? WebIdentifier(.init(photo: program, identify: "")))
  }

  /// Asks, and reads the answer; `nil` for an answer without a body.
  @discardableResult
  func ask(
    _ method: WebRequest.Method, _ target: String, _ body: String = "",
    headers: [String: String] = [:], from guest: WebGuest? = nil
  ) throws -> (status: Int, json: JSONValue?, response: WebResponse) {
    var headers = headers
    if !body.isEmpty, headers["content-type"] == nil {
      headers["content-type"] = "application/json"
    }
    let request = try #require(
      WebRequest(
        method, "/api/v1/\(target)", headers: headers, body: Array(body.utf8)))
    let response = api.respond(
      to: request, from: guest ?? keeper, at: clock)
    let json =
      response.body.isEmpty
      ? nil : try? JSONReader.parse(response.body.span.bytes)
    return (response.status, json, response)
  }

  /// Adds plants of these nicknames, which need water every week.
  func add(_ names: String...) throws { try add(names) }

  func add(_ names: [String]) throws {
    for name in names {
      let answer = try ask(
        .post, "plants",
        #"{"species":"Monstera deliciosa","name":"\#(name)","every":"7d"}"#)
      #expect(answer.status == 200, "\(answer.response.text)")
    }
  }

  /// The number of events.
  func eventCount() throws -> Int {
    try journal.with(at: clock) { journal in
      try journal.read { try $0.logStatus().events }
    }
  }
}

extension WebResponse {
  /// The body as a text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension JSONValue {
  var items: [JSONValue] {
    if case .array(let items) = self { items } else { [] }
  }
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

extension Instant {
  func advanced(byMilliseconds count: Int64) -> Instant {
    Instant(milliseconds: milliseconds + count)
  }

  func advanced(byDays count: Int64) -> Instant {
    advanced(byMilliseconds: count * 86_400_000)
  }
}

/// Erases the notes of a plant, as the command line does.
func eraseNotes(of plant: String, in journal: CareJournal) throws {
  _ = try journal.erase(
    EraseRequest(.notes(PlantChoice(names: [plant]))), .commit)
}

/// Runs a body in several threads, and waits for all.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let threads = (0..<count).map { number in
    let task = Unmanaged.passRetained(ThreadBody { body(number) })
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        if let context {
          Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, task.toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// The answers of a server that lets photos be decoded.

extension WebAPI {
  func respond(
    to request: WebRequest, from guest: WebGuest, at clock: Instant
  ) -> WebResponse {
    respond(to: request, from: guest, at: clock, mayTakeLong: true)
      ?? WebResponse(500)
  }
}

extension WebPages {
  func respond(
    to request: WebRequest, from visitor: WebVisitor, at clock: Instant
  ) -> WebResponse {
    respond(to: request, from: visitor, at: clock, mayTakeLong: true)
      ?? WebResponse(500)
  }
}

extension WebSite {
  func respond(
    to request: WebRequest, over connection: WebConnection, at clock: Instant
  ) -> WebResponse {
    respond(to: request, over: connection, at: clock, mayTakeLong: true)
      ?? WebResponse(500)
  }
}
