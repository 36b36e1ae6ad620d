internal import CatalogueStore
internal import Encodings
internal import ErrorKit
package import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TextKit

extension WriteReport {
  /// Creates the report of a receipt.
  ///
  /// - Parameters:
  ///   - receipt: The receipt.
  ///   - wording: The wording of the interface.
  ///   - care: The verb of the command that recorded care; `nil` if the report
  ///     names the kinds of care.
  ///   - addendum: The text to add to each sentence.
  package init(
    _ receipt: Receipt, _ wording: Wording, care: Verb? = nil,
    addendum: String = ""
  ) {
    var wording = wording
    wording.namesakes = receipt.namesakes
    self.init(isDryRun: receipt.mode == .rehearse)
    actions = receipt.actions
    made = receipt.changes.compactMap(Made.init)
    let on = receipt.day.map { " on \($0.words(on: receipt.today))" } ?? ""
    lines = receipt.notices.filter(\.isAboutSpecies).flatMap {
      $0.lines(wording, receipt.units, receipt.today)
    }
    let sum = wording.isOfPages ? receipt.careSum : nil
    if let sum { add(sum.verb, sum.words(wording) + on + addendum) }
    for change in receipt.changes where sum == nil || !change.isCare {
      switch change.words(
        in: receipt.units, care, receipt.today, on, wording)
      {
      case .sentence(let verb, let rest): add(verb, rest + addendum)
      case .plain(let line): lines.append(line)
      case .none: break
      }
      if case .roomDeleted(_, let count) = change, count > 0 {
        let plants = Phrase.count(count, "plant")
        let shows = count == 1 ? "now shows" : "now show"
        lines.append("\(plants) \(isDryRun ? "would show" : shows) in Other")
      }
    }
    lines += receipt.notices.filter { !$0.isAboutSpecies }.flatMap {
      $0.lines(wording, receipt.units, receipt.today)
    }
  }
}

extension Receipt {
  /// The question about care that is yet to come; `nil` for none.
  package var questionOfFuture: String? {
    futureCare.map {
      "\($0.localDay.words(on: today)) \($0.localTime) is yet to come. "
        + "Record it as done then?"
    }
  }
}

extension WriteReport.Made {
  /// Creates the entity that a change made; `nil` if it made none.
  fileprivate init?(_ change: Change) {
    switch change {
    case .planned(_, let body):
      self.init(
        type: "task", id: body.task.description,
        shortID: ShortID.text(of: body.task), name: body.title)
    case .added(let plant, _), .copied(let plant, _):
      self.init(
        type: "plant", id: plant.id.description,
        shortID: ShortID.text(of: plant.id), name: plant.displayName)
    case .photographed(let plant, let photo) where photo.isNew:
      let id = photo.photo.file.photo
      self.init(
        type: "photo", id: id.description, shortID: ShortID.text(of: id),
        name: plant.displayName)
    case .roomMade(let room):
      self.init(
        type: "room", id: room.id.description,
        shortID: ShortID.text(of: room.id), name: room.name)
    default: return nil
    }
  }
}

extension PhotoView {
  fileprivate func words(
    movedFrom plant: PlantName, _ added: AddedPhoto, to other: PlantName,
    _ wording: Wording
  ) -> ChangeWords {
    let text =
      "photo\(wording.id(self.id, after: " ")) of \(wording.name(plant)) to \(wording.name(other))"
    if case .same(let known) = added.likeness {
      return .sentence(
        Verb("move", "moved"),
        "\(text), which had it"
          + wording.id(known.id, after: " as "))
    }
    let id = added.photo.file.photo
    return .sentence(
      Verb("move", "moved"),
      id == self.id ? text : text + wording.id(id, after: ", as photo "))
  }
}

extension AddedPhoto {
  fileprivate func words(
    of plant: PlantName, _ today: Day, _ wording: Wording
  ) -> ChangeWords {
    let day = photo.at.localDay.words(on: today)
    let isGuess = [.fileTime, .added].contains(photo.file.dateSource)
    let text =
      "photo\(wording.id(photo.file.photo, after: " ")) of \(wording.name(plant)), \(day)"
      + (isGuess ? " (\(photo.file.dateSource.words))" : "")
    switch likeness {
    case .same(let other):
      return .plain(
        "already in the collection: photo\(wording.id(other.id, after: " ")) of \(wording.name(plant)), "
          + other.at.localDay.words(on: today))
    case .alike(let other):
      return .sentence(
        .add, "\(text); it looks the same as \(wording.photo(other))")
    case .similar(let other):
      return .sentence(
        .add, "\(text); it looks much like \(wording.photo(other))")
    case nil: return .sentence(.add, text)
    }
  }
}

extension MergedParts {
  /// The counts, after a colon; empty if all are zero.
  fileprivate var words: String {
    let counts = [
      (cares, "care entry", "care entries"), (notes, "note", "notes"),
      (measurements, "measurement", "measurements"),
      (photos, "photo", "photos"), (tasks, "task", "tasks"),
      (snoozes, "snooze", "snoozes"),
    ].filter { $0.0 > 0 }
    let words = counts.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return words.isEmpty ? "" : ": " + Phrase.list(words, joinedBy: "and")
  }
}

extension MergeRequest {
  /// The question before a merge.
  package static let question = "Merge them?"
}

extension PlantName {
  /// The name and the short id, as in reports.
  package var shown: String {
    "\(SafeText.shown(displayName)) (\(ShortID.text(of: id)))"
  }

  /// Returns a task of the plant, or of the home, in words.
  fileprivate func task(
    _ kind: TaskKind, _ title: String?, _ wording: Wording
  ) -> String {
    let name = title.map { SafeText.shown($0) } ?? kind.words
    return id == .home ? name : "\(name) of \(wording.name(self))"
  }
}

extension EventPayload {
  /// Returns the recorded care and its plant in words.
  fileprivate func taskWords(
    of plant: PlantName, _ wording: Wording
  ) -> String {
    guard case .taskCompleted(let body) = body else {
      return wording.name(plant)
    }
    return plant.task(body.kind, body.title, wording)
  }

  /// Returns the differences between this payload and its amendment, in words.
  fileprivate func amendment(
    to new: EventPayload, in units: MeasurementUnits, _ today: Day
  ) -> String {
    var words: [String] = []
    if new.at != at {
      let isSameDay = at.localDay == new.at.localDay
      let former = isSameDay ? "" : "\(at.localDay.words(on: today)) "
      words.append(
        "\(new.at.localDay.words(on: today)) \(new.at.localTime) instead of "
          + "\(former)\(at.localTime)")
    }
    if case .taskCompleted(let old) = body,
      case .taskCompleted(let new) = new.body, old.amount != new.amount
    {
      words.append(
        (new.amount.map(units.amount) ?? "no amount")
          + (old.amount.map { " instead of \(units.amount($0))" } ?? ""))
    }
    if new.note != note {
      words.append(
        new.note.map { "note: \(SafeText.shownNote($0))" } ?? "no note")
    }
    return words.joined(by: ", ")
  }
}

/// A change in words.
private enum ChangeWords {
  /// A sentence that says what was done or, in a dry run, would be.
  case sentence(Verb, String)
  /// A line that is the same in a dry run.
  case plain(String)
  /// No text, as the command itself reports the change.
  case none
}

extension Change {
  // `on` is the day of the change unless it is today: " on Fri 20 Nov".
  fileprivate func words(
    in units: MeasurementUnits, _ care: Verb?, _ today: Day, _ on: String,
    _ wording: Wording
  ) -> ChangeWords {
    switch self {
    case .cared(let plant, let kind, _, let title?, let next):
      .sentence(
        Verb("do", "done:"),
        plant.task(kind, title, wording) + on
          + (next.map { ", next due \($0.words(on: today))" } ?? ""))
    case .cared(let plant, let kind, let task, nil, let next):
      .sentence(
        care ?? wording.verb(of: kind),
        wording.name(plant) + on + (task == nil ? "" : ", one-off task")
          + (next.map { ", next due \($0.words(on: today))" } ?? ""))
    case .amended(let plant, let former, let payload, let next):
      .sentence(
        Verb("amend", "amended"),
        former.taskWords(of: plant, wording) + ": "
          + former.amendment(to: payload, in: units, today)
          + (next.map { "; next due \($0.words(on: today))" } ?? ""))
    case .snoozed(let plant, let kind, let title, let due, let isMoved):
      .sentence(
        Verb("snooze", "snoozed"),
        plant.task(kind, title, wording) + on
          + (due.map { ", due \($0.words(on: today))" } ?? "")
          + (isMoved ? "" : " anyway, so that this moves nothing"))
    case .skipped(let plant, let kind, let title, let day, let next):
      .sentence(
        Verb("skip", "skipped"),
        "\(plant.task(kind, title, wording))\(on)\(on.isEmpty ? "" : ",") due "
          + day.words(on: today)
          + (next.map { ", next due \($0.words(on: today))" } ?? ""))
    case .scheduled(let plant, let schedule, let advice, let next):
      .sentence(
        .set,
        "\(schedule.kind.words) of \(wording.name(plant)): "
          + SafeText.shown(schedule.text(in: units, on: today))
          + (advice.map { " (\($0.sources))" } ?? "")
          + (next.map { "; next due \($0.words(on: today))" } ?? ""))
    case .scheduleCleared(let plant, let kind):
      .sentence(
        Verb("clear", "cleared"),
        "\(kind.words) of \(wording.name(plant)): no schedule"
      )
    case .planned(let plant, let body):
      .sentence(
        Verb("plan", "planned"),
        plant.task(body.kind, body.title, wording)
          + (on.isEmpty ? "" : " as of\(on.dropFirst(3))")
          + (body.every.map { ", \($0.words)" } ?? "")
          + ", due \(body.due.words(on: today))"
          + wording.id(body.task, after: ", task ")
      )
    case .taskDone(let plant, let kind, let task, let title, let next):
      .sentence(
        Verb("do", "done"),
        "\(plant.task(kind, title, wording))\(on)"
          + wording.id(task, after: ", task ")
          + (next.map { ", next due \($0.words(on: today))" } ?? ""))
    case .taskDropped(let plant, let kind, let task, let title):
      .sentence(
        Verb("drop", "dropped"),
        "\(plant.task(kind, title, wording))\(on)"
          + wording.id(task, after: ", task "))
    default: collectionWords(in: units, today, on, wording)
    }
  }

  private func collectionWords(
    in units: MeasurementUnits, _ today: Day, _ on: String, _ wording: Wording
  ) -> ChangeWords {
    switch self {
    case .added(let plant, let acquired):
      .sentence(
        .add,
        wording.name(plant) + on
          + (acquired.flatMap {
            $0 == today ? nil : ", acquired \($0.words(on: today))"
          } ?? ""))
    case .adopted(let adoption):
      .sentence(.adopt, adoption.words(in: units, today, on, wording))
    case .copied(let plant, let original):
      .sentence(
        .add, "\(wording.name(plant)), like \(wording.name(original))\(on)")
    case .moved(let plant, let room):
      .sentence(
        Verb("move", "moved"),
        "\(wording.name(plant)) to \(SafeText.shown(room))\(on)")
    case .noted(let plant, let left):
      .sentence(
        Verb("add a note to", "noted:"),
        wording.name(plant) + on
          + (left.map { ", which left on \($0.words(on: today))" } ?? ""))
    case .tookOver(let plant, let cares, let notes):
      .sentence(
        .add,
        Phrase.list(
          [(cares, "care event"), (notes, "note")].filter { $0.0 > 0 }
            .map { Phrase.count($0.0, $0.1) }, joinedBy: "and")
          + " to \(wording.name(plant))")
    case .noteCorrected(let plant, let day, let newDay, let isRemoved):
      .sentence(
        isRemoved ? Verb("remove", "removed") : Verb("correct", "corrected"),
        "the note of \(wording.name(plant)), \(day.words(on: today))"
          + (newDay.map { ", which is now \($0.words(on: today))" } ?? ""))
    case .noteUnchanged(let plant, let day):
      .plain(
        "nothing changed: the note of \(wording.name(plant)), \(day.words(on: today))"
      )
    case .favorited(let plant, true):
      .sentence(
        Verb("make a favourite:", "favourite:"), wording.name(plant) + on)
    case .favorited(let plant, false):
      .sentence(
        Verb("make no favourite:", "no favourite:"), wording.name(plant) + on)
    case .removed(let plant, let reason):
      .sentence(
        Verb("remove", "removed"),
        wording.name(plant) + on + (reason == .other ? "" : ", \(reason.shown)")
      )
    case .restored(let plant, let former):
      .sentence(
        .restore,
        wording.name(plant) + on
          + (former.map { ", formerly \(SafeText.shown($0))" } ?? ""))
    case .merged(let plant, let kept, let parts):
      .sentence(
        .merge,
        "\(wording.name(plant)) into \(wording.name(kept))\(on)\(parts.words)")
    case .edited(let plant, let edit, let parent):
      .sentence(
        .edit,
        "\(wording.name(plant))\(on): "
          + SafeText.shown(
            edit.text(on: today, parent: parent?.displayName)))
    case .factsSet(let plant, let facts, let fields):
      .sentence(
        .edit,
        "\(wording.name(plant))\(on): "
          + facts.map { $0.words(in: fields, on: today) }.joined(by: ", "))
    case .profiled(let plant, let profile):
      .sentence(
        .edit,
        "\(wording.name(plant))\(on): care profile "
          + SafeText.shown(profile.text(in: units)))
    case .measured(let plant, let measures):
      .sentence(
        Verb("measure", "measured"),
        "\(wording.name(plant))\(on): \(measures.text(in: units))")
    case .unchanged(let plant):
      .plain("nothing changed: \(wording.name(plant))")
    case .remindedOfPhotos(let plant, .off):
      .sentence(
        Verb("end", "ended"),
        "the reminders of photos of \(wording.name(plant))\(on)"
      )
    case .remindedOfPhotos(let plant, let cadence):
      .sentence(
        Verb("remind", "to be reminded"),
        "of photos of \(wording.name(plant))\(on), \(cadence.words)")
    case .photographed(let plant, let photo):
      photo.words(of: plant, today, wording)
    case .identified(let plant, let body):
      .sentence(
        Verb("identify", "identified"),
        "\(wording.name(plant))\(on) as \(SafeText.shown(body.text))")
    case .photoAnnotated(let plant, let photo):
      .sentence(
        Verb("change", "changed"),
        "photo\(wording.id(photo.id, after: " ")) of \(wording.name(plant)), taken "
          + "\(photo.at.localDay.words(on: today)) \(photo.at.localTime)"
          + (photo.note.map { ": \(SafeText.shownNote($0))" } ?? ""))
    case .photoRemoved(let plant, let photo):
      .sentence(
        Verb("remove", "removed"),
        "photo\(wording.id(photo.id, after: " ")) of \(wording.name(plant))")
    case .photoMoved(let photo, let plant, let added, let other):
      photo.words(movedFrom: plant, added, to: other, wording)
    default: roomWords(on, wording)
    }
  }

  private func roomWords(_ on: String, _ wording: Wording) -> ChangeWords {
    switch self {
    case .roomMade(let room):
      .sentence(
        .make,
        "the room \(SafeText.shown(room.name))"
          + "\(wording.id(room.id, after: " (", before: ")"))\(on)"
      )
    case .roomEdited(let room, let edit):
      .sentence(
        .edit,
        SafeText.shown(room.name)
          + "\(wording.id(room.id, after: " (", before: ")"))\(on): "
          + SafeText.shown(edit.text))
    case .roomDeleted(let room, _):
      .sentence(
        Verb("delete", "deleted"), "the room \(SafeText.shown(room.name))\(on)")
    case .roomsMerged(let room, let kept, let count):
      .sentence(
        .merge,
        "the room \(room.shown(besides: kept)) into "
          + "\(kept.shown(besides: room))\(on)"
          + (count > 0 ? ": \(Phrase.count(count, "plant"))" : ""))
    case .writerNamed(let writer, let isOwn, let name):
      writerWords(writer, isOwn: isOwn, name, on, wording)
    case .settingChanged where wording.isOfPages: .plain("saved")
    case .filterForgotten(let filter):
      .plain("removed the filter '\(filter.name)'")
    case .fieldDefined(let field, nil):
      .sentence(.add, "the field '\(field.name)': \(field.kind.words)")
    case .fieldDefined(let field, let former?):
      .sentence(
        Verb("change", "changed"),
        "the field '\(field.name)': \(field.kind.words) instead of "
          + former.kind.words)
    case .fieldRemoved(let field, let plants):
      .sentence(
        Verb("remove", "removed"),
        "the field '\(field.name)'"
          + (plants > 0
            ? "; \(Phrase.count(plants, "plant")) had a value" : ""))
    case .undone(let undoing):
      .plain(undoing.isUndone ? "undone" : "done again")
    default: .none
    }
  }

  private func writerWords(
    _ writer: WriterID, isOwn: Bool, _ name: WriterName, _ on: String,
    _ wording: Wording
  ) -> ChangeWords {
    let subject =
      isOwn
      ? wording.isOfPages ? "you" : "this machine"
      : "writer \(writer.description.prefix(4))"
    guard let name = name.text else {
      return .sentence(
        Verb("take the name from", "took the name from"), subject + on)
    }
    return .sentence(
      Verb("call", "called"), "\(subject) \(SafeText.shown(name))\(on)")
  }
}

extension RoomName {
  /// The name, with the short id if another room has the same name.
  fileprivate func shown(besides other: RoomName) -> String {
    SafeText.shown(name)
      + (name == other.name ? " (\(ShortID.text(of: id)))" : "")
  }
}

extension Change {
  /// Returns the value that the change sets, in words; `nil` for changes of
  /// other kinds.
  fileprivate func value(
    in units: MeasurementUnits, _ today: Day
  ) -> String? {
    switch self {
    case .edited(_, let edit, let parent):
      SafeText.shown(edit.text(on: today, parent: parent?.displayName))
    case .moved(_, let room): "room \(SafeText.shown(room))"
    case .factsSet(_, let facts, let fields):
      facts.map { $0.words(in: fields, on: today) }.joined(by: ", ")
    case .profiled(_, let profile):
      "care profile \(SafeText.shown(profile.text(in: units)))"
    case .scheduled(_, let schedule, _, _):
      "\(schedule.kind.words) "
        + SafeText.shown(schedule.text(in: units, on: today))
    case .remindedOfPhotos(_, let cadence): "photos \(cadence.words)"
    default: nil
    }
  }
}

extension Notice {
  /// A Boolean value that indicates whether the notice is about fields that a
  /// new scientific name changes, or leaves as they are.
  fileprivate var isAboutSpecies: Bool {
    switch self {
    case .takenFromCatalogue, .keptWithoutCatalogue: true
    default: false
    }
  }

  fileprivate func lines(
    _ wording: Wording, _ units: MeasurementUnits, _ today: Day
  ) -> [String] {
    switch self {
    case .leftBehind(let changes, let plant, let whole):
      Self.lines(
        changes.compactMap { $0.value(in: units, today) },
        under:
          "of \(wording.name(plant)) stays behind, as \(wording.name(whole)) has its own:"
      )
    case .stillPart(let plant, let whole, let recorder, let action):
      [
        "note: \(wording.name(plant)) is still part of \(wording.name(whole)), as "
          + "\(recorder.shownName) merged them, too; to undo that: "
          + wording.remedy(.run(["plantguide", "undo", action]))
      ]
    case .tagsStay(let plant, let tags):
      [
        "note: \(wording.name(plant)) keeps the \(tags.count == 1 ? "tag" : "tags") "
          + Phrase.list(tags.map(SafeText.shown), joinedBy: "and")
          + ", as its tags were edited since; to remove: "
          + wording.remedy(
            .run(
              ["plantguide", "tag", ShortID.text(of: plant.id)] + tags
                + ["--remove"]))
      ]
    case .tookApart(let plant, let whole, let parts):
      [
        "note: \(wording.name(plant)) was part of \(wording.name(whole)); what goes back"
          + "\(parts.words.isEmpty ? ": nothing" : parts.words)",
        "note: what the merge gave \(wording.name(whole)), such as tags and schedules, "
          + "stays there",
      ]
    case .losesToxicity(let plant, let toxicity, let whole):
      [
        "warning: \(wording.name(plant)) is \(toxicity.words), and \(wording.name(whole)) is "
          + "not known to be"
      ]
    case .nothingDue: ["nothing is due"]
    case .nothingChanged: ["nothing changed"]
    case .isPart(let plant, let whole):
      ["note: \(wording.name(plant)) is part of \(wording.name(whole))"]
    case .partsStay(let parts, let whole):
      [
        "note: \(Phrase.list(parts.map(wording.name), joinedBy: "and")), which "
          + "\(parts.count == 1 ? "was" : "were") part of \(wording.name(whole)), "
          + "\(parts.count == 1 ? "stays" : "stay") in the collection"
      ]
    case .nicknameShared(let name, let plants):
      [
        "note: with it \(plants.count) plants have the nickname "
          + "'\(SafeText.shown(name))': "
          + Phrase.list(
            plants.map { ShortID.text(of: $0.id) }, joinedBy: "and")
          + (plants.first.map {
            "; to rename one: "
              + wording.remedy(.renamePlant(shortID: ShortID.text(of: $0.id)))
          } ?? "")
      ]
    case .stillOpen(let plant, let kind, let due, let task, let title):
      [
        "note: the one-off \(plant.task(kind, title, wording)), due "
          + "\(due.words(on: today)), is still "
          + "open; \(wording.remedy(.endTask(shortID: ShortID.text(of: task))))"
      ]
    case .leftUndone(let tasks):
      Self.lines(
        tasks.map { $0.plant.task($0.kind, $0.title, wording) },
        under: tasks.count == 1
          ? "left open, because you have to record it by itself:"
          : "left open, because you have to record each by itself:")
        + [wording.remedy(.recordAllKinds)]
    case .firstDue(let kinds, let day):
      [
        "first due \(day.words(on: today)): "
          + Phrase.list(kinds.map(\.words), joinedBy: "and")
      ]
    case .unscheduled(let plant):
      [
        "nothing is due, as it has no schedule; "
          + wording.remedy(
            .setSchedule(
              plant: ShortID.text(of: plant.id), kind: TaskKind.watering.name))
      ]
    case .givenBefore(let former): Self.lines(former, today, wording)
    case .doneBefore(let tasks):
      Self.lines(
        tasks.map { task in
          task.former.map { Self.words($0, today, wording) }
            ?? "\(task.plant.task(task.kind, task.title, wording)) is no longer due "
            + "\(task.due.words(on: today))"
        },
        under: "already done, so nothing is recorded:")
    case .photoKept(let plant, let photo):
      [
        "note: photo\(wording.id(photo.id, after: " ")) stays as it was; "
          + wording.remedy(
            .editPhoto(
              plant: ShortID.text(of: plant.id), photo: photo.shortID))
      ]
    case .inFuture(let at):
      [
        "note: \(at.localDay.words(on: today)) \(at.localTime) is in the future"
      ]
    case .dayInFuture(let day):
      ["note: \(day.words(on: today)) is in the future"]
    case .takenFromCatalogue(let fields, let species):
      [
        "note: \(Phrase.list(fields.map(\.rawValue), joinedBy: "and")) of "
          + "\(SafeText.shown(species)) taken from the catalogue"
      ]
    case .keptWithoutCatalogue(let fields, let species):
      [
        "note: the catalogue does not know \(SafeText.shown(species)), so "
          + "\(Phrase.list(fields.map(\.rawValue), joinedBy: "and")) stay as they "
          + "were; \(wording.remedy(.changeFields(fields.map(\.rawValue))))"
      ]
    case .notAdopted(let left): Self.lines(left: left, wording)
    case .wateringUnchanged(let plants, let hasProfile):
      [Self.watering(of: plants, hasProfile: hasProfile, wording)]
    case .tasksMoved(let moves): Self.lines(moves, today, wording)
    case .monthsKept(let kept): Self.lines(kept, wording)
    }
  }

  /// Returns the note on unchanged watering, with a remedy for the first plant.
  private static func watering(
    of plants: [PlantName], hasProfile: Bool, _ wording: Wording
  ) -> String {
    let id = plants.first.map { ShortID.text(of: $0.id) } ?? ""
    let others =
      plants.count == 1 ? "" : ", and so on for \(plants.count) plants"
    return "note: watering stays as it is; "
      + wording.remedy(.fitWatering(shortID: id, hasProfile: hasProfile))
      + others
  }

  /// Returns lines on plants that were not adopted, with their possible names.
  static func lines(left: [Adoption], _ wording: Wording) -> [String] {
    let replacing = left.filter(\.needsAgreement)
    let unclear = left.filter { !$0.needsAgreement }
    var words: [String] = []
    if !unclear.isEmpty {
      let count = Phrase.count(unclear.count, "plant")
      words += lines(
        unclear.map { adoption in
          let names = adoption.reading.candidates.prefix(mostCandidates)
          let could = Phrase.list(names.map(SafeText.shown), joinedBy: "or")
          return
            "\(wording.name(adoption.plant)): '\(SafeText.shown(adoption.name))' "
            + "could be \(could)"
        }, under: "left as they are, until you say what they are: \(count)")
      let isLikely = unclear.contains { $0.certainty != .doubtful }
      words.append(wording.remedy(.adopt(isLikely: isLikely)))
    }
    if !replacing.isEmpty {
      let count = Phrase.count(replacing.count, "plant")
      words += lines(
        replacing.map {
          "\(wording.name($0.plant)): "
            + ($0.care?.source ?? .catalogue).words + " has other care now"
        }, under: "kept their care, until you agree to replace it: \(count)")
      words.append(wording.remedy(.agreeToCare))
    }
    return words
  }

  private static let mostCandidates = 3

  private static let mostShown = 10

  private static func words(
    _ care: FormerCare, _ today: Day, _ wording: Wording
  ) -> String {
    (care.title == nil
      ? "\(wording.name(care.plant)) had \(care.kind.words)"
      : "\(care.plant.task(care.kind, care.title, wording)) was done")
      + " on \(care.day.words(on: today)) at \(care.time) already"
      + (care.recorder.map { ", by \($0.shown)" } ?? "")
  }

  private static func lines(
    _ former: [FormerCare], _ today: Day, _ wording: Wording
  ) -> [String] {
    let texts = former.map { words($0, today, wording) }
    guard texts.count > 1 else { return texts.map { "note: \($0)" } }
    return lines(texts, under: "note: \(texts.count) plants had it that day:")
  }

  /// Returns the number of tasks that move, and the first of them.
  private static func lines(
    _ moves: [TaskMove], _ today: Day, _ wording: Wording
  ) -> [String] {
    guard !moves.isEmpty else { return ["no task moves"] }
    return lines(
      moves.map { move in
        let from = move.from?.words(on: today) ?? "no day"
        return
          "\(move.kind.words) of \(wording.name(move.plant)): \(from) to \(move.to.words(on: today))"
      },
      under: moves.count == 1 ? "1 task moves" : "\(moves.count) tasks move")
  }

  private static func lines(
    _ kept: [(plant: PlantName, kind: TaskKind, months: MonthSet)],
    _ wording: Wording
  ) -> [String] {
    guard !kept.isEmpty else { return [] }
    return lines(
      kept.map {
        "\($0.kind.words) of \(wording.name($0.plant)): \($0.months.text)"
      },
      under: kept.count == 1
        ? "1 schedule keeps its months"
        : "\(kept.count) schedules keep their months")
      + [wording.remedy(.setMonths)]
  }

  private static func lines(
    _ texts: [String], under heading: String
  ) -> [String] {
    let more = texts.count - mostShown
    return [heading] + texts.prefix(mostShown).map { "  \($0)" }
      + (more > 0 ? ["  … and \(more) more"] : [])
  }
}

extension Adoption {
  /// Returns the needs that the new care changes: "water every 4 days (was every
  /// 7 days)".
  private func changedNeeds(in units: MeasurementUnits) -> [String] {
    guard let formerCare, let care else { return [] }
    let (former, new) = (formerCare.needs(in: units), care.needs(in: units))
    let gone = former.filter { old in !new.contains { $0.need == old.need } }
    return (new + gone.map { ($0.need, "none") }).compactMap { need, text in
      let before = former.first { $0.need == need }?.text ?? "none"
      return text == before ? nil : "\(need) \(text) (was \(before))"
    }
  }

  /// Returns the adopted names, care and schedules in words.
  fileprivate func words(
    in units: MeasurementUnits, _ today: Day, _ on: String, _ wording: Wording
  ) -> String {
    var words = edit.isEmpty ? [] : [edit.text(on: today)]
    if let care { words.append("care of \(care.origin)") }
    words += changedNeeds(in: units)
    words += schedules.map {
      "\($0.kind.words) \($0.text(in: units, on: today))"
    }
    return
      "\(wording.name(plant))\(on): \(SafeText.shown(words.joined(by: "; ")))"
  }
}
