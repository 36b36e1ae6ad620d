public import JournalEvents
public import JournalProjections
public import JournalTime

/// An observation of a plant, with its latest correction.
public struct NoteView: Sendable, Hashable {
  /// The event that recorded it, which corrections refer to.
  public let origin: EventReference
  /// The time of the observation.
  public let at: OffsetInstant
  /// The text of the observation.
  public let text: String

  /// Reads the observations of a plant, in canonical order.
  ///
  /// A correction replaces the text of its note; the latest one counts. If the
  /// note was undone or erased, the correction stands for itself.
  public static func all(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [NoteView] {
    try all(at: try snapshot.positions(of: .note, of: plant), in: snapshot)
  }

  /// Reads the observations at these positions.
  static func all(
    at positions: [LogPosition], in snapshot: borrowing Snapshot
  ) throws -> [NoteView] {
    guard !positions.isEmpty else { return [] }
    var notes: [NoteView?] = []
    // The note that an event records or corrects, by its hash prefix.
    var places: [UInt64: Int] = [:]
    for position in positions {
      guard let payload = try snapshot.observation(at: position)?.payload,
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
  /// The change of a plant's notes in a replay.
  var change: FieldChange {
    FieldChange(
      field: "notes", before: nil, after: text.isEmpty ? nil : text)
  }
}
