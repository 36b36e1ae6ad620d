internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

extension WebPages {
  /// The number of hours after which calendar programs are to ask again.
  private static let hours = 6

  /// The form of the entries of a calendar.
  private enum EntryForm: String, CaseIterable {
    case event
    case todo
  }

  /// Returns the due tasks for a calendar program that subscribes to them. The
  /// query selects tasks as those of the API do, and the form of the entries.
  func calendar(
    for request: WebRequest, at clock: Instant
  ) throws -> WebResponse {
    var fields = try RequestFields(request)
    let filter = try fields.taskFilter()
    let form = try fields.choice("form", of: EntryForm.self) ?? .event
    let isDigest = try fields.flag("digest") ?? false
    let length = try fields.days() ?? UpcomingView.standardLength
    try fields.finish()
    let stream = try api.journal.with(at: clock) { journal in
      let program = journal.program
      return try journal.read {
        try $0.calendar(
          filter, as: form == .event ? .event : .toDo, isDigest: isDigest,
          length: length, reminderDays: nil, askedAgainAfter: Self.hours,
          program: program)
      }
    }
    // Alarms that have rung change it, too, so only the stream tells.
    let hash = EventHash(of: stream.span.bytes)
    let tag = "\"\(Hexadecimal.encode(Array(hash.bytes.prefix(16))))\""
    var headers = ["etag": tag, "cache-control": "private, no-cache"]
    guard !request.knows(tag) else { return WebResponse(304, headers: headers) }
    headers["content-type"] = "text/calendar; charset=utf-8"
    return WebResponse(200, headers: headers, body: stream)
      .compressed(for: request.headers["accept-encoding"])
  }
}
