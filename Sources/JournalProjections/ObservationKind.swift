public import JournalEvents
internal import LMDBKit

/// What was observed of a plant time and again. Only the places of these
/// events are kept beside the log, which holds what they say.
public enum ObservationKind: Sendable, Hashable, CaseIterable {
  /// Something was written down.
  case note
  /// Something was measured.
  case measurement

  /// The kind of an event's type; `nil` for what is no observation.
  public init?(_ type: EventType) {
    switch type {
    case .plantNoted: self = .note
    case .plantMeasured: self = .measurement
    default: return nil
    }
  }
}

extension ProjectionDatabases {
  /// Where observations of a kind are listed.
  func observations(of kind: ObservationKind) -> Database {
    switch kind {
    case .note: notes
    case .measurement: measurements
    }
  }
}
