internal import JournalTime
internal import PlantServices
internal import Synchronization

/// The services as they were when somebody last asked them. Pages show that, as
/// a page that asks would wait for other machines.
final class KnownServices: Sendable {
  /// A state with its moment.
  struct State: Sendable {
    var outcome: ServiceStatus.Outcome
    var quota: IdentificationAnswer.Quota?
    var at: Instant
  }

  private let states = Mutex<[PlantService: State]>([:])

  /// Notes a new state. An answer that does not tell the whole quota leaves it
  /// as it was.
  func note(_ service: PlantService, _ state: State) {
    states.withLock { states in
      var state = state
      if state.quota != nil, state.quota?.total == nil {
        state.quota?.total = states[service]?.quota?.total
      }
      states[service] = state
    }
  }

  /// Returns the last state of a service; `nil` if nobody has asked it yet.
  func state(of service: PlantService) -> State? {
    states.withLock { $0[service] }
  }
}
