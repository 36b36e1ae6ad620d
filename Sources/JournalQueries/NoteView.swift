public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// One observation of a plant.
public struct NoteView: Sendable, Hashable {
  /// When it was made.
  public let at: OffsetInstant
  /// What was seen.
  public let text: String

  /// The observation that a payload tells; `nil` for another payload.
  init?(_ payload: EventPayload) {
    guard case .plantNoted(let body) = payload.body else { return nil }
    at = payload.at
    text = body.text
  }

  /// Reads the observations of a plant, in canonical order.
  public static func all(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [NoteView] {
    try snapshot.positions(of: .note, of: plant).compactMap {
      try snapshot.observation(.plantNoted, at: $0).flatMap(NoteView.init)
    }
  }
}

extension PlantNoted {
  /// What it does to a plant's notes, for a replay.
  var change: FieldChange {
    FieldChange(field: "notes", before: nil, after: text)
  }
}
