internal import JournalCare
internal import JournalEvents
internal import JournalLog

/// A plant's stream, folded whole, with the events that count of plants merged
/// into it: care is folded as it was amended last.
///
/// An amendment stands in the place of the care that it names, so that tasks
/// and snoozes follow as if the care had been recorded so at first. Of several
/// amendments the last in canonical order counts. An amendment changes nothing
/// if its care is in another stream or does not precede it, or is undone or
/// erased.
struct PlantFold {
  /// The state after all events.
  private(set) var state = PlantState()
  /// The observations, and care that does not count as it was recorded.
  private(set) var observations:
    [(kind: ObservationKind, position: LogPosition)] = []
  /// The place of the latest event in force that merges the plant.
  private var mergedAt: LogPosition?
  /// The amendments by the care they replace; known after the first visit.
  private var amendments: [Origin: Amendment] = [:]
  private var counting: Set<EventReference> = []

  /// Care and its stream.
  private struct Origin: Hashable {
    let care: EventReference
    let stream: StreamID
  }

  private struct Amendment {
    let position: LogPosition
    let payload: EventPayload
  }

  /// Folds a stream.
  ///
  /// - Parameter visit: Adds the payloads that fold, in canonical order, their
  ///   streams, and whether their actions count. It is called again if care was
  ///   amended.
  /// - Throws: What `visit` throws.
  init(
    visiting visit: (
      _ add: (EventPayload, LogPosition, StreamID, _ isInForce: Bool) throws
        -> Void
    ) throws -> Void
  ) throws {
    var found: [Origin: Amendment] = [:]
    try visit { payload, position, stream, isInForce in
      if isInForce, let care = payload.body.amendedCare {
        found[Origin(care: care.reference, stream: stream)] = Amendment(
          position: position, payload: payload)
      }
      add(payload, at: position, in: stream, isInForce: isInForce)
    }
    guard !found.isEmpty else { return }
    amendments = found
    state = PlantState()
    observations = []
    try visit { add($0, at: $1, in: $2, isInForce: $3) }
  }

  /// The latest statement in force that the plant is another.
  var word: PlantMerges.Word? {
    guard let merge = state.details.merge, let mergedAt else { return nil }
    return PlantMerges.Word(into: merge.body.into, position: mergedAt)
  }

  private mutating func add(
    _ payload: EventPayload, at position: LogPosition, in stream: StreamID,
    isInForce: Bool
  ) {
    state.latest = position
    guard isInForce else { return }
    if payload.body.amendedCare != nil {
      guard !counting.contains(position.reference) else { return }
      return observations.append((.amendedCare, position))
    }
    let origin = Origin(care: position.reference, stream: stream)
    if let amendment = amendments[origin],
      position < amendment.position, payload.body.type == .taskCompleted
    {
      counting.insert(amendment.position.reference)
      observations.append((.amendedCare, position))
      return state.evolve(amendment.payload)
    }
    if let kind = ObservationKind(payload.body.type) {
      observations.append((kind, position))
    }
    if payload.body.type == .plantMerged { mergedAt = position }
    state.evolve(payload)
  }
}
