internal import ErrorKit
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

  /// Notes a new state. A failure, and an answer that does not tell the whole
  /// quota, leave the quota as it was.
  func note(_ service: PlantService, _ state: State) {
    states.withLock { states in
      var state = state
      let former = states[service]?.quota
      state.quota = state.quota ?? former
      if state.quota?.total == nil { state.quota?.total = former?.total }
      states[service] = state
    }
  }

  /// Notes that a service failed while something was asked; nothing if the error
  /// is another one, such as a photo without a plant.
  func noteFailure(
    _ error: any Error, of service: PlantService, at clock: Instant
  ) {
    guard let error = error as? ServiceError, error.facts.kind == .network,
      error != .offline(service)
    else { return }
    var quota: IdentificationAnswer.Quota?
    if case .quotaUsedUp = error { quota = .init(remaining: 0) }
    note(service, State(outcome: .failed(error.facts), quota: quota, at: clock))
  }

  /// Returns the last state of a service; `nil` if nobody has asked it yet.
  func state(of service: PlantService) -> State? {
    states.withLock { $0[service] }
  }
}
