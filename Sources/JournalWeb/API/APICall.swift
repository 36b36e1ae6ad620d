internal import CatalogueStore
internal import Encodings
internal import JournalActions
internal import JournalInput
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime

/// A request to a route of the API, with the journal that answers it.
struct APICall {
  /// The API that was asked.
  let api: WebAPI
  /// A Boolean value that indicates whether the answer may take long.
  let mayTakeLong: Bool
  /// The journal.
  let journal: CareJournal
  /// The values of the path's parameters.
  let parameters: [String]
  /// The guest who asks.
  let guest: WebGuest
  /// The request.
  let request: WebRequest
  /// The fields that are not read yet.
  var fields: RequestFields
  /// A Boolean value that indicates whether a person is asked before more than a
  /// few things are changed, or care of a moment to come is recorded.
  var asksFirst = false
  /// The wording of the reader: a program, or a page.
  var wording = Wording.api
  /// The moment of the past that a page shows, as it was asked for; `nil` for
  /// the present, or if the fields tell it.
  var asOf: String?
  /// The result for which a page has a place of its own; `nil` for any other.
  var result: Result?

  /// A result that is not shown on the page with the form.
  enum Result {
    case invitation(
      link: String, until: Instant, person: String?, as: TokenRole)
    case calendar(CalendarLink)
    case testedChannel(String)
    case identification(String)
  }

  /// The catalogues; an imported one that cannot be read is skipped.
  var catalogues: Catalogues { Catalogues(home: journal.homePath) { _ in } }

  // MARK: Views

  /// Answers with what `write` writes of the view that `read` reads of a
  /// snapshot; `as-of` selects a moment.
  mutating func view<View>(
    _ read: (borrowing Snapshot) throws -> View,
    _ write: (inout JSONWriter, View) throws -> Void
  ) throws -> WebResponse {
    let view = try self.read(read)
    return try WebResponse(json: { try write(&$0, view) })
  }

  /// Reads the journal; `as-of` selects a moment. No field may be left.
  mutating func read<View>(
    _ body: (borrowing Snapshot) throws -> View
  ) throws -> View {
    let asOf = try asOf ?? fields.text("as-of")
    try fields.finish()
    guard let asOf else { return try journal.read(body) }
    return try journal.read(
      asOf: { [journal] zone in
        try DateInput.bound(asOf, .end, now: journal.now, zone: zone)
      }, body)
  }

  // MARK: Actions

  /// Carries an action out, or rehearses it with `dry-run`, and answers with
  /// its receipt. Under an idempotency key, the answer is kept with it. With a
  /// question, a person is asked about any change.
  mutating func act(
    asking question: (title: String, answer: String)? = nil,
    report: ((Receipt) -> WriteReport)? = nil,
    _ action: (CareJournal, ActionMode) throws -> Receipt
  ) throws -> WebResponse {
    let key = try idempotencyKey()
    let isDryRun = try fields.flag("dry-run") ?? false
    try fields.finish()
    let report = report ?? { [wording] in WriteReport($0, wording) }
    func answer(_ receipt: Receipt) -> WebResponse {
      let report = report(receipt)
      return WebResponse(json: { writer in
        writer.writeReport(
          report,
          undo: report.actions.last.map {
            "/api/v1/undo?action=\($0.branchID)"
          })
      })
    }
    guard !isDryRun else { return answer(try action(journal, .rehearse)) }
    if asksFirst {
      let rehearsal = try action(journal, .rehearse)
      let question =
        question ?? rehearsal.questionOfFuture.map { ($0, "Record it") }
      guard
        question == nil, rehearsal.changedCount <= Receipt.mostUnasked
      else {
        let about = WriteQuestion(about: rehearsal, report(rehearsal), wording)
        throw ConfirmationNeeded(
          count: rehearsal.changedCount, lines: about.lines,
          question: question?.title ?? about.title,
          answer: question?.answer ?? about.answer)
      }
    }
    var kept: WebResponse?
    if let key {
      journal.once = OnceRequest(key) { (receipt: Receipt) in
        let response = answer(receipt)
        kept = response
        return response.body
      }
    }
    do {
      let receipt = try action(journal, .commit)
      if receipt.takesPlantsAway { api.followUps?.removeStrayPictures() }
      return kept ?? answer(receipt)
    } catch OnceError.answered(let kept) {
      return try WebResponse(kept: kept)
    }
  }

  /// Returns the answer that was given to this request under its key; `nil` if
  /// it was not carried out yet.
  func keptAnswer() throws -> WebResponse? {
    guard request.method != .get, let key = try idempotencyKey() else {
      return nil
    }
    guard let kept = try journal.read({ try $0.answer(to: key) }) else {
      return nil
    }
    guard kept.isAnswer(to: key) else { throw OnceError.usedForAnother }
    return try WebResponse(kept: kept)
  }

  /// Returns the key of the request as it was sent; `nil` for none.
  func idempotencyText() throws -> String? {
    guard let text = request.headers["idempotency-key"] else { return nil }
    guard 1...RequestKey.maximumByteCount ~= text.utf8.count else {
      throw RequestError.badKey
    }
    return text
  }

  private func idempotencyKey() throws -> RequestKey? {
    guard let text = try idempotencyText() else { return nil }
    // The length tells where the target ends.
    let head = "\(request.method.rawValue) \(request.target.utf8.count) "
    return RequestKey(
      text, from: guest.keeper,
      for: Array("\(head)\(request.target)".utf8) + request.body)
  }
}

extension WebResponse {
  /// Creates the answer that was kept, or refuses if it was erased.
  fileprivate init(kept: KeptAnswer) throws {
    guard !kept.bytes.isEmpty else { throw RequestError.answerErased }
    self.init(
      200, headers: ["content-type": "application/json"], body: kept.bytes)
    markReplayed()
  }

  /// Says that the same request was answered before.
  mutating func markReplayed() { headers["idempotency-replayed"] = "true" }
}
