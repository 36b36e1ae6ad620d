package import Encodings
internal import JournalCare
package import JournalEvents
internal import JournalInput
package import JournalQueries
package import JournalTime
internal import TextKit

// Events in words.
extension EventDescription {
  /// Returns the event as a line: its time, its subject and what happened.
  package func line(_ wording: Wording) -> String {
    // Aligned times line up in a list.
    var words = [zone.words(of: at, on: today, isAligned: true)]
    if let subject = subjectWords { words.append(subject) }
    return (words + whatHappened(wording)).joined(by: "  ")
  }

  /// Returns what happened, in parts: the event, the time of a late recording,
  /// the recorder and the remark.
  package func whatHappened(_ wording: Wording) -> [String] {
    var words = [happening(wording)]
    if let delay = delayWords { words.append("(\(delay))") }
    if let recorder = recorderWords { words.append(recorder) }
    if let note = noteWords { words.append("- " + note) }
    return words
  }

  /// The moment at which it happened.
  package var at: Instant {
    event.payload?.at.instant ?? event.header.recorded
  }

  /// The name of the plant or room, then and now; `nil` for the journal.
  package var subjectWords: String? { subject?.shown }

  /// Returns what happened, without its subject.
  package func happening(_ wording: Wording) -> String {
    SafeText.shown(text(event.payload, wording))
  }

  /// The moment of recording if it is much later or earlier: "recorded 2 days
  /// later, Mon 23 Nov 18:20"; `nil` otherwise.
  package var delayWords: String? {
    delay(since: at).map { "recorded \($0)" }
  }

  /// The recorder if worth a mention: "by Anna's phone"; `nil` otherwise.
  package var recorderWords: String? { recorder.map { "by \($0.shown)" } }

  /// The remark of the event; `nil` for none.
  package var noteWords: String? {
    event.payload?.note.map { SafeText.shownNote($0) }
  }

  /// The time of the event in words.
  package var timeWords: String {
    zone.words(of: at, on: today)
  }

  /// Returns the time between the event and its recording, in words; `nil` up
  /// to an hour.
  private func delay(since at: Instant) -> String? {
    let recorded = event.header.recorded
    guard abs(recorded.milliseconds - at.milliseconds) > Self.noticeable else {
      return nil
    }
    let days = zone.localDay(of: at).distance(to: zone.localDay(of: recorded))
    let moment = zone.words(of: recorded, on: today)
    guard days != 0 else { return moment }
    return (abs(days) == 1 ? "a day" : "\(abs(days)) days")
      + (days > 0 ? " later, " : " before, ") + moment
  }

  // An hour, in milliseconds.
  private static var noticeable: Int64 { 3_600_000 }

  private func text(
    _ payload: EventPayload?, _ wording: Wording
  ) -> String {
    guard let payload else {
      return event.payloadBytes == nil
        ? "\(event.header.type) (\(isErased ? "erased" : "its payload is missing"))"
        : event.header.type
    }
    if case .taskSkipped(let body) = payload.body {
      return skipText(body, at: payload.at.instant)
    }
    return text(of: payload.body, wording)
  }

  private func text(of body: EventBody, _ wording: Wording) -> String {
    switch body {
    case .plantAdded(let body): "added, \(body.scientificName)"
    case .plantFavorited(let body):
      body.isFavorite ? "favourite" : "no favourite"
    case .plantMoved:
      "moved to \(room?.shown ?? "")"
        + (room?.isDeleted == true ? " (deleted since)" : "")
    case .plantRemoved(let body): "removed (\(body.reason.shown))"
    case .plantRestored: "restored"
    case .plantMerged: "merged into \(target?.shown ?? "another plant")"
    case .plantNoted(let body): noteText(body)
    case .plantEdited(let body): "edited: \(body.text(on: today))"
    case .plantMeasured(let body): "measured: \(body.text(in: units))"
    case .plantIdentified(let body):
      "identified as \(body.text)" + photoSuffix(body.photo)
    case .factSet(let body): body.words
    case .careProfiled(let body):
      wording.isOfPages
        ? "got needs from \(body.origin)"
        : "care profile from \(body.origin)"
    case .scheduleSet(let body):
      "\(body.kind.words) scheduled \(body.text(in: units, on: today))"
    case .scheduleCleared(let body): "\(body.kind.words) schedule cleared"
    case .taskAdded(let body):
      "\(body.title ?? body.kind.words) task due \(body.due.words(on: today))"
        + (body.every.map { ", then \($0.words)" } ?? "")
    case .taskCompleted(let body): careText(body)
    case .taskSkipped(let body): dueText(body)
    case .taskSnoozed(let body):
      "\(body.title ?? body.kind.words) snoozed until \(body.until.words(on: today))"
    case .photoCaptured(let body):
      "photo \(ShortID.text(of: body.photo)) taken"
    case .photoReminderSet(let body):
      "reminders of photos: \(body.cadence.words)"
    case .photoAnnotated(let body): photoText(body)
    case .photoRemoved(let body):
      "photo \(ShortID.text(of: body.photo)) removed"
    case .roomCreated(let body): "room \(body.name) created"
    case .roomEdited(let body): "room edited: \(body.text)"
    case .roomDeleted: "room deleted"
    case .roomMerged: "room merged into \(target?.shown ?? "another room")"
    case .journalCreated(let body): "journal created, \(body.timeZone)"
    case .writerStarted(let body): "writer started, \(body.program)"
    case .writerNamed(let body):
      "writer \(body.writer.description.prefix(4)) "
        + (body.name.text.map { "is \($0)" } ?? "has no name")
    case .settingChanged(let body): settingText(body, wording)
    case .actionUndone(let body):
      (body.undone ? "undone: " : "done again: ") + undoneText(wording)
    case .payloadErased: "erased the contents of an event"
    }
  }

  /// Returns the undone action in words.
  private func undoneText(_ wording: Wording) -> String {
    guard let undone else { return "what is not here" }
    // Descriptions of undone undos might never end.
    let first =
      undone.first.header.knownType == .actionUndone
      ? "an undo" : text(undone.first.payload, wording)
    let others = undone.count - 1
    return first + (undone.subject.map { " (\($0.then))" } ?? "")
      + (others > 0 ? " and \(Phrase.count(others, "more event"))" : "")
  }

  private func noteText(_ body: PlantNoted) -> String {
    guard !body.text.isEmpty else { return "note removed" }
    return (body.replaces == nil ? "noted: " : "note corrected: ")
      + SafeText.shownNote(body.text)
  }

  private func photoText(_ body: PhotoAnnotated) -> String {
    var words: [String] = []
    switch body.caption {
    case .keep: break
    case .clear: words.append("no remark")
    case .set(let text): words.append(SafeText.shownNote(text))
    }
    if let takenAt = body.takenAt {
      words.append("taken \(zone.words(of: takenAt.instant, on: today))")
    }
    if let isCover = body.isCover {
      words.append(isCover ? "cover" : "no cover")
    }
    if let isFavorite = body.isFavorite {
      words.append(isFavorite ? "favourite" : "no favourite")
    }
    return "photo \(ShortID.text(of: body.photo)): "
      + words.joined(separator: ", ")
  }

  private func settingText(
    _ body: SettingChanged, _ wording: Wording
  ) -> String {
    if FactField.isKey(body.key) {
      let field = FactField(key: body.key, value: body.value)
      return field.map { "field \($0.name): \($0.kind.words)" }
        ?? "field \(body.key.drop { $0 != "." }.dropFirst()) removed"
    }
    guard let filter = NamedFilter(key: body.key) else {
      let text = SettingKey(rawValue: body.key)?.form.text(of: body.value)
      return "setting \(body.key) = \(text ?? body.value.text)"
    }
    return body.value == .null
      ? "filter \(filter.name) removed"
      : "filter \(filter.name) saved: "
        + wording.filter(body.value.text, rooms)
  }

  /// Returns a skip in words. An overdue task counts from the day of the skip,
  /// other tasks from the skipped due day.
  private func skipText(_ body: TaskSkipped, at instant: Instant) -> String {
    // The latest day stands for the removal of a recurring task.
    if body.due == .latest { return "\(body.words) task removed" }
    return body.due < zone.localDay(of: instant)
      ? "\(body.words) skipped, overdue since \(body.due.words(on: today))"
      : dueText(body)
  }

  private func dueText(_ body: TaskSkipped) -> String {
    "\(body.words) skipped, due \(body.due.words(on: today))"
  }

  /// Returns the words that name a photo; empty for none.
  private func photoSuffix(_ photo: PhotoID?) -> String {
    photo.map { ", photo \(ShortID.text(of: $0))" } ?? ""
  }

  private func careText(_ body: TaskCompleted) -> String {
    var text =
      "\(body.title ?? body.kind.words) \(body.amends == nil ? "done" : "amended")"
    if let amount = body.amount {
      text += ", \(units.amount(amount))"
    }
    text += photoSuffix(body.photo)
    // A batch of named plants says nothing but that there were others.
    if let batch = body.batch, batch != PlantChoice.named {
      text += " (\(batch))"
    }
    return text
  }
}

extension TaskSkipped {
  fileprivate var words: String { title ?? kind.words }
}

extension PastName {
  /// The name then and, if it has changed, the name now; safe to show.
  var shown: String {
    SafeText.shown(then)
      + (now.map { " (now \(SafeText.shown($0)))" } ?? "")
  }
}

extension Recorder {
  /// The name, or else this machine or the beginning of the id; safe to show.
  package var shown: String {
    name?.shown
      ?? (isOfHome
        ? "this machine" : "writer \(writer.description.prefix(4))")
  }
}

extension WriterName {
  /// The name, safe to show, as others may have chosen it; `nil` for no name.
  package var shown: String? {
    text.map { SafeText.shown($0) }
  }
}

extension JSONWriter {
  /// Writes the events on this date in earlier years.
  package mutating func years(_ shown: OnThisDayView, _ wording: Wording) {
    object { writer in
      writer.objects("years", shown.years) { writer, year in
        writer.member("date", year.day.description)
        writer.objects("events", year.events) { writer, description in
          writer.member("plant", description.shownBy.description)
          writer.member("type", description.event.header.type)
          writer.member("text", description.line(wording))
        }
      }
    }
  }
}

extension OnThisDayView {
  /// Returns the heading of a year: "a year ago, Sat 28 Nov 2025".
  package func heading(of year: Year) -> String {
    let count = day.year - year.day.year
    let ago = count == 1 ? "a year ago" : "\(count) years ago"
    return "\(ago), \(year.day.words(on: day))"
  }

  /// The sentence if there are no years.
  package var emptyWords: String {
    "Nothing is recorded for \(day.day) \(day.monthName) in the years before."
  }
}
