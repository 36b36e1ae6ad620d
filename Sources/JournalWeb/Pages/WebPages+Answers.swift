internal import HTMLKit
internal import JournalActions
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import JournalSync
internal import JournalTime

extension WebPages {
  /// Returns the token in the path of a link of a reminder; `nil` for any other
  /// path.
  static func answerToken(in path: [String]) -> String? {
    path.count == 2 && path[0] == "answer" ? path[1] : nil
  }

  /// Answers a reminder by its link, or shows what the link would do.
  ///
  /// Somebody who answers twice, or late, changes nothing: the link is bound to
  /// the due day that the message named.
  ///
  /// - Returns: The page, without its context.
  /// - Throws: ``SiteError/noAnswer`` and ``SiteError/answerOver``, or errors of
  ///   the journal.
  func answer(
    to token: String, _ request: WebRequest, at clock: Instant
  ) throws -> AnswerPage {
    let channels = try api.journal.with(at: clock) {
      try $0.reminderChannels()
    }
    guard let links = try AnswerLinks(ofHomeAt: api.journal.path),
      let ticket = links.ticket(of: token, from: channels)
    else { throw SiteError.noAnswer }
    guard clock < ticket.expiresAt else { throw SiteError.answerOver }
    guard request.method == .post else {
      return try api.journal.with(at: clock) { journal in
        let outcome = try journal.answer(
          [ticket.key], ticket.answer, .rehearse)
        let task = try journal.read { try $0.words(of: ticket.key) }
        guard let task, !outcome.open.isEmpty else {
          return AnswerPage(.outcome(outcome.words))
        }
        return AnswerPage(
          .question(
            task: task, answer: ticket.answer,
            to: PagePath("answer", token)))
      }
    }
    let guest = WebGuest(id: "answer", access: .care, person: nil)
    let outcome = try api.act(at: clock, as: guest) { journal in
      try journal.answer([ticket.key], ticket.answer)
    }
    let report = outcome.receipt.map { WriteReport($0, .pages) }
    return AnswerPage(.outcome((report?.lines ?? []) + outcome.words))
  }
}

extension Snapshot {
  /// Returns the open task of a reminder in words; `nil` if there is none.
  fileprivate func words(of key: Reminder.Key) throws -> String? {
    guard let plant = try plant(key.plant) else { return nil }
    return try openTasks(of: key.plant, plant, on: today)
      .map { Reminder($0) }.first { $0.key == key }
      .map { $0.words(reminderFacts, on: today) }
  }
}
