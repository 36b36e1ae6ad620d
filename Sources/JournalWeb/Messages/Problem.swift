internal import Encodings
internal import ErrorKit
internal import JournalEvents
internal import JournalPages
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TextKit

extension WebResponse {
  /// Creates the answer to a request that failed, as a problem document
  /// (RFC 9457).
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - isReading: A Boolean value that indicates whether the request would
  ///     have written nothing anyway.
  ///   - isOfPages: A Boolean value that indicates whether a script of a page
  ///     asks, which shows the words to a person.
  ///   - clock: The clock of the request; `nil` if its error names no moment.
  init(
    problem error: any Error, isReading: Bool = false,
    onPages isOfPages: Bool = false, by clock: RequestClock? = nil
  ) {
    var facts =
      isOfPages ? ErrorFacts(onPages: error) : ErrorFacts(of: error)
    let end = facts.remedy?.moment
    if let clock { facts.remedy = facts.remedy?.saying(clock.words(of:)) }
    if isReading, facts.outcome == .nothingWritten { facts.outcome = nil }
    let status = Self.status(of: error, facts)
    let isOwn = Self.isOwnFault(error, facts)
    var writer = JSONWriter(capacity: 512)
    writer.object { writer in
      writer.member("type", "urn:plantguide:problem:\(facts.kind.rawValue)")
      writer.member("title", facts.title)
      writer.member("status", status)
      writer.member(
        "detail",
        isOwn
          ? "the journal cannot be read or written now"
          : SafeText.shown(facts.sentence))
      writer.member("kind", facts.kind.rawValue)
      writer.member("details", isOwn ? [] : facts.details)
      let remedy =
        isOwn
        ? nil
        : facts.remedy.flatMap(
          isOfPages ? Wording.remedyOfPages : Wording.remedyOfAPI)
      writer.member("remedy", remedy.map { SafeText.shown($0) })
      writer.member("retryable", facts.canRetry)
      if let end { writer.member("retryAfter", end.rfc3339) }
      if isOfPages, let question = error as? ConfirmationNeeded {
        writer.member("answer", question.answer)
      }
      if isOfPages, let error = error as? FieldError {
        writer.member("field", error.field)
      }
      if let failed = error as? FailedIdentification {
        writer.member("identification", failed.id)
      }
    }
    writer.newline()
    self.init(
      status, headers: ["content-type": "application/problem+json"],
      body: writer.bytes)
    if status >= 500 { fault = facts.message }
    if status == 503 { headers["retry-after"] = "30" }
    if let end, let clock {
      headers["retry-after"] = "\(clock.seconds(until: end))"
    }
    if case .badMethod(let methods) = error as? RequestError {
      headers["allow"] = methods.joined(separator: ", ")
    }
  }

  private static func status(of error: any Error, _ facts: ErrorFacts) -> Int {
    (error as? RequestError)?.status ?? (error as? OnceError)?.status
      ?? (error as? SiteError)?.status
      ?? facts.kind.status(canRetry: facts.canRetry)
  }

  /// Returns a Boolean value that indicates whether an error is a fault of this
  /// machine, whose details are for its log. A failure of a service is none,
  /// and neither is a busy server.
  static func isOwnFault(_ error: any Error, _ facts: ErrorFacts) -> Bool {
    status(of: error, facts) >= 500 && !(error is RequestError)
      && !(error is SiteError) && facts.kind != .network
  }

  /// Creates an answer in JSON.
  init(json write: (inout JSONWriter) throws -> Void) rethrows {
    var writer = JSONWriter(capacity: 4_096)
    try write(&writer)
    writer.newline()
    self.init(
      200, headers: ["content-type": "application/json"], body: writer.bytes)
  }
}

/// The moment of a request, and the journal in whose zone its answer names
/// moments.
struct RequestClock {
  let journal: SharedJournal
  let now: Instant

  /// Returns a moment in words.
  func words(of moment: Instant) -> String {
    (try? journal.with(at: now) { $0.words(of: moment) }) ?? moment.rfc3339
  }

  /// Returns the whole seconds until a moment.
  func seconds(until moment: Instant) -> Int64 {
    max(0, (moment.milliseconds - now.milliseconds + 999) / 1_000)
  }
}

extension ErrorKind {
  /// The status of HTTP for an error of this kind.
  func status(canRetry: Bool) -> Int {
    switch self {
    case .nothingMatched: 404
    case .invalidInput: 400
    case .needsAnswer, .conflict: 409
    case .network: 502
    case .system: canRetry ? 503 : 500
    case .damagedData, .newerFormat: 500
    case .interrupted: 503
    }
  }
}

extension OnceError {
  fileprivate var status: Int {
    switch self {
    case .answered: 200
    case .usedForAnother: 422
    }
  }
}
