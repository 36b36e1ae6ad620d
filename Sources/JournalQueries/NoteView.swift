public import JournalEvents
public import JournalProjections
public import JournalTime

/// One observation of a plant, as it was corrected last.
public struct NoteView: Sendable, Hashable {
  /// The event that made it, which corrections of it name.
  public let origin: EventReference
  /// When it was made.
  public let at: OffsetInstant
  /// What was seen.
  public let text: String

  /// Reads the observations of a plant, in canonical order.
  ///
  /// A correction stands in the place of what it replaces; of several the
  /// last counts. One whose note is not here, because it was undone or
  /// erased, stands for itself.
  public static func all(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [NoteView] {
    try all(at: try snapshot.positions(of: .note, of: plant), in: snapshot)
  }

  /// The same of a plant whose observations lie at these places.
  static func all(
    at positions: [LogPosition], in snapshot: borrowing Snapshot
  ) throws -> [NoteView] {
    guard !positions.isEmpty else { return [] }
    var notes: [NoteView?] = []
    // Which note an event makes or corrects, by the start of its hash.
    var places: [UInt64: Int] = [:]
    for position in positions {
      guard let payload = try snapshot.observation(at: position),
        case .plantNoted(let body) = payload.body
      else { continue }
      let target = body.replaces?.prefix
      let place = target.flatMap { places[$0] } ?? notes.count
      if place == notes.count { notes.append(nil) }
      if let target { places[target] = place }
      places[position.hashPrefix] = place
      notes[place] =
        body.text.isEmpty
        ? nil
        : NoteView(
          origin: notes[place]?.origin ?? position.reference, at: payload.at,
          text: body.text)
    }
    return notes.compactMap(\.self)
  }
}

extension PlantNoted {
  /// What it does to a plant's notes, for a replay.
  var change: FieldChange {
    FieldChange(
      field: "notes", before: nil, after: text.isEmpty ? nil : text)
  }
}
