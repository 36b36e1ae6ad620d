internal import JournalEvents
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
}
