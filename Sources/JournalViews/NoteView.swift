public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime
public import LMDBKit

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
    of plant: PlantID, _ source: some CollectionSource, _ log: EventLog,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [NoteView] {
    try source.positions(of: .note, of: plant, in: transaction).compactMap {
      try log.observation(.plantNoted, at: $0, in: transaction)
        .flatMap(NoteView.init)
    }
  }
}
