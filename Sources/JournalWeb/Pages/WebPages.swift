internal import Encodings
internal import ErrorKit
internal import HTMLKit
internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
public import JournalTime
internal import QRCode

/// The pages for people, without their network and their sessions.
///
/// Every page works as plain HTML. A form is sent to `/do/PATH`: the action of
/// the same path of the API is carried out, and the page is shown again with
/// what happened. Scripts send the same forms with `accept: application/json`
/// and get the answer of the API.
public final class WebPages: Sendable {
  let api: WebAPI
  private let kept = KeptPages()
  private var journal: SharedJournal { api.journal }

  /// Creates the pages of a journal, whose actions are those of its API.
  public init(_ api: WebAPI) { self.api = api }

  /// Answers a request, which need not make sense.
  ///
  /// - Parameters:
  ///   - request: The request. If it changes something, it comes from a form of
  ///     the visitor's session.
  ///   - visitor: The visitor.
  ///   - clock: The moment that is now.
  ///   - mayTakeLong: Whether photos may be decoded for the answer.
  /// - Returns: The answer; `nil`, with nothing done, if it takes long and may
  ///   not.
  public func respond(
    to request: WebRequest, from visitor: WebVisitor, at clock: Instant,
    mayTakeLong: Bool
  ) -> WebResponse? {
    plainResponse(
      to: request, from: visitor, at: clock, mayTakeLong: mayTakeLong
    )?.compressed(for: request.headers["accept-encoding"])
  }

  /// Returns the answer to a request if it is known without reading the journal;
  /// `nil` for any other.
  public func knownResponse(
    to request: WebRequest, from visitor: WebVisitor, at clock: Instant
  ) -> WebResponse? {
    guard request.method == .get,
      let (route, _) = PageRoute.route(of: request.path),
      visitor.guest.access.allows(route.right),
      let fields = try? RequestFields(request),
      let tag = tag(of: route, request, fields, visitor, clock)
    else { return nil }
    return knownResponse(to: request, tag, visitor)
  }

  private func knownResponse(
    to request: WebRequest, _ tag: EntityTags.Tag, _ visitor: WebVisitor
  ) -> WebResponse? {
    request.knows(tag.text)
      ? WebResponse(304, headers: ["etag": tag.text])
      : kept.page(KeptPages.Name(tag.text, of: request, for: visitor))
  }

  /// Returns the tag of a page; `nil` if it does not follow from the journal, the
  /// hour and the request alone.
  private func tag(
    of route: PageRoute, _ request: WebRequest, _ fields: RequestFields,
    _ visitor: WebVisitor, _ clock: Instant
  ) -> EntityTags.Tag? {
    fields.has(RequestFields.clockNames) || !route.dependsOnJournalAlone
      ? nil
      : try? api.tags.tag(
        of: request, for: visitor.guest, at: clock, hour: true)
  }

  private func plainResponse(
    to request: WebRequest, from visitor: WebVisitor, at clock: Instant,
    mayTakeLong: Bool
  ) -> WebResponse? {
    let wantsJSON =
      request.headers["accept"]?.hasPrefix("application/json") ?? false
    var form: PageForm?
    do {
      if request.path.first == "do" {
        // Photos are read and hashed beside, too.
        guard mayTakeLong || !request.bringsPhotos else { throw TakesLong() }
        let sent = try PageForm(request)
        form = sent
        return try act(
          sent, request, visitor, clock, answersJSON: wantsJSON, mayTakeLong)
      }
      if ["photos", "pictures"].contains(request.path.first) {
        return try api.response(
          to: request.ofAPI, visitor.guest, clock, mayTakeLong: mayTakeLong)
      }
      if request.path == AppearanceChoice.path, request.method == .post {
        return try AppearanceChoice(request).response
      }
      return try page(request, visitor, clock)
    } catch is TakesLong {
      return nil
    } catch  where wantsJSON {
      return WebResponse(
        problem: error, onPages: true,
        by: RequestClock(journal: journal, now: clock))
    } catch {
      if let page = formAgain(after: error, request, form, visitor, clock) {
        return page
      }
      var context = context(of: request, visitor, back: form?.back)
      context.asOf = past(of: request, at: clock)
      return refusal(
        of: request, form, error, context,
        by: RequestClock(journal: journal, now: clock))
    }
  }

  // MARK: Pages

  /// Gives a guest who has just come in the name that history shows.
  func name(_ guest: WebGuest, _ name: String, at clock: Instant) throws {
    guard guest.mayRename else { return }
    try api.act(at: clock, as: guest) { journal in
      _ = try journal.nameWriter(
        WriterNameRequest(person: .set(name)), .commit)
    }
  }

  /// Answers with a page; with one whose form was refused, in particular, only if
  /// it still has that form.
  private func page(
    _ request: WebRequest, _ visitor: WebVisitor, _ clock: Instant,
    refusing refusal: PageContext.Refusal? = nil
  ) throws -> WebResponse {
    guard let (route, parameters) = PageRoute.route(of: request.path) else {
      throw RequestError.notFound
    }
    guard request.method == .get else { throw RequestError.badMethod(["GET"]) }
    guard request.body.isEmpty else { throw RequestError.needlessBody }
    guard visitor.guest.access.allows(route.right) else {
      throw RequestError.forbidden
    }
    var fields = try RequestFields(request)
    let tag =
      refusal == nil ? tag(of: route, request, fields, visitor, clock) : nil
    if let tag, let known = knownResponse(to: request, tag, visitor) {
      return known
    }
    // A form sends the controls that were left empty, too.
    fields.removeEmptyTexts()
    let did = try fields.text("did")
    // Pages that do not read the journal stay in the past, too.
    let asOf = try fields.text("as-of")
    // Before the page reads the journal: what changes meanwhile counts as new.
    let state = try? api.state(at: clock)
    let (content, news, moment, reader) = try journal.with(
      at: clock, as: visitor.guest.person
    ) { journal in
      var call = APICall(
        api: api, mayTakeLong: true, journal: journal, parameters: parameters,
        guest: visitor.guest,
        request: request, fields: fields)
      call.asOf = asOf
      return (
        try route.content(&call),
        try did.flatMap { try Self.news(under: $0, in: call) },
        try asOf.map {
          PageContext.Past($0, words: try Self.words(ofMoment: $0, journal))
        },
        try journal.exists
          ? journal.read { try $0.writerName(nil).name?.person } : nil
      )
    }
    switch content {
    case .file(let response): return response
    case .page(let page):
      // The same page has the same keys. After any change it is another page.
      let key = tag.map { Self.pageKey(of: $0.text) }
      var context = context(of: request, visitor, key: key)
      context.news = news
      context.asOf = moment
      // A script would replace what was typed.
      context.state = refusal == nil ? state?.id : nil
      if let reader { context.reader = reader }
      context.refusal = refusal
      guard
        let html = refusal == nil
          ? context.html(of: page) : context.refusingHTML(of: page)
      else { throw RequestError.notFound }
      var response = WebResponse(html: html)
      if page.usesLocation {
        response.headers.merge(SiteHeaders.ofLocation) { $1 }
      }
      guard let tag else { return response }
      response.headers["etag"] = tag.text
      response = response.compressed(for: request.headers["accept-encoding"])
      kept.keep(
        response, as: KeptPages.Name(tag.text, of: request, for: visitor),
        in: tag.state)
      return response
    }
  }

  /// Returns the moment of a page in words.
  private static func words(
    ofMoment text: String, _ journal: CareJournal
  ) throws -> String {
    try journal.read { snapshot in
      let moment = try DateInput.bound(
        text, .end, now: snapshot.now, zone: snapshot.zone)
      return snapshot.zone.words(of: moment, on: snapshot.today)
    }
  }

  /// Returns what happened under a form's key.
  private static func news(
    under key: String, in call: APICall
  ) throws -> PageContext.News? {
    let name = RequestKey(key, from: call.guest.keeper, for: [])
    guard let kept = try call.journal.read({ try $0.answer(to: name) }),
      let report = try? JSONReader.parse(kept.bytes.span.bytes),
      case .array(let lines)? = report["lines"]
    else { return nil }
    var action: String?
    if case .string(let undo)? = report["undo"] {
      let named = undo.split(separator: "=").last.map(String.init)
      let mayUndo = try call.journal.read {
        try $0.mayUndo(call.guest.undoing(named))
      }
      if mayUndo { action = named }
    }
    return PageContext.News(
      lines: lines.compactMap { line in
        guard case .string(let text) = line else { return nil }
        return text
      }, undo: action, isUndo: report["undone"] == .bool(true))
  }

  private func context(
    of request: WebRequest, _ visitor: WebVisitor, back: String? = nil,
    key: String? = nil
  ) -> PageContext {
    var here = PagePath(components: request.path.filter { !$0.isEmpty })
    if back != nil {
      here = PagePath()
    } else {
      for (name, value) in request.queryFields where name != "did" {
        here = here.with(name, value)
      }
    }
    var context = PageContext(
      assets: WebAssets.version,
      reader: visitor.guest.person?.writerName.person,
      access: visitor.guest.access, formToken: visitor.formToken,
      pageKey: key ?? Self.randomKey(), here: here)
    context.colorScheme = request.colorScheme
    context.owner = visitor.guest.keeper
    return context
  }

  /// Returns the beginning of the keys of a page with a tag.
  private static func pageKey(of tag: String) -> String {
    String(tag.dropFirst().prefix(26))
  }

  /// Returns a text that no other page has.
  private static func randomKey() -> String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }

  // MARK: Forms

  private func act(
    _ form: PageForm, _ request: WebRequest, _ visitor: WebVisitor,
    _ clock: Instant, answersJSON: Bool, _ mayTakeLong: Bool
  ) throws -> WebResponse {
    let key = form.key ?? request.headers["idempotency-key"]
    let sent = request.sending(form, key: key)
    let (route, parameters) = try sent.route.get()
    guard visitor.guest.access.allows(route.right) else {
      throw RequestError.forbidden
    }
    guard mayTakeLong || !sent.takesLong else { throw TakesLong() }
    var fields = form.fields
    fields.usualMoment = request.moment(at: clock)?.rfc3339
    let (response, result) = try api.act(
      at: clock, as: visitor.guest
    ) { journal in
      var call = APICall(
        api: api, mayTakeLong: mayTakeLong, journal: journal,
        parameters: parameters, guest: visitor.guest,
        request: sent, fields: fields)
      if let kept = try call.keptAnswer() { return (kept, call.result) }
      call.wording = .pages
      // The action that a person takes back is one that they have just seen.
      // Photos were chosen one by one, and would be decoded twice.
      call.asksFirst =
        !form.isSure && form.path != ["undo"] && !sent.takesLong
      return (try route.answer(&call), call.result)
    }
    guard !answersJSON, response.status == 200 else { return response }
    if let result {
      return try self.response(
        showing: result, context(of: request, visitor, back: form.back),
        at: clock)
    }
    // Whoever added a plant goes on with it.
    let adds =
      form.path == ["plants"]
      || form.path.first == "identifications" && form.path.last == "add"
    let made = adds ? Self.madePlant(in: response) : nil
    let place = made ?? form.backPath
    return WebResponse(
      303,
      headers: ["location": (key.map { place.with("did", $0) } ?? place).text])
  }

  /// Returns the page of the plant that an action added; `nil` for none.
  private static func madePlant(in response: WebResponse) -> PagePath? {
    guard let report = try? JSONReader.parse(response.body.span.bytes),
      case .array(let made)? = report["made"],
      case .string(let id)? = made.first(where: {
        $0["type"] == .string("plant")
      })?["id"]
    else { return nil }
    return PagePath("plants", id)
  }

  /// Answers with the place of a result. A secret is shown once, so nothing keeps
  /// it for another page.
  private func response(
    showing result: APICall.Result, _ context: PageContext, at clock: Instant
  ) throws -> WebResponse {
    let page: any Page
    switch result {
    case .invitation(let link, let expiresAt, let person, let role):
      let zone = try journal.with(at: clock) { try $0.read { $0.zone } }
      page = InvitationPage(
        link, code: QRCode(link), for: person ?? "", as: role,
        until: expiresAt, zone: zone, now: clock)
    case .calendar(let made):
      page = CalendarLinkPage(made.link, code: QRCode(made.link))
    case .testedChannel(let name): page = ChannelTestPage(name)
    case .identification(let id):
      return WebResponse(
        303, headers: ["location": PagePath("identify", id).text])
    }
    return WebResponse(html: context.html(of: page))
  }

  // MARK: Refusals

  /// Returns the page that refuses a visitor's form, with the way back to the
  /// page that has it.
  func refusal(
    of request: WebRequest, from visitor: WebVisitor, _ error: any Error
  ) -> WebResponse {
    let form = try? PageForm(request)
    return refusal(
      of: request, form, error,
      context(of: request, visitor, back: form?.back ?? ""))
  }

  /// Returns the moment of the past that a page was to show; `nil` for the
  /// present, or if it cannot be read.
  private func past(
    of request: WebRequest, at clock: Instant
  ) -> PageContext.Past? {
    guard request.method == .get, let fields = try? RequestFields(request),
      let asOf = fields.allTexts.last(where: { $0.name == "as-of" })?.value,
      !asOf.isEmpty
    else { return nil }
    let words = try? journal.with(at: clock) {
      try Self.words(ofMoment: asOf, $0)
    }
    return words.map { PageContext.Past(asOf, words: $0) }
  }

  /// Returns the page of a refused form, which is filled in as it was sent; `nil`
  /// if the form cannot help: nothing was typed, or the server is at fault.
  private func formAgain(
    after error: any Error, _ request: WebRequest, _ form: PageForm?,
    _ visitor: WebVisitor, _ clock: Instant
  ) -> WebResponse? {
    let moments = RequestClock(journal: journal, now: clock)
    let facts = ErrorFacts(onPages: error, by: moments)
    guard !(error is ConfirmationNeeded),
      [.invalidInput, .nothingMatched, .conflict].contains(facts.kind)
    else { return nil }
    let address = PagePath(components: request.path.filter { !$0.isEmpty })
    let fields = form?.everything ?? request.queryFields
    // A page that is asked for by a form shows it without its fields.
    var page = form?.page ?? address
    if form == nil, let asOf = fields.last(where: { $0.name == "as-of" }) {
      page = page.with("as-of", asOf.value)
    }
    guard var again = WebRequest(.get, page.text, headers: request.headers)
    else { return nil }
    again.site = request.site
    let typed = TypedForm(
      fields, wrongField: Self.wrongField(error, facts, among: fields),
      fault: facts.sentence)
    let remedy = facts.remedy.flatMap(Wording.remedyOfPages)
    let files = form?.hasFiles == true ? "choose the files again." : nil
    let refusal = PageContext.Refusal(
      (form?.method ?? request.method).rawValue, address, typed,
      lines: [facts.sentence] + facts.details
        + [remedy, files].compactMap(\.self))
    guard
      let shown = try? self.page(again, visitor, clock, refusing: refusal)
    else { return nil }
    var response = WebResponse(
      problem: error, isReading: request.method == .get)
    response.headers = shown.headers
    response.body = shown.body
    return response
  }

  /// Returns the field that an error names, or the only one whose value it
  /// quotes.
  private static func wrongField(
    _ error: any Error, _ facts: ErrorFacts,
    among fields: [(name: String, value: String)]
  ) -> String? {
    if let error = error as? FieldError { return error.field }
    let quoted = Set(
      fields.filter {
        !$0.value.isEmpty && facts.message.contains("'\($0.value)'")
      }.map(\.name))
    return quoted.count == 1 ? quoted.first : nil
  }

  private func refusal(
    of request: WebRequest, _ form: PageForm?, _ error: any Error,
    _ context: PageContext, by clock: RequestClock? = nil
  ) -> WebResponse {
    guard let question = error as? ConfirmationNeeded, let form else {
      return WebResponse(
        page: error, isReading: request.method == .get,
        ownFault: "The journal cannot be read or written now.",
        retry: request.method == .get ? context.here : nil,
        back: form?.backPath, by: clock, in: context)
    }
    return WebResponse(
      page: QuestionPage(
        question.question, lines: question.lines, answer: question.answer,
        sending: form.everything, to: PagePath(components: request.path),
        back: form.backPath),
      insteadOf: WebResponse(problem: error), in: context)
  }
}

extension WebResponse {
  /// Creates an answer that is a page.
  init(html: [UInt8]) {
    self.init(
      200, headers: ["content-type": "text/html; charset=utf-8"], body: html)
  }
}
