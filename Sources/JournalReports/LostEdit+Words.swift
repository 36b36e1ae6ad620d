internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TextKit

extension [LostEdit] {
  private static var most: Int { 10 }

  /// Returns a line for each of the first ten edits, with the edit that won and
  /// the way to restore the lost edit, and a line that counts the others.
  func lines(_ wording: Wording) -> [String] {
    let more = count - Self.most
    return prefix(Self.most).map { $0.line(wording) }
      + (more > 0 ? ["and \(Phrase.count(more, "more edit")) replaced"] : [])
  }
}

extension LostEdit {
  fileprivate func line(_ wording: Wording) -> String {
    let others = "\(other.shown)'s"
    let (winner, loser) = isOwn ? (others, "your") : ("your", others)
    let back = wording.edit(self).map {
      "; bring \(isOwn ? "yours" : "that") back: \(SafeText.shown($0))"
    }
    let start = subject.map { "\(SafeText.shown($0)): " } ?? ""
    // A merge replaces another merge, and sets other edits aside.
    let isSetAside = kept.isMerge && !lost.isMerge
    return start
      + (isSetAside
        ? "\(loser) '\(text(of: lost))' counts no more, as \(winner) merge made it \(keptText)"
        : "\(winner) '\(keptText)' replaced \(loser) '\(text(of: lost))'")
      + (back ?? "")
  }

  /// The edit that won, with the plant if that is another one.
  fileprivate var keptText: String {
    let name = keptStream == stream ? nil : names[keptStream]
    return (name.map { "\(SafeText.shown($0)) is " } ?? "") + text(of: kept)
  }

  /// Returns the values that an edit sets, safe to show.
  fileprivate func text(of body: EventBody) -> String {
    let text: String
    switch body {
    case .plantEdited(let body): text = body.text(on: today)
    case .factSet(let body):
      text =
        body.value == nil
        ? "no \(body.name)" : body.words(in: fields, on: today)
    case .plantMerged(let body):
      text = "part of \(names[body.into] ?? ShortID.text(of: body.into))"
    case .roomMerged(let body):
      text = "part of \(names[body.into] ?? ShortID.text(of: body.into))"
    case .plantMoved(let body):
      let room = body.room ?? StandardRoom.other.id
      text = "room \(rooms.name(of: room) ?? ShortID.text(of: room))"
    case .scheduleSet(let body):
      text = "\(body.kind.words) \(body.text(in: units, on: today))"
    case .scheduleCleared(let body): text = "no \(body.kind.words) schedule"
    case .roomEdited(let body): text = body.text
    case .settingChanged(let body):
      let value = SettingKey(rawValue: body.key)?.form.text(of: body.value)
      text = "\(body.key) \(value ?? body.value.text)"
    default: text = body.type.rawValue
    }
    return SafeText.shown(text)
  }
}

extension EventBody {
  /// A Boolean value that indicates whether the event merges a plant or a room.
  fileprivate var isMerge: Bool {
    switch self {
    case .plantMerged, .roomMerged: true
    default: false
    }
  }
}

extension JSONWriter {
  /// Writes the edits that lost, if any.
  mutating func lostEdits(_ edits: [LostEdit], _ wording: Wording) {
    guard !edits.isEmpty else { return }
    objects("lostEdits", edits) { writer, edit in
      writer.member("stream", edit.stream.description)
      writer.member("name", edit.subject)
      writer.member("type", edit.lost.type.rawValue)
      writer.member("lost", edit.text(of: edit.lost))
      writer.member("kept", edit.keptText)
      writer.member("isOwn", edit.isOwn)
      writer.member("writer", edit.other.writer.description)
      writer.member("command", wording.edit(edit))
    }
  }
}
