package import Encodings
internal import ErrorKit
package import JournalActions
internal import JournalEvents
internal import JournalPhotos
package import JournalQueries
internal import TextKit

extension Undoing {
  /// Returns the changes that an undo will make, one line per event.
  ///
  /// - Throws: An error of the journal.
  package func lines(
    in journal: CareJournal, _ wording: Wording
  ) throws -> [String] {
    let verb = isUndone ? "undo" : "do again"
    let more = events.count - described.count
    return try journal.read { snapshot in
      let household = try snapshot.household()
      return try described.map { "\(verb): \($0.line(wording))" }
        + (more > 0 ? ["and \(Phrase.count(more, "more event"))"] : [])
        + hidden.prefix(Self.mostShown).map {
          "note: with it \(Phrase.count($0.events, "later event")) of "
            + "\($0.plant.shown) \($0.events == 1 ? "goes" : "go") out of sight"
        }
        + absent.prefix(Self.mostShown).map { plant, event, isRemoved in
          let subject = try snapshot.description(of: event, in: household)
            .subject
          return
            "note: \(subject.map { SafeText.shown($0.then) } ?? "a plant") "
            + "(\(ShortID.text(of: plant))) "
            + (isRemoved
              ? "is removed, and stays so"
              : "is out of sight, and stays so: its addition is undone")
        }
    } + linesOnFiles(in: journal, wording)
  }

  /// Returns a note if the undo brings back photos whose files were removed.
  private func linesOnFiles(
    in journal: CareJournal, _ wording: Wording
  ) throws -> [String] {
    let photos = events.compactMap { event -> PhotoID? in
      switch event.payload?.body {
      case .photoRemoved(let body) where isUndone: body.photo
      case .photoCaptured(let body) where !isUndone: body.photo
      default: nil
      }
    }
    let count = try PhotoFiles.missingCount(of: Set(photos), in: journal)
    return count > 0
      ? [
        "note: the files of \(Phrase.count(count, "photo")) that come back are not here; \(wording.remedy(.bringBackPhotos))"
      ] : []
  }

  private static let mostShown = 20
}

extension WriteReport {
  /// Creates the report of an undo or a redo, which names the events.
  package init(ofUndoing receipt: Receipt, _ wording: Wording) {
    self.init(receipt, wording)
    guard case .undone(let undoing)? = receipt.changes.first else { return }
    isUndo = undoing.isUndone
    let verb = undoing.isUndone ? "undone" : "done again"
    let isMeant = { (event: RecordedEvent) in
      event.header.knownType?.isUndoable ?? false
    }
    let names = undoing.described.filter { isMeant($0.event) }.map { event in
      [event.subjectWords, event.happening(wording)].compactMap(\.self)
        .joined(separator: ", ")
    }
    let more = undoing.events.count(where: isMeant) - names.count
    lines.replaceSubrange(
      0..<1,
      with: names.map { "\(verb): \($0)" }
        + (more > 0 ? ["and \(Phrase.count(more, "more event"))"] : []))
  }
}

extension JSONWriter {
  /// Writes the preview of an undo; `lines` describe its changes.
  package mutating func preview(_ undoing: Undoing, _ lines: [String]) {
    object { writer in
      writer.member("action", undoing.action.shortID)
      writer.member("undone", undoing.isUndone)
      writer.member("events", undoing.events.count)
      writer.member("lines", lines)
    }
  }
}
